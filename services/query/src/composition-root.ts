import { randomUUID } from 'node:crypto';
import { PdfRenderer } from '@fundlens/credit-reports/pdf-renderer';
import { redisOpener } from '@fundlens/redis-client/redis-client';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { FactLogger, Logger } from '@fundlens/runtime/logger';
import { createPeriodic } from '@fundlens/runtime/periodic';
import { createServiceShell, type ShelledService } from '@fundlens/runtime/service-shell';
import { openMongodb } from '@fundlens/runtime/mongodb-client';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { MongoClient } from 'mongodb';
import { createAccessLog } from './access-log.ts';
import { BASE_PATH, createApp } from './app.ts';
import { AuditLog } from './audit/audit-log.ts';
import { createAuditStore } from './audit/audit-store.ts';
import { systemClock } from './clock.ts';
import type { QueryConfig } from './config.ts';
import { Access } from './credentials/access.ts';
import { AccessStore } from './credentials/access-store.ts';
import { createAsOf } from './freshness/as-of.ts';
import { createFreshnessStore } from './freshness/freshness-store.ts';
import { PositionWaits } from './freshness/position-waits.ts';
import { createHealth } from './health.ts';
import { download } from './links/download.ts';
import manifest from '../package.json' with { type: 'json' };
import { createChain } from './middleware/chain.ts';
import { createMetrics, type QueryMetrics } from './metrics.ts';
import { createCompanyShares } from './company-shares.ts';
import { createOpenapiDocument } from './openapi/document.ts';
import { createPublicPages } from './documentation/public-pages.ts';
import examples from './openapi/response-examples.json' with { type: 'json' };
import { LINK_PARAMETER, LINK_PATH, linkKeys, signLink } from './pdf-link.ts';
import { createChangeQueries } from './queries/changes.ts';
import { createCreditReportQueries } from './queries/credit-reports.ts';
import { createDashboardQueries } from './queries/dashboards.ts';
import { createDocumentQueries } from './queries/documents.ts';
import { createListQueries } from './queries/lists.ts';
import { createLocationQueries } from './queries/locations.ts';
import { createReadModels } from './queries/read-models-store.ts';
import { mongodbOptions } from './queries/mongodb-options.ts';
import { Limiter } from './quota/limiter.ts';
import { createQuotaStore } from './quota/quota-store.ts';
import { limitsBehaviour, RedisLimitsStore } from './quota/redis-limits-store.ts';
import { createRoutes } from './routes/all.ts';
import { cursorKeys } from './routes/paging.ts';
import { HttpServer } from './server/http-server.ts';

export type QuerySeams = {
  readonly logger: Logger;
  /** For the access log. */
  readonly facts: FactLogger;
  /** The text redactor. */
  readonly clean: (text: string) => string;
  /** Tests watch the commands that this client sends. */
  readonly onMongoClient?: (client: MongoClient) => void;
};

export type QueryService = ShelledService & {
  /** 0 before the start. */
  readonly port: () => number;
};

/** Spent quota reaches MongoDB within this time and one write: losing Redis loses at most a second of spending. */
const QUOTA_CHECKPOINT_MS = 500;
/** After the last answer: what is left of audit and quota is stored in one write each, in milliseconds. */
const STORE_AT_END_MS = 5_000;

type Stores = ReturnType<typeof openStores>;
type Parts = ReturnType<typeof createParts>;

const BUILD = { service: 'query', version: manifest.version };

