import { randomUUID } from 'node:crypto';
import { createPdfObjects } from '@fundlens/read-models/report-pdfs/pdf-object-store';
import { type AdminServer, startAdminServer } from '@fundlens/runtime/admin-server';
import { createBackoff, sleep } from '@fundlens/runtime/backoff';
import { type Component, createLifecycle, type Lifecycle } from '@fundlens/runtime/lifecycle';
import type { FactLogger } from '@fundlens/runtime/fact-logger';
import type { Logger } from '@fundlens/runtime/logger';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import { AwsClient } from 'aws4fetch';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { createAccessLog } from './access-log.ts';
import { BASE_PATH, createApp } from './app.ts';
import { createAuditLog } from './audit/audit-log.ts';
import { createAuditStore } from './audit/audit-store.ts';
import { systemClock } from './clock.ts';
import type { QueryConfig } from './config.ts';
import { createAccess } from './credentials/access.ts';
import { createAccessStore } from './credentials/access-store.ts';
import { createResponseFreshness } from './freshness/response-freshness.ts';
import { createDataAsOf } from './freshness/data-as-of.ts';
import { createFreshnessStore } from './freshness/freshness-store.ts';
import { createPositionWaits } from './freshness/position-waits.ts';
import { createSharedPolling } from './freshness/shared-polling.ts';
import { createHealth } from './health.ts';
import { download } from './links/download.ts';
import { LINK_PARAMETER, LINK_PATH, linkKeys, signLink } from './pdf-link.ts';
import { createMetrics } from './metrics.ts';
import { createBytesInFlight } from './middleware/bytes-in-flight.ts';
import examples from './openapi/response-examples.json' with { type: 'json' };
import { createOpenapiDocument } from './openapi/document.ts';
import { createPublicPages } from './openapi/public-pages.ts';
import { cursorKey } from './pagination/cursor.ts';
import { startWithRetry } from './start-with-retry.ts';
import { createApplicationQueries } from './queries/applications.ts';
import { createContactQueries } from './queries/contacts.ts';
import { createCreditReportQueries } from './queries/credit-reports.ts';
import { createDealQueries } from './queries/deals.ts';
import { createDashboardQueries } from './queries/dashboards.ts';
import { createLocationQueries } from './queries/locations.ts';
import { createReadModels } from './queries/model-versions-store.ts';
import { createReportPdfQueries, PDF_OBJECT_MS } from './queries/report-pdfs.ts';
import { mongodbOptions } from './queries/mongodb-options.ts';
import { createLimiter } from './quota/limiter.ts';
import { createQuotaStore } from './quota/quota-store.ts';
import { redisOptions } from './quota/redis-client-store.ts';
import { createRedisLimitsStore } from './quota/redis-limits-store.ts';
import { createIntervalTask } from './interval-task.ts';
import { createQuotaSubjects } from './quota/quota-subject.ts';
import { createRoutes } from './routes/all.ts';
import { createSteps } from './routes/steps.ts';
import { createHttpServer } from './server/http-server.ts';

export type QuerySeams = {
  readonly logger: Logger;
  /** For the access log. */
  readonly facts: FactLogger;
  /** The text redactor. */
  readonly clean: (text: string) => string;
  /** Tests watch the commands that this client sends. */
  readonly onMongoClient?: (client: MongoClient) => void;
};

export type QueryService = Lifecycle & {
  /** Ports that were given; 0 before the start. */
  readonly port: () => number;
  readonly adminPort: () => number;
};

/** Spent quota reaches MongoDB within this time and one write: losing Redis loses at most a second of spending. */
const QUOTA_CHECKPOINT_MS = 500;
/** A Redis that takes connections and does not answer must not keep the service from starting. */
const REDIS_START_MS = 3_000;
/** After the last answer: what is left of audit and quota is stored in one write each, in milliseconds. */
const STORE_AT_END_MS = 5_000;
/** While somebody waits for a position: what a client waits longer than it must, and at most so many look-ups a second. */
const POSITION_POLL_MS = 20;
const SET_UP_BACKOFF = { initialMs: 200, maxMs: 10_000, factor: 2 };

