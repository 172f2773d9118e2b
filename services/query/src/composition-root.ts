import { PdfRenderer } from '@fundlens/credit-reports/pdf-renderer';
import { redisOpener } from '@fundlens/redis-client/redis-client';
import { createServiceShell, type ShelledService } from '@fundlens/runtime/service-shell';
import { openMongodb } from '@fundlens/runtime/mongodb-client';
import type { MongoClient } from 'mongodb';
import { createApp } from './app.ts';
import { AuditLog } from './audit/audit-log.ts';
import { createAuditStore } from './audit/audit-store.ts';
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
import { createMetrics } from './metrics.ts';
import { createCompanyShares } from './company-shares.ts';
import { createOpenapiDocument } from './openapi/document.ts';
import { createPublicPages } from './documentation/public-pages.ts';
import { linkKeys } from './pdf-link.ts';
import type { Clock, ProcessContext } from './process-context.ts';
import { registerGauges } from './process-gauges.ts';
import { createCreditReportQueries } from './queries/credit-reports.ts';
import { createDashboardQueries } from './queries/dashboards.ts';
import { createDocumentQueries } from './queries/documents.ts';
import { createReadModels } from './queries/read-models-store.ts';
import { MONGODB_OPTIONS } from './queries/mongodb-options.ts';
import { Limiter } from './quota/limiter.ts';
import { createQuotaStore } from './quota/quota-store.ts';
import { limitsBehaviour, RedisLimitsStore } from './quota/redis-limits-store.ts';
import { createRoutes } from './routes/all.ts';
import { cursorKeys } from './routes/paging.ts';
import { HttpServer } from './server/http-server.ts';

export type QuerySeams = Pick<ProcessContext, 'logger' | 'facts' | 'clean'> & {
  /** Tests watch the commands that this client sends. */
  readonly onMongoClient?: (client: MongoClient) => void;
};

export type QueryService = ShelledService & {
  /** 0 before the start. */
  readonly port: () => number;
};

/** After the last answer: what is left of audit and quota is stored in one write each, in milliseconds. */
const STORE_AT_END_MS = 5_000;

type Parts = ReturnType<typeof createParts>;

const BUILD = { service: 'query', version: manifest.version };

const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** The only place where clients are made and parts are put together. */
export function createQueryService(config: QueryConfig, { onMongoClient, ...given }: QuerySeams): QueryService {
  const { logger } = given;
  const shell = createServiceShell(config, { ...BUILD, logger });
  const { tracing } = shell;
  let draining = false;
  const closing = () => draining;
  const context: ProcessContext = { ...given, config, clock: systemClock, metrics: createMetrics(), tracing };
  const stores = openStores(context, onMongoClient);
  const parts = createParts({ ...context, ...stores });
  const app = createApp({ ...parts, ...createApi(parts), closing });
  const http = new HttpServer(app.callback(), context);
  registerGauges({ ...parts, http });
  const { mongodb, counters, auditLog, limiter, renderer } = parts;
  const service = shell.assemble({
    registry: context.metrics.registry,
    commonOptions: COMMON_OPTIONS,
    parts: [shell.waitFor(mongodb), counters, auditLog, limiter, renderer, http],
    ready: createHealth({ ...parts, http, closing }),
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

function openStores({ config, clock, logger }: ProcessContext, onMongoClient: QuerySeams['onMongoClient']) {
  const { mongo, db, part } = openMongodb(config, {
    ...MONGODB_OPTIONS,
    maxPoolSize: config.MONGODB_POOL_SIZE,
    monitorCommands: onMongoClient !== undefined,
  });
  onMongoClient?.(mongo);
  const readModels = createReadModels(db, clock);
  const redis = redisOpener(config, logger)(limitsBehaviour);
  return {
    mongodb: part,
    readModels,
    accessStore: new AccessStore(db, readModels),
    auditStore: createAuditStore(db, config),
    counters: new RedisLimitsStore({ redis, config, logger }),
    quotas: createQuotaStore(db),
    freshnessStore: createFreshnessStore(db),
  };
}

/** What lets requests in, counts and records them, knows how new the data is, and reads it. */
function createParts(given: ProcessContext & ReturnType<typeof openStores>) {
  const documents = createDocumentQueries();
  const parts = {
    ...given,
    access: new Access(given),
    auditLog: new AuditLog(given),
    limiter: new Limiter(given),
    shares: createCompanyShares(given),
    documents,
    dashboards: createDashboardQueries(documents),
    creditReports: createCreditReportQueries(documents),
    renderer: new PdfRenderer(),
  };
  const asOf = createAsOf(parts);
  return { ...parts, asOf, waits: new PositionWaits({ ...parts, asOf }) };
}

/** The routes of the base path, what signed links lead to, and the public pages. */
function createApi(parts: Parts) {
  const { config } = parts;
  const links = linkKeys(config.LINK_SECRET, config.LINK_SECRET_PREVIOUS ?? null);
  const cursors = cursorKeys(config.CURSOR_SECRET, config.CURSOR_SECRET_PREVIOUS ?? null);
  const routes = createRoutes({ ...parts, links, cursors });
  return {
    routes,
    chain: createChain(parts),
    download: download({ ...parts, links }),
    pages: createPublicPages(createOpenapiDocument(routes, config)),
  };
}
