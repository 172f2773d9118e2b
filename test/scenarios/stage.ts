import { sleep } from '@fundlens/runtime/backoff';
import type { Slot } from '@fundlens/read-models/slot';
import type { request } from '../harness/api-client.ts';
import type { PublishedRecord } from '../invariants/published-record.ts';
import { createRandom } from '../simulation/random.ts';
import { storedChecks, untilRefreshed } from './checks.ts';
import { createKnownStates } from './known-states.ts';
import { createLoad, type Load, READABLE } from './load.ts';
import { createProgress, type Progress } from './progress.ts';
import { newReads, type Reads, readOnAndOn } from './readers.ts';
import type { Check, RunReport } from './report.ts';
import type { RunContext } from './scenario.ts';
import { startSystem, type System, type SystemOptions } from './system.ts';

export type StageOptions = RunContext & {
  readonly eventsPerSecond: number;
  readonly serviceOptions?: SystemOptions['options'];
  /** Before the load begins and the services start. */
  readonly changes?: System['changes'];
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
  note(line: string): void;
};

export type OpenStage = Stage & {
  /** Ends load, readers and services, and holds everything to what must hold in the end. */
  end(figures?: object): Promise<RunReport>;
  close(): Promise<void>;
};

const READERS_OF_EACH_QUERY_SERVICE = 2;
/** A system that is whole again and has not come to rest by then never will. */
export const REST_LIMIT_MS = 180_000;
const PROBE_MS = 25;

/** Starts a system of its own, publishes and reads. @throws the reason of the signal when that is aborted */
export async function openStage(options: StageOptions): Promise<OpenStage> {
  const { seed, dataDirectory, environment, report, signal, eventsPerSecond, serviceOptions, changes } = options;
  const [notes, broken] = [[] as string[], new Map<string, string[]>()];
  const ending = new AbortController();
  await using opening = new AsyncDisposableStack();
  report('starting servers and services');
  const system = await startSystem({
    ...{
      dataDirectory,
      environment,
      random: createRandom(seed + 1),
      ...(serviceOptions && { options: serviceOptions }),
    },
    signal: AbortSignal.any([signal, ending.signal]),
    report(line) {
      // Most servers that end unexpectedly were struck.
      if (/^(projector|query)-\d/.test(line)) notes.push(line.split('\n')[0] ?? line);
      else if (!/ended unexpectedly/.test(line)) report(line);
    },
    ...(changes && { changes }),
  });
  opening.defer(() => system.stop());
  opening.defer(() => ending.abort());

  const known = createKnownStates((locationId) => READABLE.some((id) => id === locationId));
  const { publisher, db, topics } = system;
  const load = createLoad({ publisher, seed, eventsPerSecond, now: Date.now(), known, interrupted: signal });
  const others: PublishedRecord[] = [];
  const ends = () => [...load.acknowledged.map(({ record }) => record), ...others].map(positionOf);
  const progress = createProgress({ db, topics, ends });
  const reads = newReads();
  let erasedFrom: string | null = null;
  const over = AbortSignal.any([signal, ending.signal]);
  const watching = progress.run(over);
  await load.prepare();
  await progress.applied(over, REST_LIMIT_MS);

  const publishing = startable((atWork) => [
    load.run(AbortSignal.any([over, atWork])).catch((error: unknown) => {
      if (!over.aborted) note(broken, 'what ended by itself', `publishing: ${textOf(error)}`);
    }),
  ]);
  const reading = startable((atWork) =>
    system.baseUrls.flatMap((baseUrl, service) => {
      const floors = new Map<string, Slot>();
      return Array.from({ length: READERS_OF_EACH_QUERY_SERVICE }, (_, index) => {
        const random = createRandom(seed + 10 * service + index);
        const reader = { baseUrl, random, known, reads, floors, ...(options.ask && { ask: options.ask }) };
        return readOnAndOn(reader, AbortSignal.any([over, atWork]));
      });
    }),
  );
  publishing.start();
  reading.start();
  opening.defer(async () => {
    ending.abort();
    await Promise.all([publishing.stop(), reading.stop(), watching]);
  });
  const opened = opening.move();

  const stage: Stage = {
    ...{ context: options, system, load, progress, reads },
    expect: (records) => void others.push(...records),
    erasesFrom(locationId) {
      erasedFrom = locationId;
    },
    async atRest(run) {
      await publishing.stop();
      await stage.applied();
      await untilRefreshed(system, REST_LIMIT_MS);
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
    applied: () => progress.applied(over, REST_LIMIT_MS),
    async recovered() {
      const from = performance.now();
      await stage.applied();
      const silent = () => system.baseUrls.filter((url) => (reads.lastGoodAt.get(url) ?? 0) <= from);
      while (silent().length > 0) {
        signal.throwIfAborted();
        if (performance.now() - from > REST_LIMIT_MS) throw new Error(`no good answer came from ${silent().join()}`);
        await sleep(PROBE_MS, signal);
      }
      return Math.round(performance.now() - from);
    },
    broken: (check, line) => note(broken, check, line),
    note: (line) => void notes.push(line),
  };
  return {
    ...stage,
    async end(figures = {}) {
      report('waiting for rest');
      await Promise.all([publishing.stop(), reading.stop()]);
      await stage.applied().catch((error: unknown) => {
        signal.throwIfAborted();
        note(broken, 'what is acknowledged and not applied', textOf(error));
      });
      report('comparing everything that is stored, and searching for the planted numbers');
      const { acknowledged } = load;
      const limits = { limitMs: REST_LIMIT_MS, seed, signal };
      const stored = await storedChecks(system, { acknowledged, others, erasedFrom, ...limits });
      const { total, byOutcome, compared, ownWrites, longestFreshnessGapMs } = reads;
      const outcomes = Object.fromEntries(byOutcome);
      const checks: Check[] = [
        ...stored.checks,
        { name: 'answers that must never be', broken: reads.wrong },
        { name: 'positions that went back', broken: progress.wrong },
        // A run in which nothing was compared has not shown that answers are right.
        { name: 'own writes that were read', broken: ownWrites > 0 ? [] : ['none'] },
        ...[...broken].map(([name, lines]) => ({ name, broken: lines })),
      ];
      return {
        lines: [
          `events: ${acknowledged.length} and ${others.length}, batches published again: ${load.retries}`,
          `reads: ${total} (${JSON.stringify(outcomes)}); compared ${compared}, ${ownWrites} after waiting for a write`,
          `longest freshness gap in an answer: ${(longestFreshnessGapMs / 1_000).toFixed(1)} s`,
        ],
        notes: [{ name: 'incidents', broken: notes }],
        checks,
        figures: {
          events: acknowledged.length,
          reads: { total, outcomes, compared, ownWrites },
          ...stored.figures,
          ...figures,
        },
      };
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

function note(broken: Map<string, string[]>, check: string, line: string): void {
  broken.set(check, [...(broken.get(check) ?? []), line]);
}

export function textOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}

function positionOf({ topic, partition, offset }: PublishedRecord) {
  return { topic, partition, offset: String(offset) };
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
