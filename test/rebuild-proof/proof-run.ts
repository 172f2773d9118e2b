import { publishDemo } from '@fundlens/local/demo/system/seeding';
import { demoEvents, demoWorld } from '@fundlens/local/demo/demo-events';
import { demoTokens } from '@fundlens/local/demo/tokens';
import { type Stack, startStack } from '@fundlens/local/stack';
import { redacted } from '@fundlens/projector/testing/projector-fixture';
import { creditReports } from '@fundlens/read-models/credit-reports/credit-reports';
import { modelVersion } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { sleep } from '@fundlens/runtime/backoff';
import { MongoClient } from 'mongodb';
import { createChaosLoad, READABLE, RECOUNTED } from '../chaos/chaos-load.ts';
import { newTally, readOnAndOn } from '../chaos/chaos-readers.ts';
import { createKnownStates } from '../chaos/known-states.ts';
import { createReadFloors } from '../chaos/read-floors.ts';
import { projectorEnvironment } from '../harness/service-environment.ts';
import { isReady, type ServiceProcess } from '../harness/service-process.ts';
import { createTestSystem, type TestSystem } from '../harness/test-system.ts';
import { drained, eventually } from '../harness/waiting.ts';
import type { PublishedRecord } from '../invariants/published-record.ts';
import { publishedAt, readStoredState, violations, waitingForRefresh } from '../invariants/stored-state.ts';
import { wrongFigures } from '../invariants/window-checks.ts';
import { createRandom } from '../simulation/random.ts';
import { demoQuestions, demoReader, newDemoReads, readDemo } from './demo-readers.ts';
import type { Progress, Proof } from './proof-report.ts';
import { type WatchedRebuild, watchRebuild } from './watched-rebuild.ts';

export type ProofOptions = {
  /** How many times the demo's data. */
  readonly scale: number;
  readonly seed: number;
  readonly dataDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
};

const PARTITIONS = 4;
/** Shorter than the sleep: the other projector has the partitions when the sleeper goes on with what it had begun. */
const SESSION_MS = '10000';
const GRACE_SECONDS = 15;
const MOST_EVENTS_PER_SECOND = 20;
/** Of what the projectors take at most: on a machine that is busy otherwise the rebuild has to come to an end, too. */
const LOAD_SHARE = 0.05;
const READERS_OF_EACH_KIND = 2;
/** Of the demo's events, when the rebuild is killed. */
const KILLED_AT = 0.5;
/**
 * Of the eight seconds before the switch (ANNOUNCE_MS): what was waited for when they began is answered within five, and
 * projectors have heard of the new versions.
 */
const ANNOUNCED_AWAKE_MS = 5_500;
/** Reading goes on after everything: an answer from a version that is gone would be a failed read. */
const AFTERWARDS_MS = 5_000;
/** Collections that a sleeper has brought back go within a minute, and some. */
const TIDY_LIMIT_MS = 90_000;
/** What has not come by then never will, at a hundred times the pace of two busy cores. */
const STEP_LIMIT_MS = 15 * 60_000;
/** Threads that render make way for everything else, so that a busy machine may leave them little. */
const STALLED_MS = 2 * 60_000;
const WINDOWS = Array.from({ length: 365 }, (_, index) => index + 1);

/**
 * Rebuilds everything beside two projectors, a query service, load and readers; kills the rebuild and resumes it, and has
 * a projector sleep across the switch; then compares.
 * @throws when the rebuild does not come through, or the reason of the signal; nothing runs any more then
 */
export async function proveRebuild(options: ProofOptions): Promise<Proof> {
  const { dataDirectory, environment, report, signal } = options;
  const stack = await startStack({ dataDirectory, environment, report, emptyFirst: true, signal });
  try {
    const system = await createTestSystem({ name: 'rebuild-proof', stack, partitions: PARTITIONS });
    const mongo = await new MongoClient(stack.mongodbUrl, { readConcernLevel: 'majority' }).connect();
    try {
      return await inSystem({ system, db: mongo.db(system.database), stack }, options);
    } finally {
      await mongo.close();
      await system.stop();
    }
  } finally {
    await stack.stop();
  }
}

type Surroundings = {
  readonly system: TestSystem;
  readonly stack: Stack;
  /** Reads what the majority of the servers has. */
  readonly db: TestSystem['db'];
};

