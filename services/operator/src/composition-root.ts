import { createKafka, GIVE_UP_SOON } from '@fundlens/contracts/kafka/kafka-client';
import { topicNames } from '@fundlens/contracts/wire/topic-names';
import { createRefresher } from '@fundlens/dashboards/refresher';
import { createWindowStore } from '@fundlens/dashboards/window-store';
import { createEventReading, openSchemaRegistry } from '@fundlens/projection/consumer/event-reading';
import {
  createDeadLetterRepository,
  type DeadLetterRepository,
} from '@fundlens/projection/dead-letters/dead-letter-repository-store';
import { createErasureStore } from '@fundlens/projection/erasures/erasure-store';
import { fingerprintOf, writableGenerations } from '@fundlens/projection/generations/fingerprint';
import { createGenerationStore } from '@fundlens/projection/generations/generation-store';
import { createKafkaAdmin } from '@fundlens/projection/log/kafka-admin';
import { openKafkaLogReader } from '@fundlens/projection/log/kafka-log-reader';
import { deadLetterPages } from '@fundlens/projection/replay/dead-letter-pages';
import { createReplay, recordOf } from '@fundlens/projection/replay/replay';
import { DEFAULT_LIMITS, readStatus, type StatusLimits } from '@fundlens/projection/status/status';
import { createStatusSources } from '@fundlens/projection/status/status-store';
import { mongodbTime } from '@fundlens/projection/writer/checkpoint-store';
import { createDocumentStore, type DocumentStore } from '@fundlens/projection/writer/document-store';
import { createDocumentWriter, pauseBetweenRounds } from '@fundlens/projection/writer/document-writer';
import { createLateWrites } from '@fundlens/projection/writer/late-writes';
import { MONGO_OPERATION_MS, MONGO_OPTIONS } from '@fundlens/projection/writer/mongo-options';
import { ensureQueryIndexes } from '@fundlens/read-models/query-indexes';
import { activeGeneration } from '@fundlens/read-models/store';
import { redactText } from '@fundlens/redaction/redact-text';
import { createBackoff, sleep } from '@fundlens/runtime/backoff';
import { kafkaServer, mongodbServer, schemaRegistryServer } from '@fundlens/runtime/configured-servers';
import { connectionAdvice } from '@fundlens/runtime/connection-advice';
import { failureCode } from '@fundlens/runtime/errors';
import { kafkaSecurity } from '@fundlens/runtime/kafka-security';
import { createLogger } from '@fundlens/runtime/logger';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import { MongoClient } from 'mongodb';
import { createAuditReader } from './audit/audit-reader-store.ts';
import type { OperatorConfig } from './config.ts';
import { createEraser } from './erase/eraser.ts';
import { createErasureReader } from './erase/erasure-reader-store.ts';
import { createSubjectStore } from './erase/subject-store.ts';
import { explain } from './explain/explain.ts';
import { createDocumentPairs } from './generations/document-pairs-store.ts';
import { createGenerationOperations } from './generations/generation-operations.ts';
import { startProjector } from './generations/projector-process.ts';
import { createRebuild } from './generations/rebuild.ts';
import { askProjector } from './status/projector-answer.ts';
import { createVerify, type VerifyOptions } from './verify/verify.ts';
import { createVerifyStore } from './verify/verify-store.ts';

/** Names this kind of process to the servers. */
const CLIENT_ID = 'fundlens-operator';
const clock = Date.now;
/** Projectors say every two seconds what they do. */
const OTHERS_SEEN_MS = 5_000;

export type OperationsSeams = {
  /** Tests wrap the stores to inject faults. */
  readonly wrapStore?: (store: DocumentStore) => DocumentStore;
  readonly wrapDeadLetters?: (deadLetters: DeadLetterRepository) => DeadLetterRepository;
  /** Shorter waits in tests. */
  readonly verify?: Pick<VerifyOptions, 'pauseMs'>;
};

/** What the commands do, without arguments and output. */
export type Operations = ReturnType<typeof createOperations>;

/** The composition root of the operator's commands. `onRemark` receives warnings of the parts, as lines of a log. */
export function createOperations(
  config: OperatorConfig,
  { onRemark, ...seams }: OperationsSeams & { readonly onRemark: (line: string) => void },
) {
  const log = openLog(config, onRemark);
  const stores = openStores(config, seams);
  const parts = { ...log, ...stores, fingerprint: fingerprintOf(log.redaction), clock, sleep };
  const { db, limits, deadLetters, generations, active, erasures } = stores;
  const writable = async () => writableGenerations(await generations.pointer(), parts.fingerprint);
  const generationOperations = createGenerationOperations({
    ...parts,
    pairsOf: (both) => createDocumentPairs(db, both),
    status: (number) => storedStatus(parts, DEFAULT_LIMITS, number),
    retell: (number) => retell(parts, number),
  });

  return {
    audit: createAuditReader(db, limits),
    makeIndexes: () => mapMongoErrors(() => ensureQueryIndexes(db)),
    verify: createVerify({
      ...parts,
      ...seams.verify,
      storeOf: (generation) => createVerifyStore(db, { ...limits, generation }),
    }),
    explain: (question: string) =>
      explain(question, { ...parts, generation: active, status: () => storedStatus(parts, DEFAULT_LIMITS) }),
    generations: generationOperations,
    rebuild: createRebuild({
      ...parts,
      operations: generationOperations,
      startProjector: (generation) => startProjector(config.environment, { generation, onLine: onRemark }),
      isWrittenByOthers: (generation, pid) => isWrittenByOthers(parts, generation, pid),
    }),
    deadLetters: {
      ...deadLetters,
      record: (deadLetter: Parameters<typeof recordOf>[0]) => recordOf(deadLetter, log),
      replay: createReplay({ ...parts, generations: writable }),
    },
    erase: createEraser({
      ...parts,
      store: createSubjectStore(db, limits),
      refreshDashboard: (generation, locationId) =>
        createRefresher({ ...parts, store: stores.windowStoreOf(generation) })(locationId),
    }),
    erasures: createErasureReader(db, limits),
    /** Erasures that were not completed in every generation. */
    async pendingErasures() {
      const own = await writable();
      const known = (await generations.pointer()).generations;
      return await erasures.pending(known.filter(({ number }) => own.includes(number)));
    },
    async status(projectorUrls: readonly string[], within: StatusLimits) {
      const status = await storedStatus(parts, within);
      return { ...status, projectors: await Promise.all(projectorUrls.map(askProjector)) };
    },
    advice: connectionAdviceOf(config),
    async close(): Promise<void> {
      await log.reader.close();
      await Promise.all([log.kafkaAdmin.close(), stores.mongo.close()]);
    },
  };
}

