import { createMetrics as createProjectorMetrics } from '@fundlens/projection/health/metrics';
import { createMetrics as createQueryMetrics } from '@fundlens/query/metrics';
import { registerBuildInfo } from '@fundlens/runtime/build-info';
import type { Registry } from 'prom-client';

/** Prometheus makes these itself. */
const OF_PROMETHEUS: readonly (readonly [string, readonly string[]])[] = [
  ['up', []],
  ['ALERTS', ['alertname', 'alertstate', 'severity']],
  ['ALERTS_FOR_STATE', ['alertname', 'severity']],
];

/** The names of all series that the services and Prometheus can have, each with the labels that the service gives it. */
export function knownMetrics(): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, readonly string[]>(OF_PROMETHEUS);
  for (const metric of registriesOfServices().flatMap((registry) => registry.getMetricsAsArray())) {
    // prom-client keeps the names of labels in each metric without declaring it.
    const { labelNames = [] } = metric as { labelNames?: readonly string[] };
    known.set(metric.name, labelNames);
    if (String(metric.type) === 'histogram') known.set(`${metric.name}_bucket`, [...labelNames, 'le']);
  }
  return known;
}

function registriesOfServices(): Registry[] {
  const projector = createProjectorMetrics().registry;
  const nothing = () => 0;
  const query = createQueryMetrics({
    ...{ auditWaiting: nothing, connections: nothing, positionsWaiting: nothing, bytesInFlight: nothing },
    ...{ accessAgeMs: nothing, redisAvailable: () => true, dataAges: async () => [] },
  }).registry;
  for (const registry of [projector, query]) registerBuildInfo(registry, { service: 'any', version: '0' });
  return [projector, query];
}
