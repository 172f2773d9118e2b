import { hostname } from 'node:os';
import { createExplain } from '@fundlens/projection/explain/explain';
import { createExplainStore } from '@fundlens/projection/explain/explain-store';
import { createDeadLetterRepository } from '@fundlens/projection/dead-letters/dead-letter-repository-store';
import type { PartitionHealth } from '@fundlens/projection/health/partition-health';
import { defaultPartition } from '@fundlens/projection/log/kafka-partition';
import type { TimeIndex } from '@fundlens/projection/log/source';
import { createStatusSources } from '@fundlens/projection/status/status-sources-store';
import { MONGO_OPERATION_MS } from '@fundlens/projection/writer/mongo-options';
import type { AdminAction } from '@fundlens/runtime/admin-server';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import type { ProjectorConfig } from '../config.ts';
import { retryIn } from '../health/admin-actions.ts';
import { openLog, openReplay, type ReplayParts } from '../replays/open-replay.ts';
import { createConsoleActions } from './console-actions.ts';
import { createConsoleExplain } from './console-explain.ts';
import { createConsoleFigures } from './console-figures.ts';
import { consoleRoutes } from './console-routes.ts';
import { createHistory } from './history.ts';
import { createHistoryStore } from './history-store.ts';
import { createUsageStore } from './usage-store.ts';

export type OperatorConsole = { readonly part: Component; readonly routes: readonly AdminAction[] };

export type OperatorConsoleParts = ReplayParts & {
  readonly kafka: { readonly logs: StatusSources['logs']; readonly timeIndex: TimeIndex };
  readonly stores: Pick<StatusSources, 'db' | 'windowStoreOf'> & {
    pdfStoreOf(version: number, clock: () => number): Awaited<ReturnType<StatusSources['pdfStoreOf']>>;
  };
  readonly consumers: Parameters<typeof retryIn>[0];
  readonly partitionHealth: PartitionHealth;
  readonly logger: Logger;
};

type StatusSources = Parameters<typeof createStatusSources>[0];

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
