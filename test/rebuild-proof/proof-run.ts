import { publishDemo } from '@fundlens/local/demo/system/seeding';
import { type DemoOptions, demoEvents, demoWorld } from '@fundlens/local/demo/demo-events';
import { demoTokens } from '@fundlens/local/demo/tokens';
import { type Stack, startStack } from '@fundlens/local/stack';
import { redacted } from '@fundlens/projector/testing/projector-fixture';
import { creditReports } from '@fundlens/read-models/credit-reports/credit-reports';
import { modelVersion } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { sleep } from '@fundlens/runtime/backoff';
import { MongoClient } from 'mongodb';
import { type ChaosLoad, createChaosLoad, READABLE } from '../chaos/chaos-load.ts';
import { newTally, readOnAndOn, type ReadTally } from '../chaos/chaos-readers.ts';
import { createKnownStates } from '../chaos/known-states.ts';
import { createReadFloors, type ReadFloors } from '../chaos/read-floors.ts';
import { projectorEnvironment } from '../harness/service-environment.ts';
import type { ServiceProcess } from '../harness/service-process.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { drained, eventually } from '../harness/waiting.ts';
import type { PublishedRecord } from '../invariants/published-record.ts';
import { publishedAt, waitingForRefresh } from '../invariants/stored-state.ts';
import type { RunContext } from '../long-run/long-run.ts';
import { figuresOf } from '../long-run/read-figures.ts';
import { checkStored } from '../long-run/stored-checks.ts';
import { startTraffic, type Traffic } from '../long-run/traffic.ts';
import { createRandom } from '../simulation/random.ts';
import { type DemoReads, demoQuestions, demoReader, newDemoReads, readDemo } from './demo-readers.ts';
import type { Proof } from './proof-report.ts';
import { rebuildEverything, type ScenarioResult, secondsSince } from './rebuild-scenario.ts';
import { WatchedRebuild } from './watched-rebuild.ts';

export type ProofOptions = RunContext & {
  /** How many times the demo's data. */
  readonly scale: number;
};

const PARTITIONS = 4;
/** Shorter than the sleep: the other projector has the partitions when the sleeper goes on with what it had begun. */
const SESSION_MS = '10000';
const GRACE_SECONDS = 15;
const MOST_EVENTS_PER_SECOND = 20;
/** Of what the projectors take at most: on a machine that is busy otherwise the rebuild has to come to an end, too. */
const LOAD_SHARE = 0.05;
const READERS_OF_EACH_KIND = 2;
/** Reading goes on after everything: an answer from a version that is gone would be a failed read. */
const AFTERWARDS_MS = 5_000;
/** Collections that a sleeper has brought back go within a minute, and some. */
const TIDY_LIMIT_MS = 90_000;
/** What has not come by then never will, at a hundred times the pace of two busy cores. */
const STEP_LIMIT_MS = 15 * 60_000;
/** Threads that render make way for everything else, so that a busy machine may leave them little. */
const STALLED_MS = 2 * 60_000;

/**
 * Rebuilds everything beside two projectors, a query service, load and readers; kills the rebuild and resumes it, and has
 * a projector sleep across the switch; then compares.
 * @throws when the rebuild does not come through, or the reason of the signal; nothing runs any more then
 */
