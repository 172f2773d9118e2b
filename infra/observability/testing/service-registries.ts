import { createMetrics as createIngestMetrics } from '@fundlens/ingest-highlevel/metrics';
import { createMetrics as createProjectorMetrics } from '@fundlens/projection/health/metrics';
import { createMetrics as createQueryMetrics } from '@fundlens/query/metrics';
import { registerGauges } from '@fundlens/query/process-gauges';
import { registerServiceInfo } from '@fundlens/runtime/process-metrics';
import type { Registry } from 'prom-client';

const none = () => 0;

/**
 * The metrics of the query service, of the projector and of the HighLevel adapter, as their composition roots register them,
 * without the services.
 */
export function serviceRegistries(): readonly Registry[] {
  const metrics = createQueryMetrics();
  registerGauges({
    metrics,
    config: { MAX_CONNECTIONS: 1 },
    auditLog: { waiting: none },
    http: { connections: none },
    shares: { bytes: { total: none }, waits: { total: none } },
    access: { lastKnownAgeMs: none },
    counters: { away: () => null },
    asOf: { ages: async () => [{ model: 'contacts', ageMs: 1 }] },
  });
  const query = metrics.registry;
  const projector = createProjectorMetrics().registry;
  const ingest = createIngestMetrics({ clock: Date.now }).registry;
  for (const [service, registry] of Object.entries({ query, projector, 'ingest-highlevel': ingest })) {
    registerServiceInfo(registry, { service, version: '1' }, {});
  }
  return [query, projector, ingest];
}
