import type { Slot } from '@fundlens/read-models/slot';
import { sleep } from '@fundlens/runtime/backoff';
import type { request } from '../harness/api-client.ts';
import { untilApplied } from '../harness/applied.ts';
import { eventually } from '../harness/waiting.ts';
import type { PublishedRecord } from '../invariants/published-record.ts';
import { waitingForRefresh } from '../invariants/stored-state.ts';
import { createRandom } from '@fundlens/runtime/testing/random';
import { storedChecks } from './checks.ts';
import { createKnownStates } from './known-states.ts';
import { createLoad, type Load, READABLE } from './load.ts';
import { createProgress, type Progress } from './progress.ts';
import { newReads, type Reads, readOnAndOn } from './readers.ts';
import type { Check, RunContext, RunReport } from './scenario.ts';
import { startSystem, type System, type SystemOptions } from './system.ts';

export type StageOptions = RunContext &
  Pick<SystemOptions, 'serviceOptions' | 'changes'> & {
    readonly eventsPerSecond: number;
    /** Answers of several builds are not held to the document of this one. */
    readonly ask?: typeof request;
  };

/** A system at work, with a load and readers, on which a scenario strikes. */
export type Stage = {
  readonly context: RunContext;
  readonly system: System;
  readonly load: Load;
  readonly progress: Progress;
  readonly reads: Reads;
  /** Says what has to become of records that the load did not publish. */
  expect(records: readonly PublishedRecord[]): void;
  /** Documents of this location are not judged by what was published. */
  erasesFrom(locationId: string): void;
  /** While nothing is published, everything is applied and every dashboard is counted: a moment, as a snapshot has it. */
  atRest(run: () => Promise<void>): Promise<void>;
  withoutReaders<T>(run: () => Promise<T>): Promise<T>;
  /** Milliseconds until everything acknowledged by now is applied and every query service has answered. @throws when it takes too long */
  recovered(): Promise<number>;
  /** Resolves when what is acknowledged by now is applied. */
  applied(): Promise<void>;
  /** Notes what did not go as it has to. */
  broken(check: string, line: string): void;
};

export type OpenStage = Stage & {
  /** Ends load, readers and services, and holds everything to what must hold in the end. */
  end(figures?: object): Promise<RunReport>;
  close(): Promise<void>;
};

const READERS_OF_EACH_QUERY_SERVICE = 2;
/** A system that is whole again and has not come to rest by then never will. */
const REST_LIMIT_MS = 180_000;
const PROBE_MS = 50;

