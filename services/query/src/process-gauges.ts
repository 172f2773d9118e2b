import { Gauge } from 'prom-client';
import type { AuditLog } from './audit/audit-log.ts';
import type { Places } from './company-shares.ts';
import type { QueryConfig } from './config.ts';
import type { Access } from './credentials/access.ts';
import type { AsOf } from './freshness/as-of.ts';
import type { ProcessContext } from './process-context.ts';
import type { RedisLimitsStore } from './quota/redis-limits-store.ts';
import type { HttpServer } from './server/http-server.ts';

type Parts = Pick<ProcessContext, 'metrics'> & {
  readonly config: Pick<QueryConfig, 'MAX_CONNECTIONS'>;
  readonly auditLog: Pick<AuditLog, 'waiting'>;
  readonly http: Pick<HttpServer, 'connections'>;
  readonly shares: Readonly<Record<'bytes' | 'waits', Pick<Places, 'total'>>>;
  readonly access: Pick<Access, 'lastKnownAgeMs'>;
  readonly counters: Pick<RedisLimitsStore, 'away'>;
  readonly asOf: Pick<AsOf, 'ages'>;
};

/** A number, or one for each of some labels. */
type Value = number | readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];

/** What this process holds and knows, read at the scrape. */
export function registerGauges({ config, metrics, auditLog, http, shares, access, counters, asOf }: Parts): void {
  const gauge = (name: string, help: string, read: () => Value | Promise<Value>, ...labelNames: string[]) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [metrics.registry],
      async collect() {
        const found = await read();
        this.reset();
        for (const { labels, value } of typeof found === 'number' ? [{ labels: {}, value: found }] : found)
          this.set(labels, value);
      },
    });
  gauge('fundlens_query_in_flight_bytes', 'Bytes read for responses not taken yet', () => shares.bytes.total());
  gauge('fundlens_query_positions_waiting', 'Requests that wait for a position', () => shares.waits.total());
  gauge('fundlens_query_audit_waiting', 'Audit entries not stored yet', () => auditLog.waiting());
  gauge(
    'fundlens_query_access_age_seconds',
    'How old what this process knows of access may be; grows while MongoDB or the projector does not tell',
    () => access.lastKnownAgeMs() / 1_000,
  );
  gauge(
    'fundlens_query_redis_available',
    '1 while limits are counted in Redis; 0 with the reason while in this process, or while requests are refused.',
    () => {
      const reason = counters.away();
      return reason === null ? 1 : [{ labels: { reason }, value: 0 }];
    },
    'reason',
  );
  gauge('fundlens_query_connections', 'Open client connections', () => http.connections());
  gauge(
    'fundlens_query_connections_limit',
    'Client connections that this process takes, MAX_CONNECTIONS',
    () => config.MAX_CONNECTIONS,
  );

  // How old what readers get is, without any projector: it grows when none lives. While MongoDB does not answer, ages are
  // not known and no request is answered either. Those of one moment share a question.
  const ages = () => asOf.ages().catch(() => null);
  gauge(
    'fundlens_query_data_age_seconds',
    'How old what readers get of a read model may be, as in X-Data-As-Of.',
    async () =>
      ((await ages()) ?? []).flatMap(({ model, ageMs }) =>
        ageMs === null ? [] : { labels: { model }, value: ageMs / 1_000 },
      ),
    'model',
  );
  gauge(
    'fundlens_query_data_age_known',
    '1 while the age of a read model is known; 0 while a partition has no checkpoint, or one of a clock that was ahead.',
    async () =>
      ((await ages()) ?? []).map(({ model, ageMs }) => ({ labels: { model }, value: ageMs === null ? 0 : 1 })),
    'model',
  );
  gauge(
    'fundlens_query_mongodb_available',
    '1 while MongoDB tells how far the projectors are, else 0. Asked at the scrape.',
    async () => ((await ages()) === null ? 0 : 1),
  );
}
