import { randomUUID } from 'node:crypto';
import { createCodec } from '@fundlens/contracts/codec';
import { createKafka, GIVE_UP_SOON } from '@fundlens/contracts/kafka-client';
import { createSchemaRegistry } from '@fundlens/contracts/registry';
import { topicNames } from '@fundlens/contracts/topics';
import type { ReadModelDefinition } from '@fundlens/read-models/definition';
import { creditReports, dashboardFacts } from '@fundlens/read-models/definitions';
import { createPdfObjects } from '@fundlens/read-models/report-pdfs/pdf-object-store';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { redactText } from '@fundlens/redaction/redact-text';
import { createBackoff, sleep } from '@fundlens/runtime/backoff';
import { FatalError } from '@fundlens/runtime/errors';
import { createLogger } from '@fundlens/runtime/logger';
import { AwsClient } from 'aws4fetch';
import type { Admin } from 'kafkajs';
import { MongoClient } from 'mongodb';
import { type ProjectorConfig, registryAuthOf, saslOf } from '@fundlens/projector/config';
import { createKafkaLogs } from '@fundlens/projection/consumer/kafka-logs';
import { createLogReader } from '@fundlens/projection/consumer/log-reader';
import { createTemporarySource } from '@fundlens/projection/consumer/temporary-source';
import {
  createDeadLetterRepository,
  type DeadLetterRepository,
} from '@fundlens/projection/dead-letters/dead-letter-repository-store';
import { createReplay } from '@fundlens/projection/dead-letters/replay';
import { createSettleDeadLetters } from '@fundlens/projection/dead-letters/settle-dead-letters';
import { PDF_LAYOUT_VERSION } from '@fundlens/credit-reports/layout-version';
import { createPdfStore, PDF_OBJECT_MS } from '@fundlens/credit-reports/pdf-store';
import { createReportPdfs } from '@fundlens/credit-reports/report-pdfs';
import { createEraser } from './erase/eraser.ts';
import { createErasureStore } from '@fundlens/projection/erasures/erasure-store';
import { createSubjectStore } from './erase/subject-store.ts';
import { projections } from '@fundlens/projection/projections/registry';
import type { WrittenVersions } from '@fundlens/projection/versions/written-versions';
import { createRebuildRunner, type RebuildSeams } from './rebuild/composition-root.ts';
import { createRunStore } from './rebuild/run-store.ts';
import { createVersionStore } from '@fundlens/projection/versions/version-store';
import { writableVersions } from '@fundlens/projection/versions/version-watch';
import { createRefresher } from '@fundlens/dashboards/refresher';
import { createWindowStore } from '@fundlens/dashboards/window-store';
import { createCheckpointStore } from '@fundlens/projection/writer/checkpoint-store';
import { createDocumentStore, type DocumentStore } from '@fundlens/projection/writer/document-store';
import {
  createDocumentWriter,
  type DocumentWriter,
  pauseBetweenRounds,
} from '@fundlens/projection/writer/document-writer';
import { MONGO_OPERATION_MS, MONGO_OPTIONS } from '@fundlens/projection/writer/mongo-options';
import { createLocationRebuild } from './rebuild/location-rebuild.ts';
import type { Operations } from './operations.ts';
import { askProjector } from './status/projector-answer.ts';
import { readStatus } from './status/status.ts';
import { createStatusStore } from './status/status-store.ts';
import { createVerify, type VerifyOptions } from './verify/verify.ts';
import { createVerifyStore } from './verify/verify-store.ts';

export type OperationsHooks = OperationsSeams & {
  /** Told of what went wrong beside the command, as lines of a log. */
  readonly onRemark: (line: string) => void;
};

