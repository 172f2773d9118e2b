import { setImmediate } from 'node:timers/promises';
import { createCodec } from '@fundlens/contracts/codec';
import type { Stream } from '@fundlens/contracts/event-definition';
import { createKafka, type KafkaLog } from '@fundlens/contracts/kafka-client';
import { createSchemaRegistry, registerSchemas } from '@fundlens/contracts/registry';
import { ensureTopics, topicNames } from '@fundlens/contracts/topics';
import { ensureDeadLetters } from '@fundlens/read-models/dead-letter';
import { creditReports, dashboardFacts, readModels } from '@fundlens/read-models/definitions';
import { documentKey } from '@fundlens/read-models/document';
import { createPdfObjects } from '@fundlens/read-models/pdf-object-store';
import { ensureReadModels } from '@fundlens/read-models/store';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { redactText } from '@fundlens/redaction/redact-text';
import { type AdminServer, startAdminServer } from '@fundlens/runtime/admin-server';
import { createBackoff } from '@fundlens/runtime/backoff';
import { type Component, createLifecycle, type Lifecycle } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { AwsClient } from 'aws4fetch';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { type ProjectorConfig, registryAuthOf, saslOf } from './config.ts';
import { Freshness } from './consumer/freshness.ts';
import { inKafka } from './consumer/kafka-failure.ts';
import { createKafkaLogs } from './consumer/kafka-logs.ts';
import { createKafkaSource } from './consumer/kafka-source.ts';
import { createProcessBatch } from './consumer/process-batch.ts';
import { StreamConsumer, type TopicRoute } from './consumer/stream-consumer.ts';
import { createDeadLetterStore } from './dead-letters/dead-letter-store.ts';
import { createDroppedPdfs } from './documents/dropped-pdf-store.ts';
import { PDF_LAYOUT_VERSION } from './documents/layout-version.ts';
import { PdfRenderer } from './documents/pdf-renderer.ts';
import { createPdfStore, PDF_OBJECT_MS } from './documents/pdf-store.ts';
import { createReportPdfs } from './documents/report-pdfs.ts';
import { createErasureStore } from './erasure/erasure-store.ts';
import { adminActions } from './health/admin-actions.ts';
import { meteredBudget } from './health/metered-budget.ts';
import { createMetrics } from './health/metrics.ts';
import { createPartitionBoard } from './health/partition-board.ts';
import { type BullmqHints, createBullmqHints } from './jobs/bullmq-hints.ts';
import { createSweeper } from './jobs/sweeper.ts';
import { modelsOf, projections } from './projections/registry.ts';
import type { WrittenVersions } from './projections/written-versions.ts';
import { workPerVersion } from './rebuild/per-version.ts';
import { createVersionStore } from './rebuild/version-store.ts';
import { createVersionWatch } from './rebuild/version-watch.ts';
import { patiently } from './startup.ts';
import { createRefresher } from './windows/refresher.ts';
import { createWindowStore, type WindowStore } from './windows/window-store.ts';
import { createCheckpointStore } from './writer/checkpoint-store.ts';
import { createDocumentStore, type DocumentStore } from './writer/document-store.ts';
import { createDocumentWriter, type Dirtied, pauseBetweenRounds } from './writer/document-writer.ts';
import { createEventLogStore } from './writer/event-log-store.ts';
import { inMongo } from './writer/mongo-failure.ts';
import { MONGO_OPERATION_MS, MONGO_OPTIONS } from './writer/mongo-options.ts';
import { createTurns } from './writer/turns.ts';

export type ProjectorSeams = {
  readonly logger: Logger;
  /** Tests put delays and interference around the store; production leaves it as it is. */
  readonly wrapStore?: (store: DocumentStore) => DocumentStore;
  readonly wrapWindowStore?: (store: WindowStore) => WindowStore;
};

export type Projector = Lifecycle & {
  /** The port that health and metrics were given; 0 before the start. */
  readonly adminPort: () => number;
};

/** Changes of one batch, and of batches that follow at once, become one refresh. */
const DASHBOARD_GATHER_MS = 200;
const DASHBOARDS_AT_ONCE = 4;
/** One is rendered while the next is loaded and the last one stored. */
const PDFS_AT_ONCE = 3;

/** A short outage is over before anybody notices; a long one is asked after every half minute. */
const BACKOFF = { initialMs: 200, maxMs: 30_000, factor: 2 };

