import { randomUUID } from 'node:crypto';
import { createKafka, type KafkaOptions } from '@fundlens/contracts/kafka-client';
import { topicNames } from '@fundlens/contracts/topics';
import { PDF_LAYOUT_VERSION } from '@fundlens/credit-reports/layout-version';
import { createPdfStore, PDF_OBJECT_MS } from '@fundlens/credit-reports/pdf-store';
import { createWindowStore } from '@fundlens/dashboards/window-store';
import { createEventReading, openSchemaRegistry } from '@fundlens/projection/consumer/event-reading';
import { createKafkaAdmin } from '@fundlens/projection/log/kafka-admin';
import { createLogReader } from '@fundlens/projection/log/log-reader';
import { createTemporarySource } from '@fundlens/projection/log/temporary-source';
import {
  createDeadLetterRepository,
  type DeadLetterRepository,
} from '@fundlens/projection/dead-letters/dead-letter-repository-store';
import { createDeadLetterSettling } from '@fundlens/projection/replay/dead-letter-settling';
import { createErasureStore } from '@fundlens/projection/erasures/erasure-store';
import { fingerprintsWith } from '@fundlens/projection/versions/fingerprint';
import { createVersionStore } from '@fundlens/projection/versions/version-store';
import type { WrittenVersions } from '@fundlens/projection/versions/written-versions';
import { createCheckpointStore } from '@fundlens/projection/writer/checkpoint-store';
import { createDocumentStore, type DocumentStore } from '@fundlens/projection/writer/document-store';
import { createDocumentWriter, pauseBetweenRounds } from '@fundlens/projection/writer/document-writer';
import { MONGO_OPERATION_MS, MONGO_OPTIONS } from '@fundlens/projection/writer/mongo-options';
import { createPdfObjects } from '@fundlens/read-models/report-pdfs/pdf-object-store';
import { type Backoff, createBackoff } from '@fundlens/runtime/backoff';
import { saslOf } from '@fundlens/runtime/event-options';
import type { Logger } from '@fundlens/runtime/logger';
import { AwsClient } from 'aws4fetch';
import { MongoClient } from 'mongodb';
import type { OperatorConfig } from '../config.ts';

export type ConnectionsOptions = {
  /** Of this kind of process, as the servers show it. */
  readonly clientId: string;
  readonly kafkaRetry?: KafkaOptions['retry'];
  readonly createBackoff?: () => Backoff;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Tests put interference around the stores; production leaves them as they are. */
  readonly wrapStore?: (store: DocumentStore) => DocumentStore;
  readonly wrapDeadLetters?: (deadLetters: DeadLetterRepository) => DeadLetterRepository;
};

export type Connections = ReturnType<typeof openConnections>;

/**
 * The clients of one command, and what every command makes of them. Connections are made when they are used.
 *
 * `reading` and `deadLetterSettling` do not wait for a schema to be registered: the dead letter stays open.
 */
export function openConnections(config: OperatorConfig, options: ConnectionsOptions) {
  const {
    clientId,
    logger,
    clock,
    wrapStore = (store) => store,
    wrapDeadLetters = (deadLetters) => deadLetters,
  } = options;
  const newBackoff =
    options.createBackoff ?? (() => createBackoff({ initialMs: 200, maxMs: 5_000, factor: 2, random: Math.random }));
  const limits = { maxTimeMs: MONGO_OPERATION_MS };

  const topics = topicNames(config.TOPIC_PREFIX);
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    clientId,
    ssl: config.KAFKA_SSL,
    ...(options.kafkaRetry && { retry: options.kafkaRetry }),
    ...saslOf(config),
  });
  const kafkaAdmin = createKafkaAdmin(kafka.admin(), { logger });
  const { logs } = kafkaAdmin;
  const reader = createLogReader({
    source: createTemporarySource({
      kafka,
      topics: Object.values(topics),
      groupId: `${clientId}-${randomUUID()}`,
      sessionTimeoutMs: config.KAFKA_SESSION_TIMEOUT_MS,
      backoff: newBackoff(),
      removeGroup: kafkaAdmin.removeGroup,
    }),
  });
  const registry = openSchemaRegistry(config);
  const reading = createEventReading(config, { registry, topics, clock, unknownSchemaRetryMs: 0 });

  const mongo = new MongoClient(config.MONGODB_URL, { ...MONGO_OPTIONS, appName: clientId });
  const db = mongo.db(config.MONGODB_DATABASE);
  const objects = createPdfObjects(config, { connect: (client) => new AwsClient(client), maxTimeMs: PDF_OBJECT_MS });
  const putObjects = config.PDF_STORE === 's3';
  const versions = createVersionStore(db, { pdfsNameObjects: objects !== null });
  const erasures = createErasureStore(db, limits);
  const deadLetters = wrapDeadLetters(createDeadLetterRepository(db, limits));
  const pauseBeforeRound = pauseBetweenRounds(Math.random);
  const writing = { store: wrapStore(createDocumentStore(db, limits)), pauseBeforeRound, erasures };
  const writerOf = (written: WrittenVersions) => createDocumentWriter({ ...writing, versions: written });

  return {
    topics,
    kafka,
    kafkaAdmin,
    logs,
    reader,
    registry,
    reading,
    mongo,
    db,
    limits,
    versions,
    /** What this command makes documents with. */
    fingerprint: fingerprintsWith(reading.redaction),
    erasures,
    deadLetters,
    checkpoints: createCheckpointStore(db, limits),
    /** What a document writer needs beside its versions. */
    writing,
    writerOf,
    deadLetterSettling: createDeadLetterSettling({ ...reading, logs, reader, deadLetters, versions, writerOf, clock }),
    windowStoreOf: (version: number) => createWindowStore(db, { ...limits, version }),
    pdfStoreOf: (version: number) =>
      createPdfStore(db, { ...limits, layout: PDF_LAYOUT_VERSION, version, objects, putObjects, clock }),
    newBackoff,

    async close(): Promise<void> {
      await reader.close();
      await Promise.all([kafkaAdmin.close(), mongo.close()]);
    },
  };
}
