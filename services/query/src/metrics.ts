import { registerProcessMetrics } from '@fundlens/runtime/process-metrics';
import { Counter, Histogram, Registry } from 'prom-client';

/** Labels are route templates, statuses and codes: never a URL, an id or a value. */
export type QueryMetrics = ReturnType<typeof createMetrics>;

/** From a cached response to the request deadline. */
const SECONDS_BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics() {
  const registry = new Registry();
  registerProcessMetrics(registry);
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const seconds = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS_BUCKETS, registers });
  return {
    registry,
    requests: counter('fundlens_query_requests_total', 'Answered requests', 'route', 'status'),
    responseBytes: counter('fundlens_query_response_bytes_total', 'Bytes of response bodies', 'route'),
    /** `status_class`, e.g. `2xx`: all of an alert on latency and failures, without a series for each status. */
    requestSeconds: seconds(
      'fundlens_query_request_seconds',
      'From the request head to the whole response handed to the socket',
      'route',
      'status_class',
    ),
    malformed: counter('fundlens_query_malformed_requests_total', 'Bytes that are no HTTP request', 'status'),
    limitFallbacks: counter('fundlens_query_limits_without_redis_total', 'Requests counted here while Redis was away'),
    auditFailures: counter('fundlens_query_audit_failures_total', 'Failed inserts of audit entries, retried'),
    auditDropped: counter('fundlens_query_audit_dropped_total', 'Audit entries dropped because too many waited'),
    checkpointFailures: counter('fundlens_query_quota_checkpoint_failures_total', 'Failed checkpoints, retried'),
    positionWaits: counter('fundlens_query_position_waits_total', 'Position waits by how they ended', 'outcome'),
    bytesRefused: counter('fundlens_query_bytes_in_flight_refusals_total', 'Requests refused by bytes in flight'),
    slowReadersCut: counter('fundlens_query_slow_readers_cut_total', 'Connections of slow clients that were cut'),
    pdfs: counter('fundlens_query_pdfs_total', 'PDFs asked of the renderer by outcome: ready, or why not', 'outcome'),
    pdfSeconds: seconds('fundlens_query_pdf_seconds', 'Rendering a PDF, with the wait for those before it'),
  };
}