/** The only place where clients are made and parts are put together. */
export function createQueryService(
  config: QueryConfig,
  { logger, facts, clean, onMongoClient }: QuerySeams,
): QueryService {
  const clock = systemClock;
  const stopping = new AbortController();
  let draining = false;
  const closing = () => draining;
  let admin: AdminServer | undefined;
  let port = 0;

  const mongo = new MongoClient(config.MONGODB_URL, {
    ...mongodbOptions({ poolSize: config.MONGODB_POOL_SIZE }),
    monitorCommands: onMongoClient !== undefined,
  });
  onMongoClient?.(mongo);
  const db = mongo.db(config.MONGODB_DATABASE);
  const redis = new Redis(config.REDIS_URL, redisOptions());
  // Without a listener the client prints every failed attempt to connect; readiness and metrics tell of them.
  redis.on('error', (error: unknown) => logger.debug({ error }, 'redis connection failed'));

  const readModels = createReadModels(db, clock);
  const accessStore = createAccessStore(db, readModels);
  const access = createAccess({
    store: accessStore,
    clock,
    cacheMaxAgeMs: config.ACCESS_CACHE_MS,
    accessMaxAgeMs: config.ACCESS_MAX_AGE * 1_000,
  });

  const auditStore = createAuditStore(db, { retentionDays: config.AUDIT_RETENTION_DAYS });
  const auditLog = createAuditLog({
    store: auditStore,
    clock,
    processId: randomUUID(),
    onFailure(error) {
      metrics.auditFailed();
      logger.error({ error }, 'audit entries wait because they cannot be stored');
    },
    onDropped(entries) {
      metrics.auditDropped(entries);
      logger.error({ entries }, 'audit entries given up');
    },
  });

  const counters = createRedisLimitsStore({ redis, keyPrefix: config.REDIS_KEY_PREFIX });
  const quotas = createQuotaStore(db);
  const limiter = createLimiter({
    counters,
    quotas,
    windowSeconds: config.RATE_LIMIT_WINDOW_SECONDS,
    failMode: config.RATE_LIMIT_FAIL_MODE,
    clock,
    onFallback: (error) => {
      metrics.limitFallback();
      logger.debug({ error }, 'limits counted without redis');
    },
  });
  const checkpoints = createIntervalTask({
    intervalMs: QUOTA_CHECKPOINT_MS,
    task: limiter.checkpoint,
    onError(error) {
      metrics.quotaCheckpointFailed();
      logger.warn({ error }, 'spent quota waits because it cannot be stored');
    },
  });

  const cursors = cursorKey(config.CURSOR_SECRET);
  const dashboards = createDashboardQueries(readModels);
  const keys = linkKeys(config.LINK_SECRET, config.LINK_SECRET_PREVIOUS ?? null);
  const pdfObjects = createPdfObjects(config, {
    connect: (options) => new AwsClient(options),
    maxTimeMs: PDF_OBJECT_MS,
  });
  const reportPdfs = createReportPdfQueries(readModels, pdfObjects);
  const freshnessStore = createFreshnessStore(db);
  const dataAsOf = createDataAsOf({
    load: freshnessStore.progress,
    onError: (error) => logger.warn({ error }, 'what is known of the freshness of data is not renewed'),
    monotonic: clock.monotonic,
  });
  const waits = createPositionWaits({
    polling: createSharedPolling({
      checkpoints: freshnessStore.checkpoints,
      uncountedSince: dashboards.uncountedSince,
      pause: (signal) => sleep(POSITION_POLL_MS, signal),
    }),
    maxPerCredential: config.POSITION_WAITS_PER_CREDENTIAL,
    onEnd: (outcome) => metrics.positionWaitEnded(outcome),
  });
  const flight = createBytesInFlight({
    maxBytes: config.MAX_BYTES_IN_FLIGHT,
    onRefused: () => metrics.bytesRefused(),
  });
  const quotaSubjectOf = createQuotaSubjects({ window: config.RATE_LIMIT_REQUESTS, dailyQuota: config.DAILY_QUOTA });
  const freshness = createResponseFreshness({
    readModels,
    dataAsOf,
    waits,
    deadLetters: freshnessStore.deadLetters,
    uncountedSince: dashboards.uncountedSince,
  });
  const routes = createRoutes({
    steps: createSteps({ access, limiter, auditLog, freshness, flight, clock, quotaSubjectOf, clean }),
    locations: createLocationQueries(readModels),
    contacts: createContactQueries(readModels),
    applications: createApplicationQueries(readModels),
    creditReports: createCreditReportQueries(readModels),
    reportPdfs,
    links: {
      url: (link) => `${config.PUBLIC_URL}${LINK_PATH}?${LINK_PARAMETER}=${signLink(keys, link)}`,
      lifeMs: config.LINK_SECONDS * 1_000,
    },
    pause: (ms, signal) => sleep(ms, AbortSignal.any([signal, stopping.signal])),
    deals: createDealQueries(readModels),
    dashboards,
    now: clock.now,
    blockedLocations: accessStore.blockedLocations,
    cursors,
  });
  const metrics = createMetrics({
    auditWaiting: auditLog.waiting,
    connections: () => server.connections(),
    positionsWaiting: waits.waiting,
    bytesInFlight: flight.total,
  });
  const app = createApp({
    routes,
    linked: new Map([
      [LINK_PATH, download({ keys, access, limiter, auditLog, reportPdfs, flight, clock, quotaSubjectOf, clean })],
    ]),
    pages: createPublicPages(createOpenapiDocument(routes, { basePath: BASE_PATH, examples })),
    clock,
    log: createAccessLog(
      { facts, errors: logger },
      { lines: config.ACCESS_LOG, slowMs: config.ACCESS_LOG_SLOW_MS, oneOf: config.ACCESS_LOG_SAMPLE },
    ),
    metrics,
    deadlineMs: config.REQUEST_DEADLINE_MS,
    closing,
    onBug: (error) => logger.error({ error }, 'a request could not be answered'),
  });
  const server = createHttpServer({
    handle: app.callback(),
    host: config.HTTP_HOST,
    port: config.HTTP_PORT,
    maxConnections: config.MAX_CONNECTIONS,
    keepAliveMs: config.KEEP_ALIVE_SECONDS * 1_000,
    onMalformed({ requestId, status }) {
      metrics.malformed(status);
      logger.info({ requestId, status }, 'refused what is no request');
    },
  });
  const health = createHealth({
    pingMongodb: () => db.command({ ping: 1 }),
    accessAgeMs: access.ageMs,
    accessMaxAgeMs: config.ACCESS_MAX_AGE * 1_000,
    redisAvailable: counters.available,
    redisRequired: config.RATE_LIMIT_FAIL_MODE === 'closed',
    server: () => (draining ? 'closing' : port === 0 ? 'starting' : 'listening'),
  });

  const components: Component[] = [
    {
      name: 'admin server',
      async start() {
        admin = await startAdminServer({
          host: config.ADMIN_HOST,
          port: config.ADMIN_PORT,
          metrics: metrics.registry,
          ...health,
          onError: (error) => logger.error({ error }, 'admin server failed'),
        });
      },
      stop: async () => admin?.stop(),
    },
    {
      name: 'mongodb',
      async start() {
        void startWithRetry({
          async start() {
            // Asked for expressly: a client whose first connection failed implicitly never tries again by itself.
            await mapMongoErrors(() => mongo.connect());
            await auditStore.ensureIndexes();
            await quotas.ensureIndexes();
          },
          backoff: createBackoff({ ...SET_UP_BACKOFF, random: Math.random }),
          signal: stopping.signal,
          onError: (error) => logger.warn({ error }, 'mongodb cannot be prepared yet'),
        });
      },
      stop: () => mongo.close(),
    },
    {
      name: 'redis',
      async start() {
        // Waited for once, so that the first requests are counted where all are. When it is away it is tried again and
        // again, and until it is there the limits do what the fail mode says.
        const connected = redis.connect().catch((error: unknown) => logger.warn({ error }, 'redis is not there yet'));
        await Promise.race([connected, sleep(REDIS_START_MS, stopping.signal)]);
      },
      async stop() {
        counters.stop();
        redis.disconnect();
      },
    },
    {
      name: 'audit and quota',
      start: async () => checkpoints.start(),
      async stop() {
        auditLog.stop();
        // Beside each other, so that what can be stored is not late because of what cannot.
        const ends = await Promise.allSettled([auditLog.flush(), checkpoints.stop().then(limiter.finish)]);
        for (const end of ends) {
          if (end.status === 'rejected') logger.error({ error: end.reason }, 'not all is stored at the end');
        }
      },
    },
    {
      name: 'http server',
      async start() {
        port = await server.listen();
      },
      stop: () => server.close(config.STOP_TIMEOUT_MS),
    },
  ];
  const lifecycle = createLifecycle(components, {
    logger,
    // Requests in flight get their time before the lifecycle would pass over the server.
    stopTimeoutMs: config.STOP_TIMEOUT_MS + STORE_AT_END_MS,
    // Servers that hang take no more of it than one does: whoever has told us to stop does not wait for ever.
    stopAllWithinMs: config.STOP_TIMEOUT_MS + STORE_AT_END_MS,
  });

  /** Not ready first, so that nobody sends more; then no connections; then what was answered is stored. */
  async function stop(): Promise<void> {
    draining = true;
    if (port !== 0) await sleep(config.DRAIN_MS);
    stopping.abort();
    await lifecycle.stop();
    const entries = auditLog.waiting();
    if (entries > 0) logger.error({ entries }, 'audit entries given up at the end');
  }
  let stopped: Promise<void> | undefined;
  return {
    start: lifecycle.start,
    stop() {
      stopped ??= stop();
      return stopped;
    },
    port: () => port,
    adminPort: () => admin?.port ?? 0,
  };
}