async function inSystem({ system, db, stack }: Surroundings, options: ProofOptions): Promise<Proof> {
  const { scale, seed, report, signal } = options;
  const began = performance.now();
  const now = Date.now();
  const demo = {
    seed: String(seed),
    baseInstant: now,
    tokens: demoTokens('of a proof'),
    scale: 'full',
    times: scale,
  } as const;
  const known = createKnownStates((locationId) => READABLE.some((id) => id === locationId));

  const told: PublishedRecord[] = [];
  const publisher: Parameters<typeof publishDemo>[1]['publisher'] = {
    start: async () => undefined,
    stop: async () => undefined,
    async publish(events) {
      const positions = await system.publish(events);
      told.push(...publishedAt(events.map(redacted), positions));
      return positions;
    },
  };
  const quiet = { KAFKA_SESSION_TIMEOUT_MS: SESSION_MS, LOG_LEVEL: 'info' };
  const [sleeper, other] = [await system.startProjector(quiet), await system.startProjector(quiet)];
  const query = await system.startQuery({ LOG_LEVEL: 'info' });
  report(`publishing the demo ×${scale}`);
  const projectingFrom = performance.now();
  await publishDemo(demoEvents(demo), { publisher, report, signal, now: Date.now });
  const demoCount = told.length;
  await publisher.publish([demoReader.event]);
  report(`${demoCount} events are published; the projectors take the rest of them`);
  await appliedAll(system, signal);
  const projecting = since(projectingFrom);
  report(`everything is applied after ${projecting.toFixed(0)} s; PDFs are made`);
  // Otherwise both the projectors and the rebuild would make most of them.
  await drained(() => derivedWaiting(db), {
    what: 'the PDFs and dashboards that wait',
    stalledAfterMs: STALLED_MS,
    pauseMs: 500,
    signal,
  });
  const derived = since(projectingFrom);
  report(`PDFs and dashboards are made after ${derived.toFixed(0)} s`);

  const eventsPerSecond = Math.min(MOST_EVENTS_PER_SECOND, (LOAD_SHARE * demoCount) / projecting);
  const load = createChaosLoad({
    ...{ publisher: system, seed, eventsPerSecond, now, known },
    interrupted: signal,
  });
  await load.prepare();
  await appliedAll(system, signal);
  const tally = newTally();
  const floors = createReadFloors(known);
  const demoReads = newDemoReads();
  let waitForWrites = true;
  const asked = { ...known, lastWrite: () => (waitForWrites ? known.lastWrite() : null) };
  const [published, over] = [new AbortController(), new AbortController()];
  const failures: string[] = [];
  const publishing = load.run(AbortSignal.any([signal, published.signal])).catch((error: unknown) => {
    if (!signal.aborted) failures.push(`publishing ended: ${String(error)}`);
  });
  const atWork = AbortSignal.any([signal, over.signal]);
  const [questions, first] = [demoQuestions(demoWorld(demo), createRandom(seed)), new Map<string, string>()];
  const reading = Array.from({ length: READERS_OF_EACH_KIND }, (_, index) => [
    readOnAndOn({ baseUrl: query.baseUrl, random: createRandom(seed + index), known: asked, tally, floors }, atWork),
    readDemo(
      { ...{ baseUrl: query.baseUrl, questions, first }, random: createRandom(seed - index), reads: demoReads },
      atWork,
    ),
  ]).flat();
  const { topicPrefix, database } = system;
  const rebuild = watchRebuild({
    db,
    environment: projectorEnvironment({ stack, topicPrefix, database, partitions: PARTITIONS, adminPort: 0 }),
    graceSeconds: GRACE_SECONDS,
    ...{ limitMs: STEP_LIMIT_MS, report, signal },
  });

  let story: Story;
  try {
    story = await rebuildEverything(rebuild, sleeper, {
      ...options,
      demoCount,
      pauseWaiting: (paused) => {
        waitForWrites = !paused;
      },
      caughtUp: () => appliedAll(system, signal),
    });
    await sleep(AFTERWARDS_MS, signal);
  } finally {
    published.abort();
    await publishing;
    over.abort();
    await Promise.all([...reading, rebuild.stop()]);
  }
  signal.throwIfAborted();

  report('the load has ended; waiting for rest');
  await appliedAll(system, signal);
  await drained(() => waitingForRefresh(db), { what: 'the dashboards that wait', stalledAfterMs: STALLED_MS, signal });
  const replaced = () => leftOf(db);
  const left = await eventually(async () => (await replaced()).length === 0 && [], {
    what: 'the end of what the sleeper has brought back',
    deadlineMs: TIDY_LIMIT_MS,
  }).catch(replaced);
  report('ending the services');
  const statuses = await Promise.all([sleeper, other, query].map((service) => service.stop()));
  report('comparing everything that is stored');
  const state = await readStoredState(db);
  const counted = load.acknowledged.flatMap(({ event }) => (event.event.meta.locationId === RECOUNTED ? [event] : []));
  const run = await rebuild.run();
  const differences = [
    ...failures,
    ...story.wrong,
    ...statuses.flatMap((status, index) => (status === 0 ? [] : [`service ${index} ended with status ${status}`])),
    ...left.map((name) => `${name} is still there`),
    ...((run?.comparison?.different ?? 1) === 0 ? [] : ['the rebuild itself found differences']),
    ...violations(state, [...told, ...load.acknowledged.map(({ record }) => record)], { windowsAtRest: true }),
    ...wrongFigures(state.windows.get(RECOUNTED) ?? null, counted, { now: Date.now(), windows: WINDOWS }),
  ];
  const { replaying = 0 } = story.secondsByPhase;
  return {
    ...{ scale, seed, projecting, derived, differences },
    events: { demo: demoCount, meanwhile: load.acknowledged.length },
    rebuild: {
      secondsByPhase: story.secondsByPhase,
      seconds: story.seconds,
      eventsPerSecond: story.resumedAt.total / Math.max(replaying, 0.001),
      ...{ killedAt: story.killedAt, resumedAt: story.resumedAt, refusals: rebuild.refusals },
      comparison: run?.comparison ?? null,
    },
    asleepSeconds: story.asleepSeconds,
    readers: {
      ofLoad: { reads: tally.total, byOutcome: Object.fromEntries(tally.byOutcome), compared: tally.compared },
      ofDemo: {
        reads: demoReads.total,
        byOutcome: Object.fromEntries(demoReads.byOutcome),
        compared: demoReads.compared,
      },
      ownWrites: tally.ownWrites,
    },
    longestFreshnessGapMs: tally.longestFreshnessGapMs,
    stale: floors.stale,
    wrong: [...tally.wrong, ...demoReads.changed],
    documents: state.documents.size,
    totalSeconds: since(began),
  };
}

