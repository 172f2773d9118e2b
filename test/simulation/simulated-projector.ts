import { type Stream, streams } from '@fundlens/contracts/definition/event-definition';
import { createReadBatch, type ReadBatch } from '@fundlens/projection/consumer/read-batch';
import { type Commit, createCommit } from '@fundlens/projection/consumer/commit';
import { createFreshness } from '@fundlens/projection/consumer/freshness';
import type { Logs, Source } from '@fundlens/projection/log/source';
import { StreamConsumer } from '@fundlens/projection/consumer/stream-consumer';
import type { DeadLetterStore } from '@fundlens/projection/dead-letters/dead-letter-store';
import { NO_ERASURES } from '@fundlens/projection/erasures/testing/no-erasures';
import { createPartitionHealth, type PartitionHealth } from '@fundlens/projection/health/partition-health';
import { createDashboardWork } from '@fundlens/projector/dashboards/dashboard-work';
import type { WindowStore } from '@fundlens/dashboards/window-store';
import type { CheckpointStore } from '@fundlens/projection/writer/checkpoint-store';
import type { DocumentStore } from '@fundlens/projection/writer/document-store';
import { createDocumentWriter, type ChangedDocument } from '@fundlens/projection/writer/document-writer';
import { createSlotCache, type SlotCache } from '@fundlens/projection/writer/slot-cache';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import { createBackoff, type Sleep } from '@fundlens/runtime/backoff';
import { failureKind, RetryableError } from '@fundlens/runtime/errors';
import type { CertainWeather, Weather } from './faults.ts';
import { type Laboratory, REDACTION } from './laboratory.ts';
import type { MemoryBroker } from './memory-broker.ts';
import { createMemoryCheckpointStore } from './memory-checkpoint-store.ts';
import type { Database, MemoryDatabase } from './memory-database.ts';
import { createMemoryDeadLetterStore } from './memory-dead-letter-store.ts';
import { createMemoryDocumentStore, type MergeOutbox } from './memory-document-store.ts';
import { createMemorySource } from './memory-source.ts';
import { createMemoryWindowStore } from './memory-window-store.ts';
import type { Random } from '@fundlens/runtime/testing/random';
import type { Process, Scheduler } from './scheduler.ts';
import type { SimulatedServer } from './simulated-server.ts';

/** Milliseconds by which partitions are apart. */
const MAX_APART_MS = 2_000;
/** A mistake in one of the projector's parts, put around the real one: what the simulator must find. */
export type Defect = {
  readonly name: string;
  /** Where it seldom shows in the usual weather: what it needs. */
  readonly shownBy?: CertainWeather;
  /** No earlier seed showed it: the search begins there. Default: 1. */
  readonly from?: number;
  readonly database?: (database: MemoryDatabase) => Database;
  readonly acknowledged?: 'primary';
  readonly mergeOutbox?: MergeOutbox;
  /** `world`: the same object for all processes of one world. */
  readonly cache?: (cache: SlotCache, world: object) => SlotCache;
  readonly documents?: (store: DocumentStore, cache: SlotCache) => DocumentStore;
  readonly windows?: (store: WindowStore) => WindowStore;
  readonly deadLetters?: (store: DeadLetterStore) => DeadLetterStore;
  readonly now?: (now: () => Promise<number>, clock: () => number) => () => Promise<number>;
  readonly logs?: (logs: Logs) => Logs;
  readonly source?: (source: Source) => Source;
  readonly commit?: (commit: Commit, checkpoints: CheckpointStore) => Partial<Commit>;
  readonly read?: (read: ReadBatch) => ReadBatch;
  readonly resume?: (
    checkpoints: Pick<CheckpointStore, 'load'>,
    parts: { broker: MemoryBroker; groupOf: (topic: string) => string },
  ) => Pick<CheckpointStore, 'load'>;
};

export type ProjectorParts = {
  readonly laboratory: Laboratory;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly broker: MemoryBroker;
  readonly database: MemoryDatabase;
  readonly server: SimulatedServer;
  readonly weather: Pick<Weather, 'cacheBytes' | 'bytesInFlight'>;
  readonly defect: Defect | null;
  /** Sends a wake-up: the location waits for its refresh. */
  wakeUp(locationId: string): void;
  /** Counts what came of the faults, and of what the parts are for. */
  count(what: string): void;
  /** Something threw that must not throw. */
  wrong(what: string): void;
};

