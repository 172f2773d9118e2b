import { createMetrics as createProjectorMetrics } from '@fundlens/projection/health/metrics';
import { createMetrics as createQueryMetrics } from '@fundlens/query/metrics';
import { registerBuildInfo } from '@fundlens/runtime/build-info';
import { registerOptionsInfo } from '@fundlens/runtime/process-metrics';
import type { Registry } from 'prom-client';

const none = () => 0;

/** The metrics of the query service and of the projector, as their composition roots register them, without the services. */
export function serviceRegistries(): readonly Registry[] {
  const query = createQueryMetrics({
    ...{ auditWaiting: none, connections: none, positionsWaiting: none, bytesInFlight: none },
    ...{ accessAgeMs: none, redisAvailable: () => true, connectionsLimit: 1 },
    dataAges: async () => [{ model: 'contacts', ageMs: 1 }],
  }).registry;
  const projector = createProjectorMetrics().registry;
  for (const [service, registry] of Object.entries({ query, projector })) {
    registerBuildInfo(registry, { service, version: '1' });
    registerOptionsInfo(registry, { service, options: {} });
  }
  return [query, projector];
}
