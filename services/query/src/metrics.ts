import { registerProcessMetrics } from '@fundlens/runtime/process-metrics';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DataAge } from './freshness/as-of.ts';

/** Labels are route templates, statuses and codes: never a URL, an id or a value. */
export type QueryMetrics = ReturnType<typeof createMetrics>;

/** From a cached response to the request deadline. */
const SECONDS_BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Observed = {
  readonly auditWaiting: () => number;
  readonly connections: () => number;
  /** `MAX_CONNECTIONS` of this process. */
  readonly connectionsLimit: number;
  readonly positionsWaiting: () => number;
  readonly bytesInFlight: () => number;
  /** At this moment, without a question to a server. */
  readonly accessAgeMs: () => number;
  /** Why limits are not counted in Redis; null while they are. */
  readonly redisAway: () => string | null;
  /** How old each read model is, at this moment; rejects while MongoDB does not answer. Calls of one moment share a question. */
  readonly dataAges: () => Promise<readonly DataAge[]>;
};

export function createMetrics(observed: Observed) {
  const registry = new Registry();
  registerProcessMetrics(registry);
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const seconds = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS_BUCKETS, registers });
  processGauges(registers, observed);
  dataAgeMetrics(registers, observed.dataAges);
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

/** What this process holds and knows, read at the scrape. */
function processGauges(registers: Registry[], observed: Observed): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('fundlens_query_in_flight_bytes', 'Bytes read for responses not taken yet', observed.bytesInFlight);
  gauge('fundlens_query_positions_waiting', 'Requests that wait for a position', observed.positionsWaiting);
  gauge('fundlens_query_audit_waiting', 'Audit entries not stored yet', observed.auditWaiting);
  gauge(
    'fundlens_query_access_age_seconds',
    'How old what this process knows of access may be; grows while MongoDB or the projector does not tell',
    () => observed.accessAgeMs() / 1_000,
  );
  new Gauge({
    name: 'fundlens_query_redis_available',
    help: '1 while limits are counted in Redis; 0 with the reason while in this process, or while requests are refused.',
    labelNames: ['reason'] as const,
    registers,
    collect() {
      const reason = observed.redisAway();
      this.reset();
      if (reason === null) this.set(1);
      else this.set({ reason }, 0);
    },
  });
  gauge('fundlens_query_connections', 'Open client connections', observed.connections);
  gauge(
    'fundlens_query_connections_limit',
    'Client connections that this process takes, MAX_CONNECTIONS',
    () => observed.connectionsLimit,
  );
}

/**
 * How old what readers get is, without any projector: it grows when none lives. While MongoDB does not answer, ages are not
 * known and no request is answered either.
 */
function dataAgeMetrics(registers: Registry[], dataAges: Observed['dataAges']): void {
  const ask = () => dataAges().catch(() => null);
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
