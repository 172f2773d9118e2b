import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createEventReading } from '@fundlens/projection/consumer/event-reading';
import { maxBytesPerPartition } from '@fundlens/projection/consumer/consumer-groups';
import { createGroupCommit, gatherReads } from '@fundlens/projection/consumer/group-commit';
import { createKafkaSource } from '@fundlens/projection/log/kafka-source';
import { createDeadLetterStore } from '@fundlens/projection/dead-letters/dead-letter-store';
import type { Projection } from '@fundlens/projection/projections/projection';
import { projections } from '@fundlens/projection/projections/registry';
import type { Stream } from '@fundlens/read-models/definition';
import type { WrittenVersions } from '@fundlens/projection/versions/written-versions';
import type { DocumentStore } from '@fundlens/projection/writer/document-store';
import { createDocumentWriter, type DocumentWriter } from '@fundlens/projection/writer/document-writer';
import { createSlotCache, type SlotCache } from '@fundlens/projection/writer/slot-cache';
import { createBackoff } from '@fundlens/runtime/backoff';
import type { Logger } from '@fundlens/runtime/logger';
import type { OperatorConfig } from '../config.ts';
import { type Connections, openConnections } from '../connections/composition-root.ts';
import { createBarriers } from './barriers.ts';
import { createDeadLetterSlots } from './dead-letter-slots.ts';
import { createDerivedWork, type DerivedWork } from './derived-work.ts';
import { createDocumentPairs } from './document-pairs-store.ts';
import { createLiveComparison } from './live-comparison.ts';
import { createLogReplay } from './log-replay.ts';
import { createRebuild, type Rebuild } from './rebuild.ts';
import type { Attempt, RebuildOptions, Replay } from './rebuild-ports.ts';
import { createRebuildDeadLetters, type RebuildDeadLetters } from './rebuild-dead-letter-store.ts';
import type { RebuildRun } from '@fundlens/read-models/rebuild-run';
import { createRenderFromSlots } from './render-from-slots.ts';
import { createRunStore } from './run-store.ts';
import { createSlotsReader } from './slots-reader-store.ts';

export type RebuildSeams = Pick<RebuildOptions, 'onProgress' | 'announceMs' | 'withdrawMs'> & {
  readonly logger: Logger;
  /** Shorter in tests: how long the comparison waits for projectors. */
  readonly projectorsMs?: number;
  /** Tests wrap the store to inject faults. */
  readonly wrapStore?: (store: DocumentStore) => DocumentStore;
};

export type RebuildRunner = Rebuild & { close(): Promise<void> };

const clock = Date.now;
const newBackoff = () => createBackoff({ initialMs: 200, maxMs: 10_000, factor: 2, random: Math.random });

/** The composition root of a rebuild. It has connections of its own: a rebuild may run for hours. */
export function createRebuildRunner(
  config: OperatorConfig,
  { logger, wrapStore, projectorsMs, ...seams }: RebuildSeams,
): RebuildRunner {
  const connections = openConnections(config, {
    clientId: 'fundlens-rebuild',
    createBackoff: newBackoff,
    logger,
    clock,
    ...(wrapStore && { wrapStore }),
  });
  const { db, versions, fingerprint, close } = connections;
  const open: RebuildOptions['open'] = async (run, owner, pause) =>
    openAttempt(connections, { config, logger, run, owner, pause, ...(projectorsMs && { projectorsMs }) });
  const rebuild = createRebuild({
    runs: createRunStore(db, clock),
    versions,
    fingerprint,
    open,
    standInIndexes: config.MONGODB_STAND_IN_INDEXES,
    newId: randomUUID,
    createBackoff: newBackoff,
    clock,
    logger,
    ...seams,
  });
  return { ...rebuild, close };
}

type AttemptOptions = {
  readonly config: OperatorConfig;
  readonly logger: Logger;
  readonly run: RebuildRun;
  readonly owner: string;
  readonly pause: () => Promise<void>;
  readonly projectorsMs?: number;
};

