import { Gauge, type Registry } from 'prom-client';
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

/** What this process holds and knows, read at the scrape. */
export function registerGauges({ config, metrics, auditLog, http, shares, access, counters, asOf }: Parts): void {
  const registers = [metrics.registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
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
  new Gauge({
    name: 'fundlens_query_redis_available',
    help: '1 while limits are counted in Redis; 0 with the reason while in this process, or while requests are refused.',
    labelNames: ['reason'] as const,
    registers,
    collect() {
      const reason = counters.away();
      this.reset();
      if (reason === null) this.set(1);
      else this.set({ reason }, 0);
    },
  });
  gauge('fundlens_query_connections', 'Open client connections', () => http.connections());
  gauge(
    'fundlens_query_connections_limit',
    'Client connections that this process takes, MAX_CONNECTIONS',
    () => config.MAX_CONNECTIONS,
  );
  registerDataAges(registers, asOf);
}

/**
 * How old what readers get is, without any projector: it grows when none lives. While MongoDB does not answer, ages are not
 * known and no request is answered either.
 */
function registerDataAges(registers: Registry[], asOf: Parts['asOf']): void {
  // Those of one moment share a question.
  const ask = () => asOf.ages().catch(() => null);
  new Gauge({
    name: 'fundlens_query_data_age_seconds',
    help: 'How old what readers get of a read model may be, as in X-Data-As-Of.',
    labelNames: ['model'] as const,
    registers,
    async collect() {
      const ages = await ask();
      this.reset();
      for (const { model, ageMs } of ages ?? []) if (ageMs !== null) this.set({ model }, ageMs / 1_000);
    },
  });
  new Gauge({
    name: 'fundlens_query_data_age_known',
    help: '1 while the age of a read model is known; 0 while a partition has no checkpoint, or one of a clock that was ahead.',
    labelNames: ['model'] as const,
    registers,
    async collect() {
      const ages = await ask();
      this.reset();
      for (const { model, ageMs } of ages ?? []) this.set({ model }, ageMs === null ? 0 : 1);
    },
  });
  new Gauge({
    name: 'fundlens_query_mongodb_available',
    help: '1 while MongoDB tells how far the projectors are, else 0. Asked at the scrape.',
    registers,
    async collect() {
      this.set((await ask()) === null ? 0 : 1);
    },
  });
}