export type OperationsSeams = {
  /** Tests put interference around the stores; production leaves them as they are. */
  readonly wrapStore?: (store: DocumentStore) => DocumentStore;
  readonly wrapLetters?: (letters: DeadLetterRepository) => DeadLetterRepository;
  /** Shorter waits, and interference, in rebuilds of tests. */
  readonly rebuild?: Pick<RebuildSeams, 'announceMs' | 'withdrawMs' | 'wrapStore'>;
  readonly verify?: Pick<VerifyOptions, 'pauseMs'>;
};

/** The only place where the clients of an operator's command are made. Connections are made when they are used. */
export function createOperations(
  config: ProjectorConfig,
  {
    wrapStore = (store) => store,
    wrapLetters = (letters) => letters,
    rebuild = {},
    verify: verifying = {},
    onRemark: remark,
  }: OperationsHooks,
): Operations {
  const clock = Date.now;
  const remarks = { write: (line: string) => remark(line.trimEnd()) };
  const logger = createLogger({ service: 'operator', level: 'warn', sanitize: redactText, destination: remarks });
  const topics = topicNames(config.TOPIC_PREFIX);
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    clientId: 'fundlens-operator',
    ssl: config.KAFKA_SSL,
    retry: GIVE_UP_SOON,
    ...saslOf(config),
  });
  const admin = kafka.admin();
  let connected: Promise<void> | undefined;
  const logs = createKafkaLogs({
    admin: { fetchTopicOffsets: async (topic) => (await connectedAdmin()).fetchTopicOffsets(topic) },
  });
  const mongo = new MongoClient(config.MONGODB_URL, { ...MONGO_OPTIONS, appName: 'fundlens-operator' });
  const db = mongo.db(config.MONGODB_DATABASE);
  const limits = { maxTimeMs: MONGO_OPERATION_MS };

  async function connectedAdmin(): Promise<Admin> {
    connected ??= admin.connect();
    await connected;
    return admin;
  }

  const temporarySource = createTemporarySource({
    ...{ kafka, topics: Object.values(topics), sessionTimeoutMs: config.KAFKA_SESSION_TIMEOUT_MS },
    groupId: `fundlens-operator-${randomUUID()}`,
    backoff: createBackoff({ initialMs: 200, maxMs: 5_000, factor: 2, random: Math.random }),
    async removeGroup(groupId) {
      // Kafka removes it by itself too, a week later.
      const removed = async () => (await connectedAdmin()).deleteGroups([groupId]);
      await removed().catch((error: unknown) => logger.warn({ groupId, error }, 'the consumer group is left to Kafka'));
    },
  });

  const servedVersion = async ({ name, version }: ReadModelDefinition) =>
    (await versionStore.load()).get(name)?.active ?? version;
  const letters = wrapLetters(createDeadLetterRepository(db, limits));
  const reader = createLogReader({ source: temporarySource });
  const registry = createSchemaRegistry({ url: config.SCHEMA_REGISTRY_URL, ...registryAuthOf(config) });
  const reading = {
    // Nobody waits here for a schema to be registered: the letter stays open.
    codec: createCodec({ registry, topics, clock, unknownSchemaRetryMs: 0 }),
    redact: redactEvent,
    redaction: { customFieldKeepList: new Set(config.CUSTOM_FIELD_KEEP_LIST ?? []) },
    projections,
  };
  const erasures = createErasureStore(db, limits);
  const pdfObjects = createPdfObjects(config, {
    connect: (options) => new AwsClient(options),
    maxTimeMs: PDF_OBJECT_MS,
  });
  const versionStore = createVersionStore(db, { pdfsNameObjects: pdfObjects !== null });
  const pauseBeforeRound = pauseBetweenRounds(Math.random);
  const store = wrapStore(createDocumentStore(db, limits));
  const writerOf = (versions: WrittenVersions) => createDocumentWriter({ store, pauseBeforeRound, erasures, versions });
  /** Into all versions that there are now: a rebuild may have passed the place of the event already. */
  const write: DocumentWriter = async (events) => await writerOf(writableVersions(await versionStore.load()))(events);

  const pdfStoreOf = (version: number) =>
    createPdfStore(db, { ...limits, layout: PDF_LAYOUT_VERSION, version, objects: pdfObjects, clock });

  /** Settles the PDFs of reports that are gone; no other comes this way. */
  const reportPdfsOf = (version: number) =>
    createReportPdfs({
      store: pdfStoreOf(version),
      render: () =>
        Promise.reject(new FatalError('report_not_erased', 'A report that was to be erased is still there.')),
      layout: PDF_LAYOUT_VERSION,
      onSettled: () => undefined,
      monotonic: () => performance.now(),
      logger,
    });
  const verifyStore = createVerifyStore(db, limits);
  const verify = createVerify({
    ...reading,
    ...verifying,
    ...{ erasures, topics, logs, reader, sleep },
    store: verifyStore,
    pdfLayout: PDF_LAYOUT_VERSION,
  });

  const replayWith = (failedAgain: DeadLetterRepository['failedAgain']) =>
    createReplay({ ...reading, logs, reader, write, letters: { replayed: letters.replayed, failedAgain }, clock });
  const settleLetters = createSettleDeadLetters({
    letters,
    replay: replayWith(async () => undefined),
    versions: versionStore.load,
    definitions: projections.map(({ readModel }) => readModel),
  });

  return {
    rebuildLocation: createLocationRebuild({
      ...reading,
      ...{ topics, logs, reader, verify },
      versions: versionStore.load,
      setAside: verifyStore.setAside,
      settle: (locationId) => settleLetters({ locationId }, { by: `rebuild ${randomUUID()}` }),
      async renew(events) {
        const versions = writableVersions(await versionStore.load());
        return await createDocumentWriter({ store, pauseBeforeRound, erasures, versions, renew: true })(events);
      },
      async recount(locationId) {
        for (const version of writableVersions(await versionStore.load()).get(dashboardFacts.name) ?? []) {
          const windows = createWindowStore(db, { ...limits, version });
          await createRefresher({ store: windows, clock, pauseBeforeRound })(locationId, { everything: true });
        }
      },
    }),

    openRebuild({ onProgress, onRemark }) {
      const destination = { write: (line: string) => onRemark(line.trimEnd()) };
      const logger = createLogger({ service: 'rebuild', level: 'warn', sanitize: redactText, destination });
      return createRebuildRunner(config, { logger, onProgress, ...rebuild });
    },

    letters: {
      count: letters.count,
      list: letters.list,
      find: letters.find,
      replay: replayWith(letters.failedAgain),
      discard: (id, { by, because }) => letters.discard(id, { at: clock(), by, because }),
    },

    erase: createEraser({
      projections,
      erasures,
      store: createSubjectStore(db, limits),
      versions: versionStore.load,
      writerOf,
      lookAfterPdf: (version, key) => reportPdfsOf(version)(key, { again: true }),
      dropPdf: (version, key) => pdfStoreOf(version).drop(key),
      refreshDashboard: (version, locationId) =>
        createRefresher({ store: createWindowStore(db, { ...limits, version }), clock, pauseBeforeRound })(locationId),
      clock,
    }),

    verify,

    status: (projectorUrls) =>
      readStatus(
        {
          ...createStatusStore(db, limits),
          topics,
          logs,
          rebuild: createRunStore(db, clock).load,
          checkpoints: createCheckpointStore(db, limits),
          async dashboards() {
            const version = await servedVersion(dashboardFacts);
            return await createWindowStore(db, { ...limits, version }).backlog();
          },
          async reportPdfs() {
            const version = await servedVersion(creditReports);
            return await pdfStoreOf(version).backlog(clock() - config.PDF_SWEEP_MS);
          },
          askProjector,
        },
        projectorUrls,
      ),

    async close() {
      await reader.close();
      await Promise.all([admin.disconnect(), mongo.close()]);
    },
  };
}