/** The only place where clients are made and parts are put together. */
export function createQueryService(config: QueryConfig, seams: QuerySeams): QueryService {
  const { logger, facts } = seams;
  const shell = createServiceShell(config, { ...BUILD, logger });
  let draining = false;
  const metrics = createMetrics({
    auditWaiting: () => parts.auditLog.waiting(),
    connections: () => http.connections(),
    connectionsLimit: config.MAX_CONNECTIONS,
    positionsWaiting: () => parts.shares.waits.total(),
    bytesInFlight: () => parts.shares.bytes.total(),
    accessAgeMs: () => parts.access.lastKnownAgeMs(),
    redisAway: () => stores.counters.away(),
    dataAges: () => parts.asOf.ages(),
  });
  const stores = openStores(config, seams);
  const parts = createParts(config, { ...seams, metrics, stores });
  const renderer = new PdfRenderer();
  const app = createApp({
    ...createApi(config, parts, renderer),
    clock: systemClock,
    log: createAccessLog({ facts, errors: logger }),
    metrics,
    deadlineMs: config.REQUEST_DEADLINE_MS,
    closing: () => draining,
    tracing: shell.tracing,
    onBug: (error) => logger.error({ error }, 'a request could not be answered'),
  });
  const http = new HttpServer({ ...config, handle: app.callback(), metrics, logger });
  const ready = createHealth({
    pingMongodb: stores.ping,
    accessAgeMs: () => parts.access.ageMs(),
    accessMaxAgeMs: config.ACCESS_MAX_AGE * 1_000,
    redisAway: () => stores.counters.away(),
    redisRequired: config.RATE_LIMIT_FAIL_MODE === 'closed',
    server: () => (draining ? 'closing' : http.port() === 0 ? 'starting' : 'listening'),
  });
  const service = shell.assemble({
    registry: metrics.registry,
    commonOptions: COMMON_OPTIONS,
    parts: [shell.startInBackground(stores.mongodb), stores.counters, storedAtEnd(parts, logger), renderer, http],
    ready,
    leave() {
      draining = true;
    },
    drainMs: config.DRAIN_MS,
    // Requests in flight get their time before the lifecycle passes over the server, and hanging servers get it once.
    stopAllWithinMs: config.STOP_TIMEOUT_MS + STORE_AT_END_MS,
  });
  return { ...service, port: () => http.port() };
}

/** What must be the same in all instances, or the same request gets different responses. */
const COMMON_OPTIONS: readonly (keyof QueryConfig)[] = [
  'PUBLIC_URL',
  'MONGODB_DATABASE',
  'REDIS_KEY_PREFIX',
  'RATE_LIMIT_REQUESTS',
  'RATE_LIMIT_WINDOW_SECONDS',
  'DAILY_QUOTA',
  'RATE_LIMIT_FAIL_MODE',
  'ACCESS_MAX_AGE',
  'LINK_SECONDS',
  'AUDIT_RETENTION_DAYS',
  'PIPELINE_STAGES',
];

function openStores(config: QueryConfig, { logger, onMongoClient }: QuerySeams) {
  const { mongo, db, part } = openMongodb(config, {
    ...mongodbOptions({ poolSize: config.MONGODB_POOL_SIZE }),
    monitorCommands: onMongoClient !== undefined,
  });
  onMongoClient?.(mongo);
  const readModels = createReadModels(db, systemClock);
  return {
    mongodb: part,
    ping: () => mapMongoErrors(() => db.command({ ping: 1 })),
    readModels,
    access: new AccessStore(db, readModels),
    audit: createAuditStore(db, { retentionDays: config.AUDIT_RETENTION_DAYS }),
    counters: new RedisLimitsStore({
      redis: redisOpener(config, logger)(limitsBehaviour),
      keyPrefix: config.REDIS_KEY_PREFIX,
      logger,
    }),
    quotas: createQuotaStore(db),
    freshness: createFreshnessStore(db),
  };
}

