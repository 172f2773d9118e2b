/** PromQL that several panels share. `$__rate_interval` and the variables are Grafana's. */

export const FIRING_ALERTS = 'ALERTS{alertstate="firing"}';

/** Milliseconds: Grafana takes the figure for the time of the mark. */
export const PROCESS_STARTS =
  'process_start_time_seconds * 1000 * on (instance, job) group_left (service, version) fundlens_build_info';

/**
 * Seconds that what the read models know of a partition may be old. While no projector reports a partition, its last age
 * grows on: a killed projector must not look like a fresh one.
 */
export function ageByPartition(matchers = ''): string {
  const age = `fundlens_projector_checkpoint_age_seconds{${matchers}}`;
  const known = `max by (topic, partition) (${age})`;
  const unreported = `min by (topic, partition) (time() - last_over_time((time() - ${age})[1h:15s]))`;
  return `(${known} or ${unreported})`;
}

/** Partitions of the log that no projector reports; while none runs, those that were reported within the last hour. */
export const UNREPORTED_PARTITIONS =
  '(sum(max by (topic) (last_over_time(fundlens_projector_log_partitions[1h])))' +
  ' - (count(count by (topic, partition) (fundlens_projector_lag_known)) or vector(0))) or vector(0)';

/** Share of the requests that were not answered with a failure of ours; NaN while there are none. */
export function availability(matchers: string, range: string): string {
  const failed = `sum(rate(fundlens_query_requests_total{${matchers}, status=~"5.."}[${range}])) or vector(0)`;
  return `1 - (${failed}) / sum(rate(fundlens_query_requests_total{${matchers}}[${range}]))`;
}

const READS = 'status_class=~"2xx|3xx", route!~".*/credit-reports/pdf-url"';

/** Of reads that succeeded. A link to a PDF may wait for its rendering, as it promises; no alert counts it either. */
export function latency(quantile: number, matchers: string, by: readonly string[] = []): string {
  const labels = ['le', ...by].join(', ');
  const rate = `rate(fundlens_query_request_seconds_bucket{${matchers}, ${READS}}[$__rate_interval])`;
  return `histogram_quantile(${quantile}, sum by (${labels}) (${rate}))`;
}

/** @param metric the name of a histogram without its ending. */
export function quantile(share: number, metric: string, matchers: string, by: readonly string[] = []): string {
  const labels = ['le', ...by].join(', ');
  return `histogram_quantile(${share}, sum by (${labels}) (rate(${metric}_bucket{${matchers}}[$__rate_interval])))`;
}

export function rateBy(metric: string, matchers: string, ...by: string[]): string {
  return `sum by (${by.join(', ')}) (rate(${metric}{${matchers}}[$__rate_interval]))`;
}
