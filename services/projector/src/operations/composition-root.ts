import { randomUUID } from 'node:crypto';
import { createCodec } from '@fundlens/contracts/codec';
import { createKafka, GIVE_UP_SOON } from '@fundlens/contracts/kafka-client';
import { createSchemaRegistry } from '@fundlens/contracts/registry';
import { topicNames } from '@fundlens/contracts/topics';
import type { ReadModelDefinition } from '@fundlens/read-models/definition';
import { creditReports, dashboardFacts } from '@fundlens/read-models/definitions';
import { createPdfObjects } from '@fundlens/read-models/pdf-object-store';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { redactText } from '@fundlens/redaction/redact-text';
import { createBackoff, sleep } from '@fundlens/runtime/backoff';
import { FatalError } from '@fundlens/runtime/errors';
import { createLogger } from '@fundlens/runtime/logger';
import { AwsClient } from 'aws4fetch';
import type { Admin } from 'kafkajs';
import { MongoClient } from 'mongodb';
import { type ProjectorConfig, registryAuthOf, saslOf } from '../config.ts';
import { createKafkaLogs } from '../consumer/kafka-logs.ts';
import { createLogReader } from '../consumer/log-reader.ts';
import { createTemporarySource } from '../consumer/temporary-source.ts';
import { createLetterDesk, type LetterDesk } from '../dead-letters/letter-desk-store.ts';
import { createReplay } from '../dead-letters/replay.ts';
import { createSettleLetters } from '../dead-letters/settle-letters.ts';
import { PDF_LAYOUT_VERSION } from '../documents/layout-version.ts';
import { createPdfStore, PDF_OBJECT_MS } from '../documents/pdf-store.ts';
import { createReportPdfs } from '../documents/report-pdfs.ts';
import { createEraser } from '../erasure/eraser.ts';
import { createErasureStore } from '../erasure/erasure-store.ts';
import { createSubjectStore } from '../erasure/subject-store.ts';
import { projections } from '../projections/registry.ts';
import type { WrittenVersions } from '../projections/written-versions.ts';
import { createRebuildDesk, type RebuildSeams } from '../rebuild/composition-root.ts';
import { createRunStore } from '../rebuild/run-store.ts';
import { createVersionStore } from '../rebuild/version-store.ts';
import { keptNow } from '../rebuild/version-watch.ts';
import { createRefresher } from '../windows/refresher.ts';
import { createWindowStore } from '../windows/window-store.ts';
import { createCheckpointStore } from '../writer/checkpoint-store.ts';
import { createDocumentStore, type DocumentStore } from '../writer/document-store.ts';
import { createDocumentWriter, type DocumentWriter, pauseBetweenRounds } from '../writer/document-writer.ts';
import { MONGO_OPERATION_MS, MONGO_OPTIONS } from '../writer/mongo-options.ts';
import { createLocationRebuild } from './location-rebuild.ts';
import type { Operations } from './operations.ts';
import { askProjector } from './projector-answer.ts';
import { readStatus } from './status.ts';
import { createStatusStore } from './status-store.ts';
import { createVerify, type VerifyOptions } from './verify.ts';
import { createVerifyStore } from './verify-store.ts';

export type OperationsHooks = OperationsSeams & {
  /** Told of what went wrong beside the command, as lines of a log. */
  readonly onRemark: (line: string) => void;
};

export type OperationsSeams = {
  /** Tests put interference around the stores; production leaves them as they are. */
  readonly wrapStore?: (store: DocumentStore) => DocumentStore;
  readonly wrapLetters?: (letters: LetterDesk) => LetterDesk;
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
  const letters = wrapLetters(createLetterDesk(db, limits));
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
  const write: DocumentWriter = async (events) => await writerOf(keptNow(await versionStore.load()))(events);

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

  const replayWith = (failedAgain: LetterDesk['failedAgain']) =>
    createReplay({ ...reading, logs, reader, write, letters: { replayed: letters.replayed, failedAgain }, clock });
  const settleLetters = createSettleLetters({
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
        const versions = keptNow(await versionStore.load());
        return await createDocumentWriter({ store, pauseBeforeRound, erasures, versions, renew: true })(events);
      },
      async recount(locationId) {
        for (const version of keptNow(await versionStore.load()).get(dashboardFacts.name) ?? []) {
          const windows = createWindowStore(db, { ...limits, version });
          await createRefresher({ store: windows, clock, pauseBeforeRound })(locationId, { everything: true });
        }
      },
    }),

    openRebuild({ onProgress, onRemark }) {
      const destination = { write: (line: string) => onRemark(line.trimEnd()) };
      const logger = createLogger({ service: 'rebuild', level: 'warn', sanitize: redactText, destination });
      return createRebuildDesk(config, { logger, onProgress, ...rebuild });
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