type Story = {
  readonly killedAt: Progress;
  readonly resumedAt: Progress;
  readonly seconds: number;
  readonly secondsByPhase: Readonly<Record<string, number>>;
  readonly asleepSeconds: number;
  readonly wrong: readonly string[];
};

type StoryOptions = Pick<ProofOptions, 'report' | 'signal'> & {
  /** Events of the demo. */
  readonly demoCount: number;
  /** While a projector stands still nobody can wait for what its partitions hold. */
  readonly pauseWaiting: (paused: boolean) => void;
  readonly caughtUp: () => Promise<void>;
};

async function rebuildEverything(
  rebuild: WatchedRebuild,
  sleeper: ServiceProcess,
  { demoCount, report, signal, pauseWaiting, caughtUp }: StoryOptions,
): Promise<Story> {
  const wrong: string[] = [];
  const began = performance.now();
  await rebuild.begin();
  await rebuild.reached('replaying', KILLED_AT * demoCount);
  await rebuild.kill();
  const atKill = await rebuild.run();
  const killedAt = atKill?.progress ?? { events: 0, total: 0 };
  report(`killed at ${killedAt.events} of ${killedAt.total} events`);
  if (atKill?.phase !== 'replaying') wrong.push(`it was killed in phase ${atKill?.phase}, not in the middle`);
  await rebuild.begin();
  const resumedAt = await eventually(
    async () => {
      const found = await rebuild.run();
      const { progress = null } = found ?? {};
      return progress !== null && progress.events !== killedAt.events && progress;
    },
    { what: 'progress after the kill', deadlineMs: STEP_LIMIT_MS },
  );
  report(`goes on at ${resumedAt.events} events`);
  if (resumedAt.events < killedAt.events) wrong.push('the resumed rebuild began with less than the killed one had');

  await rebuild.reached('announced');
  pauseWaiting(true);
  await sleep(ANNOUNCED_AWAKE_MS, signal);
  const asleepFrom = performance.now();
  process.kill(sleeper.pid, 'SIGSTOP');
  let status: number | null;
  try {
    if ((await rebuild.run())?.phase !== 'announced') wrong.push('the projector fell asleep after the switch');
    report('a projector sleeps');
    status = await rebuild.ended();
  } finally {
    process.kill(sleeper.pid, 'SIGCONT');
  }
  const asleepSeconds = since(asleepFrom);
  const seconds = since(began);
  report(`the rebuild has ended with status ${status}; the projector goes on`);
  const ended = await rebuild.run();
  if (status !== 0 || ended?.phase !== 'finished')
    wrong.push(`it ended with status ${status} in phase ${ended?.phase}`);
  await eventually(() => isReady(sleeper.adminPort), { what: 'the readiness of the projector that slept' });
  await caughtUp();
  pauseWaiting(false);
  return {
    killedAt,
    resumedAt,
    seconds,
    secondsByPhase: rebuild.secondsByPhase(),
    asleepSeconds,
    wrong,
  };
}

async function appliedAll({ applied }: TestSystem, signal: AbortSignal): Promise<void> {
  await applied.all({ deadlineMs: STEP_LIMIT_MS });
  signal.throwIfAborted();
}

/** Reports whose PDF is still to be made, or to be seen to be made, and documents that their dashboard does not count. */
async function derivedWaiting(db: TestSystem['db']): Promise<number> {
  const waiting = { dirtySince: { $gte: 0, $lte: Number.MAX_SAFE_INTEGER } };
  return (await db.collection(modelVersion(creditReports)).countDocuments(waiting)) + (await waitingForRefresh(db));
}

/** Collections of the versions that were replaced. */
async function leftOf(db: TestSystem['db']): Promise<string[]> {
  const replaced = new Set(readModels.map(modelVersion));
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  return found.flatMap(({ name }) => (replaced.has(name) ? [name] : []));
}

function since(from: number): number {
  return (performance.now() - from) / 1_000;
}