/** The only place where clients are made and parts are put together. */
export function createProjector(
  config: ProjectorConfig,
  { logger, wrapStore = (store) => store, wrapWindowStore = (store) => store }: ProjectorSeams,
): Projector {
  const clock = Date.now;
  const random = Math.random;
  const newBackoff = () => createBackoff({ ...BACKOFF, random });
  const stopping = new AbortController();

  const topics = topicNames(config.TOPIC_PREFIX);
  const metrics = createMetrics();
  const board = createPartitionBoard(metrics);

  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    clientId: 'fundlens-projector',
    log: kafkaLog(logger),
    ssl: config.KAFKA_SSL,
    ...saslOf(config),
  });
  const admin = kafka.admin();
  const logs = createKafkaLogs({ admin });
  const openRegistry = () => createSchemaRegistry({ url: config.SCHEMA_REGISTRY_URL, ...registryAuthOf(config) });
  const registry = openRegistry();
  let issuedSchemaId: number | undefined;
  const codec = createCodec({
    registry,
    topics,
    // How long something is waited for must not follow a clock that is set.
    clock: () => performance.now(),
    unknownSchemaRetryMs: config.UNKNOWN_SCHEMA_RETRY_MS,
    // By a client of its own: each remembers what it has seen.
    registryHasForgotten: async () =>
      issuedSchemaId !== undefined && (await openRegistry().schemaById(issuedSchemaId)) === null,
  });

  const mongo = new MongoClient(config.MONGODB_URL, MONGO_OPTIONS);
  const db = mongo.db(config.MONGODB_DATABASE);
  const limits = { maxTimeMs: MONGO_OPERATION_MS };
  const checkpoints = createCheckpointStore(db, limits);
  const erasures = createErasureStore(db, limits);
  const deadLetters = createDeadLetterStore(db, erasures);
  const store = wrapStore(createDocumentStore(db, limits));
  const turns = createTurns();

  const pdfObjects = createPdfObjects(config, {
    connect: (options) => new AwsClient(options),
    maxTimeMs: PDF_OBJECT_MS,
  });
  const versionStore = createVersionStore(db, { pdfsNameObjects: pdfObjects !== null });
  const watch = createVersionWatch({
    load: versionStore.load,
    definitions: readModels,
    onChange(versions) {
      access.retake(routesOf(['access'], versions));
      changes.retake(routesOf(['crm', 'funding'], versions));
    },
    tidy: versionStore.tidy,
    board,
    logger,
  });

  const dashboards = workPerVersion(
    () => watch.versions().get(dashboardFacts.name) ?? [],
    (version) => {
      const windowStore = wrapWindowStore(createWindowStore(db, { ...limits, version }));
      const refresh = createRefresher({
        store: windowStore,
        clock,
        pauseBeforeRound: pauseBetweenRounds(random),
        onRefreshed: (seconds) => metrics.dashboardRefreshSeconds.observe(seconds),
        onSwapLost: () => metrics.dashboardSwapsLost.inc(),
      });
      return { backlog: windowStore.backlog, waiting: windowStore.dirtyLocations, work: (key) => refresh(key) };
    },
  );
  const refreshDashboard = (locationId: string) => dashboards.work(locationId, { again: false });
  const sweeper = createSweeper({
    name: 'dashboards',
    backlog: dashboards.backlog,
    waiting: dashboards.waiting,
    work: refreshDashboard,
    intervalMs: config.DASHBOARD_SWEEP_MS,
    onSwept({ documents, dirtySince }) {
      metrics.dashboardBacklog.set(documents);
      metrics.dashboardAge.set(dirtySince === null ? 0 : Math.max(0, clock() - dirtySince) / 1_000);
    },
    onTrouble(code) {
      metrics.dashboardSweeps.inc({ outcome: code === null ? 'ok' : 'failed' });
      board.setPart('dashboards', code);
    },
    logger,
  });

  const pdfRenderer = new PdfRenderer();
  const reportVersions = () => watch.versions().get(creditReports.name) ?? [];
  const pdfStoreOf = (version: number) =>
    createPdfStore(db, {
      ...limits,
      layout: PDF_LAYOUT_VERSION,
      version,
      objects: pdfObjects,
      putObjects: config.PDF_STORE === 's3',
      clock,
    });
  const reportPdfs = workPerVersion(reportVersions, (version) => {
    const pdfStore = pdfStoreOf(version);
    const work = createReportPdfs({
      store: pdfStore,
      render: (input) => pdfRenderer.render(input),
      // While a rebuild switches there are two versions: what one of them has need not be rendered for the other.
      async find({ key }, digest) {
        for (const other of reportVersions()) {
          const found = other === version ? null : await pdfStoreOf(other).readyPdf(key, digest);
          if (found !== null) return found;
        }
        return null;
      },
      layout: PDF_LAYOUT_VERSION,
      onSettled(outcome, seconds) {
        metrics.reportPdfs.inc({ outcome });
        if (seconds !== null) metrics.reportPdfSeconds.observe(seconds);
      },
      monotonic: () => performance.now(),
      logger,
    });
    return {
      backlog: () => pdfStore.backlog(clock() - config.PDF_SWEEP_MS),
      waiting: (limit) => pdfStore.waiting(clock() - config.PDF_SWEEP_MS, limit),
      work,
    };
  });
  const pdfSweeper = createSweeper({
    name: 'report pdfs',
    backlog: reportPdfs.backlog,
    waiting: reportPdfs.waiting,
    work: (key) => reportPdfs.work(key, { again: true }),
    intervalMs: config.PDF_SWEEP_MS,
    onSwept: ({ documents }) => metrics.reportPdfBacklog.set(documents),
    // No matter of readiness: one report that cannot be rendered now is tried again, and the others are not held up.
    onTrouble: (code) => metrics.reportPdfSweeps.inc({ outcome: code === null ? 'ok' : 'failed' }),
    logger,
  });

  const droppedPdfs =
    pdfObjects === null ? null : createDroppedPdfs(db, { ...limits, objects: pdfObjects, versions: versionStore.load });
  const droppedPdfSweeper =
    droppedPdfs === null
      ? null
      : createSweeper({
          name: 'dropped report pdfs',
          backlog: droppedPdfs.backlog,
          waiting: droppedPdfs.waiting,
          work: (key) => droppedPdfs.work(key, { again: true }),
          intervalMs: config.PDF_SWEEP_MS,
          onSwept: () => undefined,
          onTrouble: (code) => metrics.reportPdfSweeps.inc({ outcome: code === null ? 'ok' : 'failed' }),
          logger,
        });

  const hints = config.REDIS_URL === undefined ? null : jobHints(config.REDIS_URL);
  const giveDashboards = hints?.take({
    name: 'dashboards',
    concurrency: DASHBOARDS_AT_ONCE,
    gatherMs: DASHBOARD_GATHER_MS,
    first: 'oldest',
    work: refreshDashboard,
  });
  const givePdfs = hints?.take({
    name: 'report-pdfs',
    concurrency: PDFS_AT_ONCE,
    gatherMs: 0,
    first: 'newest',
    work: (key) => reportPdfs.work(key, { again: false }),
  });
  const onDirtied = (dirtied: readonly Dirtied[]) => {
    giveDashboards?.(dirtiedLocations(dirtied));
    givePdfs?.(dirtiedReports(dirtied));
  };

  function jobHints(url: string): BullmqHints {
    return createBullmqHints({
      connect: (options) => new Redis(url, options),
      keyPrefix: config.JOBS_KEY_PREFIX,
      onOutcome: (work, outcome, count) => metrics.hints.inc({ work, outcome }, count),
      logger,
    });
  }

  const redaction = { customFieldKeepList: new Set(config.CUSTOM_FIELD_KEEP_LIST ?? []) };
  const routeOf = (stream: Stream, versions: WrittenVersions): [string, TopicRoute] => {
    const models = modelsOf(stream, versions);
    const write = createDocumentWriter({
      store,
      pauseBeforeRound: pauseBetweenRounds(random),
      erasures,
      versions,
      turns,
      yieldTurn: setImmediate,
    });
    const process = createProcessBatch({
      stream,
      models,
      codec,
      redact: redactEvent,
      redaction,
      projections,
      write,
      onDirtied,
      deadLetters,
      checkpoints,
      metrics,
      clock,
    });
    return [topics[stream], { models, process }];
  };

  function routesOf(streams: readonly Stream[], versions: WrittenVersions): Map<string, TopicRoute> {
    return new Map(streams.map((stream) => routeOf(stream, versions)));
  }

  const consumerOf = (group: string, groupId: string, streams: readonly Stream[]) => {
    const name = `group ${group}`;
    const routes = routesOf(streams, watch.versions());
    const source = createKafkaSource({
      kafka,
      groupId,
      topics: [...routes.keys()],
      sessionTimeoutMs: config.KAFKA_SESSION_TIMEOUT_MS,
      backoff: newBackoff(),
      onError: (error) => logger.error({ group: name, error }, 'consumer is not usable'),
    });
    return new StreamConsumer({
      name,
      source,
      logs,
      checkpoints,
      routes,
      beforeBegin: watch.look,
      budget: meteredBudget(metrics, { group, maxBytes: config.MAX_BYTES_IN_FLIGHT }),
      board,
      logger,
      createBackoff: newBackoff,
    });
  };
  const access = consumerOf('access', config.ACCESS_GROUP_ID, ['access']);
  const changes = consumerOf('changes', config.CHANGES_GROUP_ID, ['crm', 'funding']);

  // After an outage the database may be another than before, restored from a backup: what it has is what counts.
  mongo.on('connectionPoolCleared', () => {
    access.beginAnew();
    changes.beginAnew();
  });

  const freshness = new Freshness({
    progress: () => [...access.progress(), ...changes.progress()],
    logs,
    checkpoints,
    topics,
    tellEventLog: createEventLogStore(db),
    access: {
      topic: topics.access,
      get models() {
        return modelsOf('access', watch.versions());
      },
    },
    metrics,
    board,
    logger,
    clock,
  });

  let adminServer: AdminServer | undefined;
  const adminPart: Component = {
    name: 'admin server',
    async start() {
      adminServer = await startAdminServer({
        host: config.ADMIN_HOST,
        port: config.ADMIN_PORT,
        metrics: metrics.registry,
        // What a restart would cure this process cures itself: it rebuilds consumers and waits for what is away.
        live: () => ({ ok: true, checks: {} }),
        ready: async () => board.report(),
        actions: adminActions({ board, consumers: [access, changes], metrics }),
        onError: (error) => logger.error({ error }, 'admin server failed to answer'),
      });
    },
    stop: async () => adminServer?.stop(),
  };
  const mongoPart: Component = {
    name: 'mongodb',
    start: () =>
      inMongo(async () => {
        // Operations connect by themselves, but once only: after a first attempt that failed they fail for ever.
        await mongo.connect();
        await ensureReadModels(db, readModels, { standInIndexes: config.MONGODB_STAND_IN_INDEXES });
        await ensureDeadLetters(db);
      }),
    stop: () => mongo.close(),
  };
  const kafkaPart: Component = {
    name: 'kafka',
    start: () =>
      inKafka(async () => {
        await admin.connect();
        const states = await ensureTopics(admin, {
          topics,
          partitions: config.TOPIC_PARTITIONS,
          replicationFactor: config.TOPIC_REPLICATION_FACTOR,
        });
        for (const { topic, warnings } of states) for (const warning of warnings) logger.warn({ topic }, warning);
      }),
    stop: () => admin.disconnect(),
  };
  const schemasPart: Component = {
    name: 'schema registry',
    async start() {
      issuedSchemaId = (await registerSchemas(registry, topics)).ContactChanged;
    },
    stop: async () => undefined,
  };

  const waiting = { stopping: stopping.signal, createBackoff: newBackoff, board, logger };
  const lifecycle = createLifecycle(
    [
      adminPart,
      patiently(mongoPart, waiting),
      patiently(watch, waiting),
      patiently(kafkaPart, waiting),
      patiently(schemasPart, waiting),
      sweeper,
      pdfSweeper,
      ...(droppedPdfSweeper === null ? [] : [droppedPdfSweeper]),
      ...(hints === null ? [] : [hints]),
      pdfRenderer,
      { name: 'group access', start: () => access.start(), stop: () => access.stop() },
      { name: 'group changes', start: () => changes.start(), stop: () => changes.stop() },
      freshness,
    ],
    { logger, stopTimeoutMs: config.STOP_TIMEOUT_MS },
  );
  return {
    start: () => lifecycle.start(),
    async stop() {
      stopping.abort();
      await lifecycle.stop();
    },
    adminPort: () => adminServer?.port ?? 0,
  };
}

/** Of dashboards, each once. */
function dirtiedLocations(dirtied: readonly Dirtied[]): Set<string> {
  return new Set(
    dirtied.flatMap(({ readModel, id }) =>
      readModel === dashboardFacts.name && 'locationId' in id ? [id.locationId] : [],
    ),
  );
}

function dirtiedReports(dirtied: readonly Dirtied[]): string[] {
  return dirtied.filter(({ readModel }) => readModel === creditReports.name).map(({ id }) => documentKey(id));
}

function kafkaLog(logger: Logger): KafkaLog {
  const levels = { debug: 'trace', info: 'debug', warn: 'warn', error: 'warn' } as const;
  return (level, message, { namespace, groupId, memberId, error }) => {
    logger[levels[level]](
      { kafka: { namespace, groupId, memberId, problem: error && redactText(String(error)) } },
      message,
    );
  };
}