/** What lets requests in, counts and records them, and knows how new the data is. */
function createParts(
  config: QueryConfig,
  { logger, clean, metrics, stores }: QuerySeams & { readonly metrics: QueryMetrics; readonly stores: Stores },
) {
  const clock = systemClock;
  const access = new Access({
    store: stores.access,
    clock,
    cacheMaxAgeMs: config.ACCESS_CACHE_MS,
    accessMaxAgeMs: config.ACCESS_MAX_AGE * 1_000,
  });
  const auditLog = new AuditLog({
    store: stores.audit,
    clock,
    processId: randomUUID(),
    logger,
    failures: metrics.auditFailures,
    dropped: metrics.auditDropped,
  });
  const limiter = new Limiter({
    counters: stores.counters,
    quotas: stores.quotas,
    windowSeconds: config.RATE_LIMIT_WINDOW_SECONDS,
    defaults: { window: config.RATE_LIMIT_REQUESTS, dailyQuota: config.DAILY_QUOTA },
    failMode: config.RATE_LIMIT_FAIL_MODE,
    clock,
    logger,
    fallbacks: metrics.limitFallbacks,
  });
  const shares = createCompanyShares({
    maxBytes: config.MAX_BYTES_IN_FLIGHT,
    maxWaits: config.POSITION_WAITS_PER_COMPANY,
    now: clock.now,
    refusals: metrics.bytesRefused,
  });
  const dashboards = createDashboardQueries(stores.readModels);
  const { uncountedSince } = dashboards;
  const { generation } = stores.readModels;
  const freshness = { store: stores.freshness, generation, uncountedSince, clock };
  const asOf = createAsOf(freshness);
  const waits = new PositionWaits({
    ...freshness,
    logs: asOf.logs,
    places: shares.waits,
    ended: metrics.positionWaits,
  });
  return { access, auditLog, limiter, shares, dashboards, asOf, waits, stores, metrics, clock, clean };
}

/** Audit and quota: what is left of them is stored at the end. */
function storedAtEnd({ auditLog, limiter, metrics }: Parts, logger: Logger): Component {
  const checkpoints = createPeriodic({
    name: 'spent quota',
    everyMs: QUOTA_CHECKPOINT_MS,
    waitsFirst: true,
    work: () =>
      limiter.checkpoint().catch((error: unknown) => {
        metrics.checkpointFailures.inc();
        logger.warn({ error }, 'spent quota waits because it cannot be stored');
      }),
  });
  return {
    name: 'audit and quota',
    async start() {
      auditLog.start();
      await checkpoints.start();
    },
    async stop() {
      // At the same time, so that one store that is away does not delay the other.
      const ends = await Promise.allSettled([auditLog.stop(), checkpoints.stop().then(() => limiter.checkpoint())]);
      for (const end of ends) {
        if (end.status === 'rejected') logger.error({ error: end.reason }, 'not all is stored at the end');
      }
      const entries = auditLog.waiting();
      if (entries > 0) logger.error({ entries }, 'audit entries are lost at the end');
    },
  };
}

/** The routes of the base path, what signed links lead to, and the public pages. */
function createApi(config: QueryConfig, parts: Parts, renderer: PdfRenderer) {
  const { stores, dashboards, clock } = parts;
  const { readModels } = stores;
  const keys = linkKeys(config.LINK_SECRET, config.LINK_SECRET_PREVIOUS ?? null);
  const creditReports = createCreditReportQueries(readModels);
  const documents = createDocumentQueries(readModels);
  const locations = createLocationQueries(readModels, documents);
  const routes = createRoutes({
    locations,
    documents,
    lists: createListQueries(readModels),
    creditReports,
    links: {
      url: (link) => `${config.PUBLIC_URL}${LINK_PATH}?${LINK_PARAMETER}=${signLink(keys, link)}`,
      lifeMs: config.LINK_SECONDS * 1_000,
    },
    board: config.PIPELINE_STAGES ?? [],
    changes: createChangeQueries(readModels),
    dashboards,
    now: clock.now,
    blockedLocations: (locationIds) => stores.access.blockedLocations(locationIds),
    cursors: cursorKeys(config.CURSOR_SECRET, config.CURSOR_SECRET_PREVIOUS ?? null),
  });
  return {
    routes,
    chain: createChain(parts),
    download: download({
      ...parts,
      keys,
      creditReports,
      locations,
      render: (input) => renderer.render(input),
    }),
    pages: createPublicPages(
      createOpenapiDocument(routes, {
        basePath: BASE_PATH,
        examples,
        publicUrl: config.PUBLIC_URL,
        contact: config.API_CONTACT,
      }),
    ),
  };
}
