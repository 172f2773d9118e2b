import { hash } from 'node:crypto';
import { getHeapStatistics } from 'node:v8';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/** Gauges of prom-client whose names say that they are counters; each has a twin without `_total` by type. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Memory, processor time and event loop lag, looked at five times a second: the first suspects when something is slow. */
export function registerProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 200 });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  new Gauge({
    name: 'fundlens_heap_limit_bytes',
    help: 'The heap at which this process ends.',
    registers: [registry],
  }).set(getHeapStatistics().heap_size_limit);
}

/**
 * Shows which build runs, and whether instances of a service run with the same options:
 * `fundlens_build_info{service="query",version="0.1.0",…} 1`, `fundlens_options_info{service="query",fingerprint="…"} 1`.
 * @param options those that all instances must have in common; no secrets, not even hashed.
 */
export function registerServiceInfo(
  registry: Registry,
  build: { readonly service: string; readonly version: string },
  options: Readonly<Record<string, unknown>>,
): void {
  const show = (name: string, help: string, labels: Readonly<Record<string, string>>) =>
    new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] }).set(labels, 1);
  const { service, version } = build;
  show('fundlens_build_info', '1; which build of which service this is.', {
    service,
    version,
    node: process.versions.node,
  });
  const sorted = Object.entries(options).sort(([left], [right]) => (left < right ? -1 : 1));
  const fingerprint = hash('sha256', JSON.stringify(sorted)).slice(0, 12);
  const help = '1; a fingerprint of the options that all instances of the service must have in common.';
  show('fundlens_options_info', help, { service, fingerprint });
}