function openAttempt(connections: Connections, options: AttemptOptions): Attempt {
  const { topics, kafkaAdmin, logs, db, versions, fingerprint, checkpoints, writing, deadLetters } = connections;
  const { logger, run, pause, projectorsMs } = options;
  const { models } = run;
  const written: WrittenVersions = new Map(models.map(({ name, to }) => [name, [to]]));
  const own = projections.filter(({ readModel }) => written.has(readModel.name));
  const streams = [...new Set(own.flatMap(({ readModel }) => readModel.streams))];
  const used = streams.map((stream) => topics[stream]);

  const cache = createSlotCache();
  const write = createDocumentWriter({ ...writing, versions: written, cache, yieldToEventLoop: setImmediate });
  const ownDeadLetters = createRebuildDeadLetters(db, createDeadLetterStore(db, writing.erasures));
  const barriers = createBarriers({ models, topics, logs, checkpoints, pause, monotonic: () => performance.now() });
  const derived = createDerivedWork({ ...connections, ...writing, models, pause, clock, logger });
  const replay = replayOf(connections, options, { written, own, streams, write, cache, ownDeadLetters, derived });

  return {
    barriers,
    renderFromSlots: createRenderFromSlots({
      ...{ models, checkpoints, write, pause, clock },
      topics: used,
      reader: createSlotsReader(db),
    }),
    replay,
    derive: derived.settle,
    compare: createLiveComparison({
      ...createDocumentPairs(db),
      ...{ models, topics, barriers, versions, fingerprint, write, clock },
      ...(projectorsMs && { projectorsMs }),
      deadLetters: createDeadLetterSlots({ ...connections.reading, ...connections, projections: own, topics: used }),
      compactedTopics: () => kafkaAdmin.compacted(Object.values(topics)),
      unknownDeadLetters: ownDeadLetters.unknown,
    }),
    settleDeadLetters: () =>
      connections.deadLetterSettling.settle({ topics: used }, { by: `rebuild ${run.runId}`, pause }),
    deadLettersDiscarded: () => deadLetters.count({ status: 'discarded', topics: used }),
    adoptDeadLetters: ownDeadLetters.adopt,
    clear: ownDeadLetters.clear,
  };
}

type ReplayParts = {
  readonly written: WrittenVersions;
  readonly own: readonly Projection[];
  readonly streams: readonly Stream[];
  readonly write: DocumentWriter;
  readonly cache: SlotCache;
  readonly ownDeadLetters: RebuildDeadLetters;
  readonly derived: DerivedWork;
};

/** The replay of the log, with a consumer group of its own, and the refresh of derived data beside it. */
function replayOf(connections: Connections, { config, logger, owner }: AttemptOptions, parts: ReplayParts): Replay {
  const { topics, kafka, kafkaAdmin, registry, logs, checkpoints, mongo } = connections;
  const { written, own, streams, write, cache, ownDeadLetters, derived } = parts;
  const groupId = `${config.CHANGES_GROUP_ID}-rebuild-${owner}`;
  const decoding = { registry, topics, clock, unknownSchemaRetryMs: config.UNKNOWN_SCHEMA_RETRY_MS };
  const logReplay = createLogReplay({
    reading: { ...createEventReading(config, decoding), projections: own },
    ...{ written, streams, topics, checkpoints, logs, logger, clock },
    onCheckpointGap: restartFromCheckpoints,
    group: createGroupCommit({
      ...{ write, deadLetters: ownDeadLetters, checkpoints },
      generation: cache.generation,
      gather: gatherReads,
      onWritten: () => undefined,
    }),
    deadLetters: ownDeadLetters,
    openSource: (ofRebuild) =>
      createKafkaSource({
        kafka,
        groupId,
        topics: ofRebuild,
        maxBytesPerPartition: maxBytesPerPartition(topics),
        sessionTimeoutMs: config.KAFKA_SESSION_TIMEOUT_MS,
        backoff: newBackoff(),
        onError: (error) => logger.error({ error }, 'consumer of the rebuild is not usable'),
      }),
    maxBytesInFlight: config.MAX_BYTES_IN_FLIGHT,
    createBackoff: newBackoff,
  });

  /** The database may have been restored from a backup, after an outage or in place: its checkpoints are read again. */
  function restartFromCheckpoints(): void {
    cache.clear();
    logReplay.restartFromCheckpoints();
  }

  let running = false;
  return {
    async start() {
      if (running) return;
      await logReplay.start();
      running = true;
      mongo.on('connectionPoolCleared', restartFromCheckpoints);
    },
    async stop() {
      if (!running) return;
      running = false;
      mongo.off('connectionPoolCleared', restartFromCheckpoints);
      await logReplay.stop();
      await derived.stop();
      await kafkaAdmin.removeGroup(groupId);
    },
    trouble: logReplay.trouble,
  };
}