export async function proveRebuild(options: ProofOptions): Promise<Proof> {
  const { dataDirectory, environment, report, step, signal } = options;
  const stack = await step('starting servers', () =>
    startStack({ dataDirectory, environment, report, emptyFirst: true, signal }),
  );
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

async function inSystem(surroundings: Surroundings, options: ProofOptions): Promise<Proof> {
  const { system, db } = surroundings;
  const { scale, seed, report, step, signal } = options;
  const began = performance.now();
  const demo: DemoOptions = {
    ...{ seed: String(seed), baseInstant: Date.now(), tokens: demoTokens('of a proof') },
    ...{ scale: 'full', times: scale },
  };
  const services = await startServices(system);
  const published = await step(`publishing and projecting the demo ×${scale}`, () =>
    projectDemo(surroundings, options, demo),
  );
  const reading = await startReading(surroundings, {
    options,
    published,
    query: services.query,
    world: demoWorld(demo),
  });
  const environment = rebuildEnvironment(surroundings);
  const limits = { graceSeconds: GRACE_SECONDS, limitMs: STEP_LIMIT_MS };
  const rebuild = new WatchedRebuild({ db, environment, ...limits, report, signal });
  let result: ScenarioResult;
  try {
    result = await step('rebuilding everything', () =>
      rebuildEverything({
        ...{ rebuild, sleeper: services.sleeper, demoCount: published.demoCount, stepLimitMs: STEP_LIMIT_MS },
        ...{ pauseWaiting: reading.pauseWaiting, caughtUp: () => appliedAll(system, signal), report, signal },
      }),
    );
    await sleep(AFTERWARDS_MS, signal);
  } finally {
    await reading.traffic.stopPublishing();
    await Promise.all([reading.traffic.stop(), rebuild.stop()]);
  }
  signal.throwIfAborted();
  const left = await step('waiting for rest', () => atRest(surroundings, signal));
  const statuses = await Promise.all(Object.values(services).map((service) => service.stop()));
  const { state, wrong } = await step('checking what is stored', () =>
    checkStored(db, { acknowledged: reading.load.acknowledged, others: published.records, windowsAtRest: true }),
  );
  const figures = await rebuildFigures(rebuild, result);
  return {
    ...{ scale, seed, projecting: published.projecting, derived: published.derived, rebuild: figures },
    events: { demo: published.demoCount, meanwhile: reading.load.acknowledged.length },
    asleepSeconds: result.asleepSeconds,
    ...reading.figures(),
    differences: [
      ...[...reading.traffic.failures, ...result.wrong, ...wrong],
      ...statuses.flatMap((status, index) => (status === 0 ? [] : [`service ${index} ended with status ${status}`])),
      ...left.map((name) => `${name} is still there`),
      ...((figures.comparison?.different ?? 1) === 0 ? [] : ['the rebuild itself found differences']),
    ],
    documents: state.documents.size,
    totalSeconds: secondsSince(began),
  };
}

async function rebuildFigures(rebuild: WatchedRebuild, result: ScenarioResult): Promise<Proof['rebuild']> {
  const { killedAt, resumedAt, seconds } = result;
  const secondsByPhase = rebuild.secondsByPhase();
  return {
    ...{ secondsByPhase, seconds, refusals: rebuild.refusals, killedAt, resumedAt },
    comparison: (await rebuild.run())?.comparison ?? null,
    eventsPerSecond: resumedAt.total / Math.max(secondsByPhase.replaying ?? 0, 0.001),
  };
}

async function startServices(system: TestSystem): Promise<{
  readonly sleeper: ServiceProcess;
  readonly other: ServiceProcess;
  readonly query: QueryService;
}> {
  const projector = { KAFKA_SESSION_TIMEOUT_MS: SESSION_MS, LOG_LEVEL: 'info' };
  return {
    sleeper: await system.startProjector(projector),
    other: await system.startProjector(projector),
    query: await system.startQuery({ LOG_LEVEL: 'info' }),
  };
}

type PublishedDemo = {
  /** What the log has acknowledged. */
  readonly records: readonly PublishedRecord[];
  readonly demoCount: number;
  /** Seconds until everything was applied, and until every PDF and dashboard was made. */
  readonly projecting: number;
  readonly derived: number;
};

async function projectDemo(
  { system, db }: Surroundings,
  { report, signal }: ProofOptions,
  demo: DemoOptions,
): Promise<PublishedDemo> {
  const records: PublishedRecord[] = [];
  const publisher: Parameters<typeof publishDemo>[1]['publisher'] = {
    start: async () => undefined,
    stop: async () => undefined,
    async publish(events) {
      const positions = await system.publish(events);
      records.push(...publishedAt(events.map(redacted), positions));
      return positions;
    },
  };
  const from = performance.now();
  await publishDemo(demoEvents(demo), { publisher, report, signal, now: Date.now });
  const demoCount = records.length;
  await publisher.publish([demoReader.event]);
  report(`${demoCount} events are published; the projectors take the rest of them`);
  await appliedAll(system, signal);
  const projecting = secondsSince(from);
  report(`everything is applied after ${projecting.toFixed(0)} s; the projectors make PDFs`);
  // Otherwise both the projectors and the rebuild would make most of them.
  const what = 'the PDFs and dashboards that wait';
  await drained(() => derivedWaiting(db), { what, stalledAfterMs: STALLED_MS, pauseMs: 500, signal });
  const derived = secondsSince(from);
  report(`PDFs and dashboards are made after ${derived.toFixed(0)} s`);
  return { records, demoCount, projecting, derived };
}

type Reading = {
  readonly load: ChaosLoad;
  readonly traffic: Traffic;
  pauseWaiting(paused: boolean): void;
  figures(): Pick<Proof, 'readers' | 'longestFreshnessGapMs' | 'stale' | 'wrong'>;
};

type ReadingOptions = {
  readonly options: ProofOptions;
  readonly published: PublishedDemo;
  readonly query: QueryService;
  readonly world: Parameters<typeof demoQuestions>[0];
};

/** Starts the load, readers of what it writes, and readers of the demo's data. */
async function startReading(
  { system }: Surroundings,
  { options: { seed, signal }, published, query: { baseUrl }, world }: ReadingOptions,
): Promise<Reading> {
  const known = createKnownStates((locationId) => READABLE.some((id) => id === locationId));
  const eventsPerSecond = Math.min(MOST_EVENTS_PER_SECOND, (LOAD_SHARE * published.demoCount) / published.projecting);
  const load = createChaosLoad({
    ...{ publisher: system, seed, eventsPerSecond, now: Date.now(), known },
    interrupted: signal,
  });
  await load.prepare();
  await appliedAll(system, signal);
  const [tally, floors, reads] = [newTally(), createReadFloors(known), newDemoReads()];
  let waitForWrites = true;
  const asked = { ...known, lastWrite: () => (waitForWrites ? known.lastWrite() : null) };
  const [questions, first] = [demoQuestions(world, createRandom(seed)), new Map<string, string>()];
  const readers = (atWork: AbortSignal) =>
    Array.from({ length: READERS_OF_EACH_KIND }, (_, index) => [
      readOnAndOn({ baseUrl, random: createRandom(seed + index), known: asked, tally, floors }, atWork),
      readDemo({ baseUrl, questions, first, random: createRandom(seed - index), reads }, atWork),
    ]).flat();
  return {
    load,
    traffic: startTraffic({ load, readers, signal }),
    pauseWaiting: (paused) => {
      waitForWrites = !paused;
    },
    figures: () => readingFigures(tally, floors, reads),
  };
}

function readingFigures(tally: ReadTally, floors: ReadFloors, reads: DemoReads): ReturnType<Reading['figures']> {
  return {
    readers: { ofLoad: figuresOf(tally), ofDemo: figuresOf(reads), ownWrites: tally.ownWrites },
    longestFreshnessGapMs: tally.longestFreshnessGapMs,
    stale: floors.stale,
    wrong: [...tally.wrong, ...reads.changed],
  };
}

function rebuildEnvironment({ stack, system: { topicPrefix, database } }: Surroundings) {
  return projectorEnvironment({ stack, topicPrefix, database, partitions: PARTITIONS, adminPort: 0 });
}

/** @returns the replaced collections that are still there, which a projector that slept may have brought back */
async function atRest({ system, db }: Surroundings, signal: AbortSignal): Promise<string[]> {
  await appliedAll(system, signal);
  await drained(() => waitingForRefresh(db), { what: 'the dashboards that wait', stalledAfterMs: STALLED_MS, signal });
  const replaced = () => leftOf(db);
  return await eventually(async () => (await replaced()).length === 0 && [], {
    what: 'the end of what the sleeper has brought back',
    deadlineMs: TIDY_LIMIT_MS,
  }).catch(replaced);
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
