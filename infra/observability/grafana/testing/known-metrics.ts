import { serviceRegistries } from '../../testing/service-registries.ts';

/** Prometheus makes these itself. */
const OF_PROMETHEUS: readonly (readonly [string, readonly string[]])[] = [
  ['up', []],
  ['ALERTS', ['alertname', 'alertstate', 'severity']],
  ['ALERTS_FOR_STATE', ['alertname', 'severity']],
];

/** The names of all series that the services and Prometheus can have, each with the labels that the service gives it. */
export function knownMetrics(): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, readonly string[]>(OF_PROMETHEUS);
  for (const metric of serviceRegistries().flatMap((registry) => registry.getMetricsAsArray())) {
    // prom-client keeps the names of labels in each metric without declaring it.
    const { labelNames = [] } = metric as { labelNames?: readonly string[] };
    known.set(metric.name, labelNames);
    if (String(metric.type) === 'histogram') known.set(`${metric.name}_bucket`, [...labelNames, 'le']);
  }
  return known;
}
