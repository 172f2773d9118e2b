import { createKafka, GIVE_UP_SOON } from '@fundlens/contracts/kafka/kafka-client';
import { topicNames } from '@fundlens/contracts/wire/topic-names';
import { createWindowStore } from '@fundlens/dashboards/window-store';
import { createEventReading, openSchemaRegistry } from '@fundlens/projection/consumer/event-reading';
import { createDeadLetters } from '@fundlens/projection/dead-letters/dead-letter-store';
import { createErasureStore } from '@fundlens/projection/erasures/erasure-store';
import { fingerprintOf } from '@fundlens/projection/generations/fingerprint';
import { createGenerationStore } from '@fundlens/projection/generations/generation-store';
import { createKafkaAdmin } from '@fundlens/projection/log/kafka-admin';
import { openKafkaLogReader } from '@fundlens/projection/log/kafka-log-reader';
import { mongodbTime } from '@fundlens/projection/writer/checkpoint-store';
import { createDocumentStore } from '@fundlens/projection/writer/document-store';
import { createDocumentWriter, pauseBeforeRound } from '@fundlens/projection/writer/document-writer';
import { createLateWrites } from '@fundlens/projection/writer/late-writes';
import { MONGO_OPERATION_MS, MONGO_OPTIONS } from '@fundlens/projection/mongo-options';
import { activeGeneration } from '@fundlens/read-models/store';
import { redactText } from '@fundlens/redaction/redact-text';
import { createBackoff, sleep } from '@fundlens/runtime/backoff';
import { kafkaServer, mongodbServer, schemaRegistryServer } from '@fundlens/runtime/configured-servers';
import { advised } from '@fundlens/runtime/connection-advice';
import { failureCode } from '@fundlens/runtime/errors';
import { kafkaSecurity } from '@fundlens/runtime/kafka-security';
import { createLogger } from '@fundlens/runtime/logger';
import { openMongodb } from '@fundlens/runtime/mongodb-client';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { OperatorConfig } from './config.ts';

/** Names this kind of process to the servers. */
const CLIENT_ID = 'fundlens-operator';

/** What commands work with: the servers, which are connected to at first use, and the stores over them. */
export type System = ReturnType<typeof openSystem>;

/** @param onRemark receives warnings of the parts, as lines of a log. */
export function openSystem(config: OperatorConfig, onRemark: (line: string) => void) {
  const log = openLog(config, onRemark);
  const stores = openStores(config);
  return {
    ...log,
    ...stores,
    /** What this process makes documents with. */
    fingerprint: fingerprintOf(log.redaction),
    /** Of this process: a projector that a command starts has the same. */
    environment: config.environment,
    onRemark,
    clock: Date.now,
    sleep,
    advised: (error: unknown) => advisedOn(error, config),
    async close(): Promise<void> {
      await log.reader.close();
      await Promise.all([log.closeAdmin(), stores.closeMongo()]);
    },
  };
}

/** Kafka and the schema registry. Nothing waits for a schema to be registered: the dead letter stays open. */
function openLog(config: OperatorConfig, onRemark: (line: string) => void) {
  const destination = { write: (line: string) => onRemark(line.trimEnd()) };
  const logger = createLogger({ service: 'operator', level: 'warn', sanitize: redactText, destination });
  const topics = topicNames(config.TOPIC_PREFIX);
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    clientId: CLIENT_ID,
    retry: GIVE_UP_SOON,
    ...kafkaSecurity(config),
  });
  const { logs, removeGroup, close: closeAdmin } = createKafkaAdmin(() => kafka.admin(), logger);
  const reader = openKafkaLogReader({
    kafka,
    clientId: CLIENT_ID,
    topics: Object.values(topics),
    sessionTimeoutMs: config.KAFKA_SESSION_TIMEOUT_MS,
    backoff: createBackoff({ initialMs: 200, maxMs: 5_000 }),
    removeGroup,
  });
  const registry = openSchemaRegistry(config);
  const reading = createEventReading(config, { registry, topics, clock: Date.now, unknownSchemaRetryMs: 0 });
  return { ...reading, topics, logs, reader, closeAdmin };
}

function openStores(config: OperatorConfig) {
  const { db, mongo } = openMongodb(config, { ...MONGO_OPTIONS, appName: CLIENT_ID });
  const active = () => mapMongoErrors(() => activeGeneration(db));
  const store = createDocumentStore(db);
  const erasures = createErasureStore(db);
  const now = () => mongodbTime(db);
  return {
    db,
    store,
    erasures,
    pauseBeforeRound,
    /** The generation that readers use. */
    active,
    generations: createGenerationStore(db),
    deadLetters: createDeadLetters(db, { generation: active, erasures }),
    writerOf: (number: number) => createDocumentWriter({ store, erasures, pauseBeforeRound, generation: () => number }),
    windowStoreOf: (number: number) =>
      createWindowStore(db, { maxTimeMs: MONGO_OPERATION_MS, generation: () => number }),
    /** MongoDB's clock, epoch milliseconds. */
    now,
    late: createLateWrites(now),
    closeMongo: () => mongo.close(),
  };
}

/** An error of a connection with what to do about it; any other as it is. */
function advisedOn(error: unknown, config: OperatorConfig): unknown {
  const servers = { mongodb: mongodbServer, kafka: kafkaServer, registry: schemaRegistryServer };
  // Codes of failures begin with the server; a login that Kafka refuses comes as the client's own error.
  const code = failureCode(error);
  const name = code.startsWith('unexpected_KafkaJS') ? 'kafka' : (code.split('_')[0] ?? '');
  const server = Object.entries(servers).find(([known]) => known === name)?.[1];
  return server === undefined ? error : advised(server(config), error);
}
