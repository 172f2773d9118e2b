import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { TopicNames } from '@fundlens/contracts/topics';
import { createExplain } from '@fundlens/projection/explain/explain';
import { createExplainStore } from '@fundlens/projection/explain/explain-store';
import { createEventReading, openSchemaRegistry } from '@fundlens/projection/consumer/event-reading';
import {
  createDeadLetterRepository,
  type DeadLetterRepository,
} from '@fundlens/projection/dead-letters/dead-letter-repository-store';
import type { PartitionHealth } from '@fundlens/projection/health/partition-health';
import { defaultPartition } from '@fundlens/projection/log/kafka-partition';
import { createLogReader } from '@fundlens/projection/log/log-reader';
import type { TimeIndex } from '@fundlens/projection/log/source';
import { createTemporarySource } from '@fundlens/projection/log/temporary-source';
import { createDeadLetterSettling } from '@fundlens/projection/replay/dead-letter-settling';
import { createStatusSources } from '@fundlens/projection/status/status-sources-store';
import type { VersionStore } from '@fundlens/projection/versions/version-store';
import type { CheckpointStore } from '@fundlens/projection/writer/checkpoint-store';
import type { DocumentStore } from '@fundlens/projection/writer/document-store';
import { createDocumentWriter } from '@fundlens/projection/writer/document-writer';
import { createLateWrites } from '@fundlens/projection/writer/late-writes';
import { MONGO_OPERATION_MS } from '@fundlens/projection/writer/mongo-options';
import type { AdminAction } from '@fundlens/runtime/admin-server';
import type { Backoff } from '@fundlens/runtime/backoff';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import type { ProjectorConfig } from '../config.ts';
import { retryIn } from '../health/admin-actions.ts';
import { createConsoleActions } from './console-actions.ts';
import { createConsoleExplain } from './console-explain.ts';
import { createConsoleFigures } from './console-figures.ts';
import { consoleRoutes } from './console-routes.ts';
import { createHistory } from './history.ts';
import { createHistoryStore } from './history-store.ts';
import { createUsageStore } from './usage-store.ts';

export type OperatorConsole = { readonly part: Component; readonly routes: readonly AdminAction[] };

export type OperatorConsoleParts = {
  readonly topics: TopicNames;
  readonly kafka: {
    readonly client: TemporarySource['kafka'];
    readonly logs: StatusSources['logs'] & DeadLetterSettling['logs'];
    readonly timeIndex: TimeIndex;
    readonly removeGroup: TemporarySource['removeGroup'];
  };
  readonly stores: Pick<StatusSources, 'db' | 'windowStoreOf'> & {
    readonly checkpoints: CheckpointStore;
    readonly versions: VersionStore;
    readonly erasures: DocumentWriting['erasures'];
    readonly store: DocumentStore;
    pdfStoreOf(version: number, clock: () => number): Awaited<ReturnType<StatusSources['pdfStoreOf']>>;
  };
  readonly consumers: Parameters<typeof retryIn>[0];
  readonly partitionHealth: PartitionHealth;
  readonly createBackoff: () => Backoff;
  readonly pauseBeforeRound: (round: number) => Promise<void>;
  readonly clock: () => number;
  readonly logger: Logger;
};

type StatusSources = Parameters<typeof createStatusSources>[0];
type DeadLetterSettling = Parameters<typeof createDeadLetterSettling>[0];
type TemporarySource = Parameters<typeof createTemporarySource>[0];
type DocumentWriting = Parameters<typeof createDocumentWriter>[0];

/** A browser waits: Kafka that does not give the records by then is away. */
const READ_IDLE_MS = 15_000;

/** The console's page, and the part that keeps its history. */
export function createOperatorConsole(config: ProjectorConfig, parts: OperatorConsoleParts): OperatorConsole {
  const { topics, kafka, stores, consumers, partitionHealth, clock, logger } = parts;
  const limits = { maxTimeMs: MONGO_OPERATION_MS };
  const deadLetters = createDeadLetterRepository(stores.db, limits);
  const { logs } = kafka;
  const figures = createConsoleFigures({
    sources: createStatusSources({
      ...stores,
      ...limits,
      ...{ topics, logs, clock },
      pdfStoreOf: (version) => stores.pdfStoreOf(version, clock),
      pdfSweepMs: config.PDF_SWEEP_MS,
    }),
    deadLetters,
    usage: createUsageStore(stores.db, clock),
    partitionHealth,
    history: () => history.samples(),
    clock,
    host: `${hostname()}:${process.pid}`,
    writes: config.ADMIN_TOKEN !== undefined,
  });
  const history = createHistory({ store: createHistoryStore(stores.db, limits), measure: figures.measure, clock });
  const actions = createConsoleActions({
    ...{ deadLetters, clock, logger },
    openReplay: () => openReplay(config, { ...parts, deadLetters }),
    retry: (topicPartition, decision) => retryIn(consumers, topicPartition, decision),
  });
  const explain = createConsoleExplain({ clock, open: () => openExplain(config, parts) });
  return {
    routes: consoleRoutes({ ...figures, actions, explain }),
    part: history,
  };
}

type ReplayParts = OperatorConsoleParts & { readonly deadLetters: DeadLetterRepository };

/** Replays as the operator's command makes them. */
function openReplay(config: ProjectorConfig, parts: ReplayParts) {
  const { stores, deadLetters, pauseBeforeRound, clock, kafka } = parts;
  const { versions, erasures, checkpoints, store } = stores;
  const { reading, reader } = openLog(config, parts);
  const { replay } = createDeadLetterSettling({
    ...reading,
    ...{ reader, deadLetters, versions, clock, logs: kafka.logs },
    late: createLateWrites(checkpoints.now),
    writerOf: (written) => createDocumentWriter({ store, pauseBeforeRound, erasures, versions: written }),
  });
  return { replay, close: () => reader.close() };
}

function openExplain(config: ProjectorConfig, parts: OperatorConsoleParts) {
  const { topics, kafka, stores } = parts;
  const { reading, reader } = openLog(config, parts);
  const explain = createExplain({
    ...reading,
    ...{ topics, reader, logs: kafka.logs, timeIndex: kafka.timeIndex, partitionOf: defaultPartition },
    checkpoints: stores.checkpoints,
    store: createExplainStore(stores.db, { maxTimeMs: MONGO_OPERATION_MS }),
    monotonic: () => performance.now(),
  });
  return { explain, close: () => reader.close() };
}

/** The log for one request: with a group of its own, and without waiting for a schema. */
function openLog(config: ProjectorConfig, { topics, kafka, clock, createBackoff }: OperatorConsoleParts) {
  const registry = openSchemaRegistry(config);
  const reading = createEventReading(config, { registry, topics, clock, unknownSchemaRetryMs: 0 });
  const reader = createLogReader({
    source: createTemporarySource({
      kafka: kafka.client,
      topics: Object.values(topics),
      groupId: `fundlens-console-${randomUUID()}`,
      sessionTimeoutMs: config.KAFKA_SESSION_TIMEOUT_MS,
      backoff: createBackoff(),
      removeGroup: kafka.removeGroup,
    }),
    idleMs: READ_IDLE_MS,
  });
  return { reading, reader };
}