type Parts = ReturnType<typeof openLog> &
  ReturnType<typeof openStores> & { readonly clock: () => number; readonly sleep: typeof sleep };

/** Kafka and the schema registry, which connect at first use. Nothing waits for a schema to be registered: the dead letter stays open. */
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
  const kafkaAdmin = createKafkaAdmin(kafka.admin(), { logger });
  const reader = openKafkaLogReader({
    kafka,
    clientId: CLIENT_ID,
    topics: Object.values(topics),
    sessionTimeoutMs: config.KAFKA_SESSION_TIMEOUT_MS,
    backoff: createBackoff({ initialMs: 200, maxMs: 5_000, factor: 2, random: Math.random }),
    removeGroup: kafkaAdmin.removeGroup,
  });
  const registry = openSchemaRegistry(config);
  const reading = createEventReading(config, { registry, topics, clock, unknownSchemaRetryMs: 0 });
  return { ...reading, topics, kafkaAdmin, logs: kafkaAdmin.logs, reader };
}

/** MongoDB, which connects at first use. */
function openStores(
  config: OperatorConfig,
  { wrapStore = (store) => store, wrapDeadLetters = (deadLetters) => deadLetters }: OperationsSeams,
) {
  const limits = { maxTimeMs: MONGO_OPERATION_MS };
  const mongo = new MongoClient(config.MONGODB_URL, { ...MONGO_OPTIONS, appName: CLIENT_ID });
  const db = mongo.db(config.MONGODB_DATABASE);
  const active = () => mapMongoErrors(() => activeGeneration(db));
  const writing = {
    store: wrapStore(createDocumentStore(db, limits)),
    pauseBeforeRound: pauseBetweenRounds(Math.random),
    erasures: createErasureStore(db, limits),
  };
  const generations = createGenerationStore(db);
  return {
    ...writing,
    ...limits,
    mongo,
    db,
    limits,
    active,
    generations,
    pointer: generations.pointer,
    now: () => mongodbTime(db),
    late: createLateWrites(() => mongodbTime(db)),
    deadLetters: wrapDeadLetters(createDeadLetterRepository(db, { ...limits, generation: active })),
    writerOf: (number: number) => createDocumentWriter({ ...writing, generation: () => number }),
    windowStoreOf: (number: number) => createWindowStore(db, { ...limits, generation: () => number }),
  };
}

/** Codes of failures begin with the server; a login that Kafka refuses comes as the client's own error. */
function connectionAdviceOf(config: OperatorConfig) {
  const servers = new Map([
    ['mongodb', mongodbServer(config)],
    ['kafka', kafkaServer(config)],
    ['registry', schemaRegistryServer(config)],
  ]);
  /** What to do about an error of a connection, with the option concerned; null for any other error. */
  return (error: unknown): string | null => {
    const code = failureCode(error);
    const server = servers.get(code.startsWith('unexpected_KafkaJS') ? 'kafka' : (code.split('_')[0] ?? ''));
    return server === undefined ? null : connectionAdvice(server, error);
  };
}

async function isWrittenByOthers(parts: Parts, generation: number, pid: number): Promise<boolean> {
  const lately = (await parts.now()) - OTHERS_SEEN_MS;
  const states = await createStatusSources(parts).of(generation).partitionStates();
  return states.some(
    ({ seenAt, status, owner }) => seenAt > lately && status === 'running' && owner.split(':')[1] !== String(pid),
  );
}

/**
 * A record that the generation before has set aside, and this one took as any other, would be told at a time that clients have
 * passed. Done again after each switch, because a command may end in between: clients are then told of it once more.
 */
async function retell(parts: Parts, generation: number): Promise<void> {
  const replay = createReplay({
    ...parts,
    generations: async () => [generation],
    deadLetters: { replayed: async () => undefined, failedAgain: async () => undefined },
  });
  for await (const deadLetter of deadLetterPages(parts.deadLetters, { status: 'open_elsewhere' })) {
    await replay(deadLetter, { by: 'switch', dryRun: false });
  }
}

function storedStatus(parts: Parts, within: StatusLimits, generation?: number) {
  return readStatus(createStatusSources(parts), within, generation);
}
