import { randomUUID } from 'node:crypto';
import { PdfRenderer } from '@fundlens/credit-reports/pdf-renderer';
import { createBackoff, sleep } from '@fundlens/runtime/backoff';
import { redisOpener } from '@fundlens/redis-client/redis-client';
import { mongodbServer } from '@fundlens/runtime/configured-servers';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { FactLogger, Logger } from '@fundlens/runtime/logger';
import { createPeriodic } from '@fundlens/runtime/periodic';
import { createServiceShell, type ShelledService } from '@fundlens/runtime/service-shell';
import { createServerTroubles } from '@fundlens/runtime/server-troubles';
import { openMongodb } from '@fundlens/runtime/mongodb-client';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { MongoClient } from 'mongodb';
import { createAccessLog } from './access-log.ts';
import { BASE_PATH, createApp } from './app.ts';
import { AuditLog } from './audit/audit-log.ts';
import { createAuditStore } from './audit/audit-store.ts';
import { type Clock, systemClock } from './clock.ts';
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
import { type CompanyShares, createCompanyShares } from './company-shares.ts';
import { createOpenapiDocument } from './openapi/document.ts';
import { createPublicPages } from './documentation/public-pages.ts';
import examples from './openapi/response-examples.json' with { type: 'json' };
import { cursorKeys } from './pagination/cursor.ts';
import { LINK_PARAMETER, LINK_PATH, linkKeys, signLink } from './pdf-link.ts';
import { createApplicationQueries } from './queries/applications.ts';
import { createChangeQueries } from './queries/changes.ts';
import { createCreditReportQueries } from './queries/credit-reports.ts';
import { createDashboardQueries, type DashboardQueries } from './queries/dashboards.ts';
import { createDocumentQueries } from './queries/documents.ts';
import { createListQueries } from './queries/lists.ts';
import { createLocationQueries } from './queries/locations.ts';
import { createReadModels } from './queries/read-models-store.ts';
import { mongodbOptions } from './queries/mongodb-options.ts';
import { Limiter } from './quota/limiter.ts';
import { createQuotaStore } from './quota/quota-store.ts';
import { limitsBehaviour, RedisLimitsStore } from './quota/redis-limits-store.ts';
import { createRoutes } from './routes/all.ts';
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
/** A Redis that takes connections and does not answer must not keep the service from starting. */
const REDIS_START_MS = 3_000;
/** After the last answer: what is left of audit and quota is stored in one write each, in milliseconds. */
const STORE_AT_END_MS = 5_000;
const SET_UP_BACKOFF = { initialMs: 200, maxMs: 10_000, factor: 2 };

type Clients = ReturnType<typeof openClients>;
type Stores = ReturnType<typeof openStores>;
type Guards = ReturnType<typeof createGuards>;
/** What most parts are given. */
type Common = Pick<QuerySeams, 'logger' | 'clean'> & {
  readonly config: QueryConfig;
  readonly clock: Clock;
  readonly metrics: QueryMetrics;
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
};

const BUILD = { service: 'query', version: manifest.version };