export type SimulatedProjector = {
  readonly process: Process;
  readonly partitionHealth: PartitionHealth;
  /** The members that the groups know. */
  readonly members: readonly { readonly groupId: string; readonly memberId: string }[];
  /** A wake-up has reached this process. */
  refresh(locationId: string): void;
  /** SIGTERM: resolves when all parts have ended. */
  stop(): Promise<void>;
};

const GROUPS: Readonly<Record<Stream, string>> = { access: 'access', crm: 'changes', funding: 'changes' };
const BACKOFF = { initialMs: 50, maxMs: 1_000 };
const SWEEP_MS = 400;
const FRESHNESS_MS = 700;
const MAX_FETCHED = 12;
const LOST_HEARTBEAT_IN = 200;
/** Sometimes less than it takes to read a batch, sometimes more. */
const MAX_GATHER_MS = 60;
/** Milliseconds by which the clocks of processes are wrong. */
const CLOCK_SKEWS = [0, 0, 0, -3_600_000, 3_600_000];
/** Some processes are slow, so that others do much between two of their steps. */
const PACES = [1, 1, 0.3, 0.05];

/** One process with the projector's real loop, over the simulated log and database. Started at once. */
export function startProjector(name: string, parts: ProjectorParts): SimulatedProjector {
  const { laboratory, scheduler, random, broker, server, weather, defect } = parts;
  const database = defect?.database?.(parts.database) ?? parts.database;
  const { topics, metrics, logger } = laboratory;
  const process: Process = { name, state: 'running', pace: random.pick(PACES) };
  const calls = server.callsOf(process, defect?.acknowledged);
  const sleep: Sleep = scheduler.sleepOf(process);
  const skew = random.pick(CLOCK_SKEWS);
  const clock = () => scheduler.now() + skew;
  const partitionHealth = createPartitionHealth({ clock, monotonic: scheduler.now });
  const createNewBackoff = () => createBackoff({ ...BACKOFF, random: random.next });
  const pause = async (round: number) => {
    await sleep(random.below(2 ** Math.min(round, 6)));
  };

  const realNow = () => calls.read('time', scheduler.now);
  const now = defect?.now?.(realNow, clock) ?? realNow;
  const checkpoints = createMemoryCheckpointStore(database, calls, scheduler.now);
  const realDeadLetters = createMemoryDeadLetterStore(database, calls);
  const deadLetters = defect?.deadLetters?.(realDeadLetters) ?? realDeadLetters;
  const realCache = counted(createSlotCache(weather.cacheBytes), parts);
  const cache = defect?.cache?.(realCache, parts.database) ?? realCache;
  const realDocuments = createMemoryDocumentStore(database, calls, defect?.mergeOutbox);
  const documents = defect?.documents?.(realDocuments, cache) ?? realDocuments;
  const realWindows = createMemoryWindowStore(database, calls);
  const windows = defect?.windows?.(realWindows) ?? realWindows;
  const { refresh, sweeper } = createDashboardWork({
    store: windows,
    isRead: () => true,
    lag: () => 0,
    pauseBeforeRound: pause,
    sweepMs: SWEEP_MS,
    metrics,
    partitionHealth: {
      setPart(_, trouble) {
        if (trouble !== null && !PASSING.has(trouble)) parts.wrong(`${name}: a sweep ended with ${trouble}`);
      },
    },
    logger,
    clock,
    sleep,
  });

  const realLogs: Logs = {
    async bounds(topic) {
      await scheduler.arrival(process, `${name} asks: bounds`);
      if (server.away) throw new RetryableError('kafka_unavailable', 'The simulated log is away.');
      const bounds = broker.bounds(topic);
      await scheduler.step(process, 'hears: bounds');
      return bounds;
    },
  };
  const logs = defect?.logs?.(realLogs) ?? realLogs;

  /** As the composition root does it: the partitions of a group are committed together, all groups share the cache. */
  const commitOfGroup = (): Commit => {
    const commit = createCommit({
      writer: createDocumentWriter({
        generation: () => 1,
        erasures: NO_ERASURES,
        store: documents,
        pauseBeforeRound(round) {
          parts.count('swap lost');
          return pause(round);
        },
        cache,
        yieldToEventLoop: () => scheduler.step(process, 'yields'),
      }),
      deadLetters,
      checkpoints: {
        async advance(advances) {
          if (advances.length > 1) parts.count('commit of several batches');
          await checkpoints.advance(advances);
        },
      },
      metrics,
      clock,
      onWritten({ changed }) {
        for (const locationId of new Set(changed.flatMap(dashboardOf))) parts.wakeUp(locationId);
      },
    });
    return { ...commit, ...defect?.commit?.(commit, checkpoints) };
  };

  const realRead = createReadBatch({
    topics,
    codec: laboratory.codec,
    redaction: REDACTION,
    deadLetters,
    isActive: () => true,
    metrics,
    clock,
  });
  const read = defect?.read?.(realRead) ?? realRead;

  const restartFromCheckpoints = () => {
    cache.clear();
    for (const consumer of consumers) consumer.restartFromCheckpoints();
  };
  const groupOf = (topic: string) => GROUPS[streams.find((stream) => topics[stream] === topic) ?? 'crm'];
  const resume = defect?.resume?.(checkpoints, { broker, groupOf }) ?? checkpoints;
  const members: { groupId: string; memberId: string }[] = [];
  const consumerOf = (groupId: string) => {
    const memberId = `${name} ${groupId}`;
    members.push({ groupId, memberId });
    const realSource = createMemorySource({
      broker,
      groupId,
      memberId,
      topics: streams.filter((stream) => GROUPS[stream] === groupId).map((stream) => topics[stream]),
      step: (label) => scheduler.step(process, label),
      losesHeartbeat: () => random.below(LOST_HEARTBEAT_IN) === 0,
      fetchSize: () => random.between(1, MAX_FETCHED),
      completeUntil: () => scheduler.now() - random.below(MAX_APART_MS),
    });
    return new StreamConsumer({
      name: groupId,
      source: defect?.source?.(realSource) ?? realSource,
      logs,
      checkpoints: resume,
      read,
      commit: commitOfGroup(),
      maxBytes: weather.bytesInFlight,
      partitionHealth,
      logger,
      createBackoff: createNewBackoff,
      onCheckpointGap: restartFromCheckpoints,
      yieldToEventLoop: () => sleep(random.below(MAX_GATHER_MS)).then(() => undefined),
      sleep,
    });
  };
  const consumers: StreamConsumer[] = ['access', 'changes'].map(consumerOf);

  const freshness = createFreshness({
    progress: () => consumers.flatMap((consumer) => consumer.progress()),
    logs,
    checkpoints,
    topics,
    onBounds: () => undefined,
    state: { storeEventLog: async () => undefined, storePartitionStates: now },
    onCheckpointGap: restartFromCheckpoints,
    metrics,
    partitionHealth,
    logger,
    intervalMs: FRESHNESS_MS,
    clock,
    sleep,
  });
  const running = [...consumers, freshness, sweeper];
  for (const part of running) {
    part.start().catch((error: unknown) => parts.wrong(`${name}: a part did not start: ${String(error)}`));
  }
  return {
    process,
    partitionHealth,
    members,
    refresh(locationId) {
      scheduler
        .step(process, 'takes a wake-up')
        .then(() => refresh(locationId))
        .catch((error: unknown) => {
          if (failureKind(error) !== 'retryable') parts.wrong(`${name}: a refresh ended with ${String(error)}`);
        });
    },
    async stop() {
      await Promise.all(running.map((part) => part.stop()));
    },
  };
}

/** Codes of failures that pass by themselves. */
const PASSING = new Set(['mongodb_unavailable', 'swaps_lost', 'kafka_unavailable']);

function counted(cache: SlotCache, parts: Pick<ProjectorParts, 'count'>): SlotCache {
  return {
    ...cache,
    get(name) {
      const found = cache.get(name);
      if (found !== undefined) parts.count('document remembered');
      return found;
    },
  };
}

function dashboardOf({ readModel, id }: ChangedDocument): string[] {
  return DASHBOARD_SOURCES.some((source) => source === readModel) && 'locationId' in id ? [id.locationId] : [];
}