/** Starts a system of its own, publishes and reads. @throws the reason of the signal when that is aborted */
export async function openStage(options: StageOptions): Promise<OpenStage> {
  const { seed, report, signal, eventsPerSecond, ask } = options;
  const broken = new Map<string, string[]>();
  const ending = new AbortController();
  const over = AbortSignal.any([signal, ending.signal]);
  await using opening = new AsyncDisposableStack();
  report('starting servers and services');
  const system = await startSystem({
    ...options,
    random: createRandom(seed + 1),
    signal: over,
    report(line) {
      // Most servers that end unexpectedly were struck.
      if (!/ended unexpectedly/.test(line)) report(line);
    },
  });
  opening.defer(() => system.stop());

  const known = createKnownStates((locationId) => READABLE.some((id) => id === locationId));
  const { publish, db } = system;
  const load = createLoad({ publish, seed, eventsPerSecond, now: Date.now(), known, interrupted: signal });
  const others: PublishedRecord[] = [];
  const progress = createProgress(db);
  const reads = newReads();
  let erasedFrom: string | null = null;
  const limits = { deadlineMs: REST_LIMIT_MS, pauseMs: PROBE_MS, signal: over };
  const watching = progress.run(over);
  opening.defer(async () => {
    ending.abort();
    await watching;
  });

  const publishing = startable((atWork) => [
    load.run(AbortSignal.any([over, atWork])).catch((error: unknown) => {
      if (!over.aborted) stage.broken('what ended by itself', `publishing: ${textOf(error)}`);
    }),
  ]);
  const reading = startable((atWork) =>
    system.baseUrls.flatMap((baseUrl, service) => {
      const floors = new Map<string, Slot>();
      return Array.from({ length: READERS_OF_EACH_QUERY_SERVICE }, (_, index) => {
        const random = createRandom(seed + 10 * service + index);
        const reader = { baseUrl, random, known, reads, floors, ...(ask && { ask }) };
        return readOnAndOn(reader, AbortSignal.any([over, atWork]));
      });
    }),
  );
  const stage: Stage = {
    ...{ context: options, system, load, progress, reads },
    expect: (records) => void others.push(...records),
    erasesFrom(locationId) {
      erasedFrom = locationId;
    },
    async atRest(run) {
      await publishing.stop();
      await stage.applied();
      await eventually(async () => (await waitingForRefresh(db)) === 0, { what: 'the dashboards', ...limits });
      await run();
      publishing.start();
    },
    async withoutReaders(run) {
      await reading.stop();
      try {
        return await run();
      } finally {
        reading.start();
      }
    },
    async applied() {
      const records = [...load.acknowledged.map(({ record }) => record), ...others];
      const positions = records.map(({ topic, partition, offset }) => ({ topic, partition, offset: String(offset) }));
      await untilApplied(system, positions, limits);
    },
    async recovered() {
      const from = performance.now();
      await stage.applied();
      const hasAnswered = (url: string) => (reads.lastGoodAt.get(url) ?? 0) > from;
      await eventually(async () => system.baseUrls.every(hasAnswered), {
        what: 'an answer of every service',
        ...limits,
      });
      return Math.round(performance.now() - from);
    },
    broken: (check, line) => void broken.set(check, [...(broken.get(check) ?? []), line]),
  };
  await load.prepare();
  await stage.applied();
  publishing.start();
  reading.start();
  opening.defer(async () => {
    ending.abort();
    await Promise.all([publishing.stop(), reading.stop()]);
  });
  const opened = opening.move();

  return {
    ...stage,
    async end(figures = {}) {
      report('waiting for rest');
      await Promise.all([publishing.stop(), reading.stop()]);
      await stage.applied().catch((error: unknown) => {
        signal.throwIfAborted();
        stage.broken('what is acknowledged and not applied', textOf(error));
      });
      const deadline = performance.now() + REST_LIMIT_MS;
      let waiting = await waitingForRefresh(db);
      for (; waiting > 0 && performance.now() < deadline; waiting = await waitingForRefresh(db)) await sleep(PROBE_MS);
      report('comparing everything that is stored, and searching for the planted numbers');
      const { acknowledged } = load;
      const stored = await storedChecks(system, { acknowledged, others, erasedFrom, waiting, signal });
      const { total, byOutcome, compared, ownWrites, wrong } = reads;
      const checks: Check[] = [
        ...stored,
        { name: 'answers that must never be', broken: wrong },
        { name: 'positions that went back', broken: progress.wrong },
        // A run in which nothing was compared has not shown that answers are right.
        { name: 'own writes that were read', broken: ownWrites > 0 ? [] : ['none'] },
        ...[...broken].map(([name, lines]) => ({ name, broken: lines })),
      ];
      const counted = { total, outcomes: Object.fromEntries(byOutcome), compared, ownWrites };
      return { checks, figures: { events: acknowledged.length + others.length, reads: counted, ...figures } };
    },
    close: () => opened.disposeAsync(),
  };
}

/** Opens a stage, strikes, and ends it. `strike` gives figures for the report. */
export async function onStage(options: StageOptions, strike: (stage: Stage) => Promise<object>): Promise<RunReport> {
  await using stage = new AsyncDisposableStack();
  const open = stage.adopt(await openStage(options), (opened) => opened.close());
  const figures = await strike(open);
  options.signal.throwIfAborted();
  return await open.end(figures);
}

export function textOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}

/** Work that goes on until it is stopped, and can be started again. */
function startable(begin: (signal: AbortSignal) => readonly Promise<void>[]) {
  let stopping = new AbortController();
  let work: readonly Promise<void>[] = [];
  return {
    start() {
      stopping = new AbortController();
      work = begin(stopping.signal);
    },
    async stop() {
      stopping.abort();
      await Promise.all(work);
    },
  };
}