/** The only place where clients are made and parts are put together. */
export function createQueryService(config: QueryConfig, seams: QuerySeams): QueryService {
  const { logger, facts, clean } = seams;
  const clock = systemClock;
  const shell = createServiceShell(config, { ...BUILD, logger });
  let draining = false;
  const metrics = createMetrics({
    auditWaiting: () => guards.auditLog.waiting(),
    connections: () => http.connections(),
    connectionsLimit: config.MAX_CONNECTIONS,
    positionsWaiting: () => shares.waits.total(),
    bytesInFlight: () => shares.bytes.total(),
    accessAgeMs: () => guards.access.lastKnownAgeMs(),
    redisAway: () => stores.counters.away(),
    dataAges: () => freshness.asOf.ages(),
  });
  const common: Common = { config, clock, metrics, logger, clean, stopping: shell.stopping };

  const clients = openClients(config, seams);
  const stores = openStores(config, { clients, clock, logger });
  const guards = createGuards(common, stores);
  const dashboards = createDashboardQueries(stores.readModels);
  const shares = createCompanyShares({
    maxBytes: config.MAX_BYTES_IN_FLIGHT,
    maxWaits: config.POSITION_WAITS_PER_COMPANY,
    now: clock.now,
    refusals: metrics.bytesRefused,
  });
  const freshness = createFreshness(common, { stores, dashboards, shares });
  const renderer = new PdfRenderer();
  const app = createApp({
    ...createApi(common, { stores, guards, dashboards, shares, freshness, renderer }),
    clock,
    log: createAccessLog({ facts, errors: logger }),
    metrics,
    deadlineMs: config.REQUEST_DEADLINE_MS,
    closing: () => draining,
    tracing: shell.tracing,
    onBug: (error) => logger.error({ error }, 'a request could not be answered'),
  });
  const http = new HttpServer({ ...config, handle: app.callback(), metrics, logger });
  const { ready } = createHealth({
    pingMongodb: () => mapMongoErrors(() => clients.db.command({ ping: 1 })),
    accessAgeMs: () => guards.access.ageMs(),
    accessMaxAgeMs: config.ACCESS_MAX_AGE * 1_000,
    redisAway: () => stores.counters.away(),
    redisRequired: config.RATE_LIMIT_FAIL_MODE === 'closed',
    server: () => (draining ? 'closing' : http.port() === 0 ? 'starting' : 'listening'),
  });
  const service = shell.assemble({
    registry: metrics.registry,
    commonOptions: COMMON_OPTIONS,
    parts: [inBackground(clients.mongodb, common), redisPart(common, { clients, stores }), guards.part, renderer, http],
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

function openClients(config: QueryConfig, { logger, onMongoClient }: QuerySeams) {
  const { mongo, db, part } = openMongodb(config, {
    ...mongodbOptions({ poolSize: config.MONGODB_POOL_SIZE }),
    monitorCommands: onMongoClient !== undefined,
  });
  onMongoClient?.(mongo);
  return { db, mongodb: part, redis: redisOpener(config, logger)(limitsBehaviour) };
}

function openStores(
  config: QueryConfig,
  {
    clients,
    clock,
    logger,
  }: { readonly clients: Pick<Clients, 'db' | 'redis'>; readonly clock: Clock; readonly logger: Logger },
) {
  const { db, redis } = clients;
  const readModels = createReadModels(db, clock);
  return {
    readModels,
    access: new AccessStore(db, readModels),
    audit: createAuditStore(db, { retentionDays: config.AUDIT_RETENTION_DAYS }),
    counters: new RedisLimitsStore({ redis, keyPrefix: config.REDIS_KEY_PREFIX, logger }),
    quotas: createQuotaStore(db),
    freshness: createFreshnessStore(db),
  };
}

/** What lets requests in, counts and records them. */
function createGuards({ config, clock, metrics, logger }: Common, stores: Stores) {
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
    countersLost: metrics.redisCountersLost,
  });
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
  const part: Component = {
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
  return { access, auditLog, limiter, part };
}

function createFreshness(
  { clock, metrics }: Common,
  {
    stores,
    dashboards,
    shares,
  }: { readonly stores: Stores; readonly dashboards: DashboardQueries; readonly shares: CompanyShares },
) {
  const { freshness: store } = stores;
  const { uncountedSince } = dashboards;
  const { generation } = stores.readModels;
  const asOf = createAsOf({
    store,
    generation,
    uncountedSince,
    clock,
  });
  const waits = new PositionWaits({
    store,
    logs: asOf.logs,
    generation,
    uncountedSince,
    places: shares.waits,
    clock,
    ended: metrics.positionWaits,
  });
  return { asOf, waits };
}

type ApiParts = {
  readonly stores: Stores;
  readonly guards: Guards;
  readonly dashboards: DashboardQueries;
  readonly shares: CompanyShares;
  readonly freshness: ReturnType<typeof createFreshness>;
  readonly renderer: PdfRenderer;
};

/** The routes of the base path, what signed links lead to, and the public pages. */
function createApi({ config, clock, clean, metrics }: Common, parts: ApiParts) {
  const { stores, guards, dashboards, shares, freshness, renderer } = parts;
  const { readModels } = stores;
  const { access, limiter, auditLog } = guards;
  const guarding = { access, limiter, auditLog, shares, clock, clean };
  const keys = linkKeys(config.LINK_SECRET, config.LINK_SECRET_PREVIOUS ?? null);
  const locations = createLocationQueries(readModels);
  const creditReports = createCreditReportQueries(readModels);
  const documents = createDocumentQueries(readModels);
  const lists = createListQueries(readModels);
  const routes = createRoutes({
    locations,
    documents,
    lists,
    applications: createApplicationQueries(documents, lists),
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
    chain: createChain({ ...guarding, ...freshness }),
    download: download({
      ...guarding,
      keys,
      creditReports,
      locations,
      render: (input) => renderer.render(input),
      metrics,
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

type Opened = { readonly clients: Clients; readonly stores: Stores };

/** In the background: the service answers requests meanwhile. */
function inBackground(mongodb: Component, { config, logger, stopping }: Common): Component {
  return {
    ...mongodb,
    async start() {
      const troubles = createServerTroubles(mongodbServer(config), logger);
      const backoff = createBackoff({ ...SET_UP_BACKOFF, random: Math.random });
      const connect = (): Promise<void> =>
        mongodb.start().then(troubles.over, async (error: unknown) => {
          // A stop closes the client in the middle of an attempt.
          if (stopping.aborted) return;
          troubles.seen(error);
          if (await sleep(backoff.next(), stopping)) await connect();
        });
      void connect();
    },
  };
}

function redisPart({ stopping }: Common, { clients, stores }: Opened): Component {
  return {
    name: 'redis',
    async start() {
      // The start waits a little, so that the first requests are counted in Redis. While Redis is away the client tries
      // again, and the limits do what the fail mode says.
      const connected = clients.redis.connect().catch(() => undefined);
      await Promise.race([connected, sleep(REDIS_START_MS, stopping)]);
    },
    async stop() {
      stores.counters.stop();
      clients.redis.disconnect();
    },
  };
}
