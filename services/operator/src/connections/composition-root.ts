import { randomUUID } from 'node:crypto';
import { createKafka, type KafkaOptions } from '@fundlens/contracts/kafka-client';
import { topicNames } from '@fundlens/contracts/topic-names';
import { createWindowStore } from '@fundlens/dashboards/window-store';
import { createEventReading, openSchemaRegistry } from '@fundlens/projection/consumer/event-reading';
import { createKafkaAdmin } from '@fundlens/projection/log/kafka-admin';
import { createLogReader } from '@fundlens/projection/log/log-reader';
import { createTemporarySource } from '@fundlens/projection/log/temporary-source';
import {
  createDeadLetterRepository,
  type DeadLetterRepository,
} from '@fundlens/projection/dead-letters/dead-letter-repository-store';
import { createReplay } from '@fundlens/projection/replay/replay';
import { createErasureStore } from '@fundlens/projection/erasures/erasure-store';
import { fingerprintOf, writableGenerations } from '@fundlens/projection/generations/fingerprint';
import { createGenerationStore } from '@fundlens/projection/generations/generation-store';
import { mongodbTime } from '@fundlens/projection/writer/checkpoint-store';
import { createDocumentStore, type DocumentStore } from '@fundlens/projection/writer/document-store';
import { createDocumentWriter, pauseBetweenRounds } from '@fundlens/projection/writer/document-writer';
import { createLateWrites } from '@fundlens/projection/writer/late-writes';
import { MONGO_OPERATION_MS, MONGO_OPTIONS } from '@fundlens/projection/writer/mongo-options';
import { type Backoff, createBackoff } from '@fundlens/runtime/backoff';
import { kafkaSecurity } from '@fundlens/runtime/kafka-security';
import type { Logger } from '@fundlens/runtime/logger';
import { activeGeneration } from '@fundlens/read-models/store';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import { MongoClient } from 'mongodb';
import type { OperatorConfig } from '../config.ts';

type ConnectionsOptions = {
  /** Names this kind of process to the servers. */
  readonly clientId: string;
  readonly kafkaRetry?: KafkaOptions['retry'];
  readonly createBackoff?: () => Backoff;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Tests wrap the stores to inject faults. */
  readonly wrapStore?: (store: DocumentStore) => DocumentStore;
  readonly wrapDeadLetters?: (deadLetters: DeadLetterRepository) => DeadLetterRepository;
};

export type Connections = ReturnType<typeof openConnections>;

/**
 * The clients of one command, and the parts that every command makes of them. They connect at first use.
 *
 * `reading` and `replay` do not wait for a schema to be registered: the dead letter stays open.
 */
export function openConnections(config: OperatorConfig, options: ConnectionsOptions) {
  const { clock, wrapDeadLetters = (deadLetters) => deadLetters } = options;
  const log = openLog(config, options);
  const stores = openStores(config, options);
  const { db, limits, generations } = stores;
  const active = () => mapMongoErrors(() => activeGeneration(db));
  const deadLetters = wrapDeadLetters(createDeadLetterRepository(db, { ...limits, generation: active }));
  /** What this command makes documents with. */
  const fingerprint = fingerprintOf(log.reading.redaction);
  return {
    ...log,
    ...stores,
    deadLetters,
    fingerprint,
    active,
    replay: createReplay({
      ...log.reading,
      ...log,
      ...stores,
      deadLetters,
      generations: async () => writableGenerations(await generations.pointer(), fingerprint),
      clock,
    }),

    async close(): Promise<void> {
      await log.reader.close();
      await Promise.all([log.kafkaAdmin.close(), stores.mongo.close()]);
    },
  };
}

/** Kafka and the schema registry. */
function openLog(
  config: OperatorConfig,
  { clientId, kafkaRetry, logger, clock, createBackoff: newBackoff }: ConnectionsOptions,
) {
  const topics = topicNames(config.TOPIC_PREFIX);
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    clientId,
    ...(kafkaRetry && { retry: kafkaRetry }),
    ...kafkaSecurity(config),
  });
  const kafkaAdmin = createKafkaAdmin(kafka.admin(), { logger });
  const reader = createLogReader({
    source: createTemporarySource({
      kafka,
      topics: Object.values(topics),
      groupId: `${clientId}-${randomUUID()}`,
      sessionTimeoutMs: config.KAFKA_SESSION_TIMEOUT_MS,
      backoff: (newBackoff ?? defaultBackoff)(),
      removeGroup: kafkaAdmin.removeGroup,
    }),
  });
  const registry = openSchemaRegistry(config);
  const reading = createEventReading(config, { registry, topics, clock, unknownSchemaRetryMs: 0 });
  return {
    topics,
    kafka,
    kafkaAdmin,
    logs: kafkaAdmin.logs,
    reader,
    registry,
    reading,
  };
}

/** MongoDB. */
function openStores(config: OperatorConfig, { clientId, wrapStore = (store) => store }: ConnectionsOptions) {
  const limits = { maxTimeMs: MONGO_OPERATION_MS };
  const mongo = new MongoClient(config.MONGODB_URL, { ...MONGO_OPTIONS, appName: clientId });
  const db = mongo.db(config.MONGODB_DATABASE);
  const erasures = createErasureStore(db, limits);
  const pauseBeforeRound = pauseBetweenRounds(Math.random);
  const writing = { store: wrapStore(createDocumentStore(db, limits)), pauseBeforeRound, erasures };
  return {
    mongo,
    db,
    limits,
    erasures,
    generations: createGenerationStore(db),
    now: () => mongodbTime(db),
    late: createLateWrites(() => mongodbTime(db)),
    /** What a document writer needs beside its generation. */
    writing,
    writerOf: (number: number) => createDocumentWriter({ ...writing, generation: () => number }),
    windowStoreOf: (number: number) => createWindowStore(db, { ...limits, generation: () => number }),
  };
}

function defaultBackoff(): Backoff {
  return createBackoff({ initialMs: 200, maxMs: 5_000, factor: 2, random: Math.random });
}
