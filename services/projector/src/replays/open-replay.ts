import type { TopicNames } from '@fundlens/contracts/wire/topic-names';
import { createEventReading, openSchemaRegistry } from '@fundlens/projection/consumer/event-reading';
import { openKafkaLogReader } from '@fundlens/projection/log/kafka-log-reader';
import { createReplay } from '@fundlens/projection/replay/replay';
import type { CheckpointStore } from '@fundlens/projection/writer/checkpoint-store';
import type { DocumentStore } from '@fundlens/projection/writer/document-store';
import { createDocumentWriter } from '@fundlens/projection/writer/document-writer';
import { createLateWrites } from '@fundlens/projection/writer/late-writes';
import type { Backoff } from '@fundlens/runtime/backoff';
import type { ProjectorConfig } from '../config.ts';

type Replaying = Parameters<typeof createReplay>[0];
type Reading = Parameters<typeof openKafkaLogReader>[0];
type DocumentWriting = Parameters<typeof createDocumentWriter>[0];

type ReplayParts = Pick<Replaying, 'deadLetters'> & {
  /** The one that this process writes. */
  readonly generation: () => number;
  readonly topics: TopicNames;
  readonly kafka: {
    readonly client: Reading['kafka'];
    readonly logs: Replaying['logs'];
    readonly removeGroup: Reading['removeGroup'];
  };
  readonly createBackoff: () => Backoff;
  readonly clock: () => number;
  readonly stores: {
    readonly checkpoints: CheckpointStore;
    readonly erasures: DocumentWriting['erasures'];
    readonly store: DocumentStore;
  };
  readonly pauseBeforeRound: (round: number) => Promise<void>;
};

/** Kafka that does not give the records by then is away. */
const READ_IDLE_MS = 15_000;

/** Replays as the operator's command makes them: from the log, with a group of its own, and without waiting for a schema. */
export function openReplay(config: ProjectorConfig, parts: ReplayParts) {
  const { topics, stores, deadLetters, pauseBeforeRound, clock, kafka, createBackoff, generation } = parts;
  const { erasures, checkpoints, store } = stores;
  const registry = openSchemaRegistry(config);
  const reading = createEventReading(config, { registry, topics, clock, unknownSchemaRetryMs: 0 });
  const reader = openKafkaLogReader({
    kafka: kafka.client,
    clientId: 'fundlens-projector',
    topics: Object.values(topics),
    sessionTimeoutMs: config.KAFKA_SESSION_TIMEOUT_MS,
    backoff: createBackoff(),
    removeGroup: kafka.removeGroup,
    idleMs: READ_IDLE_MS,
  });
  const replay = createReplay({
    ...reading,
    reader,
    deadLetters,
    clock,
    logs: kafka.logs,
    late: createLateWrites(checkpoints.now),
    generations: async () => [generation()],
    writerOf: (number) => createDocumentWriter({ store, pauseBeforeRound, erasures, generation: () => number }),
  });
  return { replay, close: () => reader.close() };
}
