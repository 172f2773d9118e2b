import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { WaitOutcome } from './freshness/position-waits.ts';

/** Labels are route templates, statuses and codes: never a URL, an id or a value. */
export type QueryMetrics = {
  readonly registry: Registry;
  answered(request: { route: string; status: number; seconds: number; bytes: number }): void;
  /** Answered below the application, because it could not be read as a request. */
  malformed(status: number): void;
  limitFallback(): void;
  auditFailed(): void;
  auditDropped(entries: number): void;
  quotaCheckpointFailed(): void;
  positionWaitEnded(outcome: WaitOutcome): void;
  bytesRefused(): void;
  slowReaderCut(): void;
};

/** From a cached answer to the request deadline. */
const SECONDS_BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Observed = {
  readonly auditWaiting: () => number;
  readonly connections: () => number;
  readonly positionsWaiting: () => number;
  readonly bytesInFlight: () => number;
};

export function createMetrics(observed: Observed): QueryMetrics {
  const registry = new Registry();
  // Memory, processor time, and how long the event loop is kept: what a slow answer is asked about first.
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: 'fundlens_query_requests_total',
    help: 'Answered requests',
    labelNames: ['route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'fundlens_query_request_seconds',
    help: 'From the request head to the whole answer handed to the socket',
    labelNames: ['route'],
    buckets: SECONDS_BUCKETS,
    registers,
  });
  const bytes = new Counter({
    name: 'fundlens_query_response_bytes_total',
    help: 'Bytes of answer bodies',
    labelNames: ['route'],
    registers,
  });
  const malformed = new Counter({
    name: 'fundlens_query_malformed_requests_total',
    help: 'Answered at the socket because they are no HTTP requests',
    labelNames: ['status'],
    registers,
  });
  const fallbacks = new Counter({
    name: 'fundlens_query_limits_without_redis_total',
    help: 'Requests counted in this process because Redis was away',
    registers,
  });
  const auditFailures = new Counter({
    name: 'fundlens_query_audit_failures_total',
    help: 'Audit batches that could not be stored and are tried again',
    registers,
  });
  const auditDropped = new Counter({
    name: 'fundlens_query_audit_dropped_total',
    help: 'Audit entries given up because too many waited',
    registers,
  });
  const checkpointFailures = new Counter({
    name: 'fundlens_query_quota_checkpoint_failures_total',
    help: 'Quota checkpoints that could not be stored and are tried again',
    registers,
  });
  const positionWaits = new Counter({
    name: 'fundlens_query_position_waits_total',
    help: 'Requests that waited for a position, by how that ended (reached, late, refused, gone, failed)',
    labelNames: ['outcome'],
    registers,
  });
  const bytesRefused = new Counter({
    name: 'fundlens_query_bytes_in_flight_refusals_total',
    help: 'Requests refused because too much of earlier answers was not taken by its clients',
    registers,
  });
  const slowReaders = new Counter({
    name: 'fundlens_query_slow_readers_cut_total',
    help: 'Connections cut because the client took its answer too slowly',
    registers,
  });
  observe(registers, 'fundlens_query_bytes_in_flight', 'Bytes read for answers not taken yet', observed.bytesInFlight);
  observe(
    registers,
    'fundlens_query_positions_waiting',
    'Requests that wait for a position',
    observed.positionsWaiting,
  );
  observe(registers, 'fundlens_query_audit_waiting', 'Audit entries not stored yet', observed.auditWaiting);
  observe(registers, 'fundlens_query_connections', 'Open client connections', observed.connections);

  return {
    registry,
    answered(request) {
      requests.inc({ route: request.route, status: request.status });
      seconds.observe({ route: request.route }, request.seconds);
      bytes.inc({ route: request.route }, request.bytes);
    },
    malformed: (status) => malformed.inc({ status }),
    limitFallback: () => fallbacks.inc(),
    auditFailed: () => auditFailures.inc(),
    auditDropped: (entries) => auditDropped.inc(entries),
    quotaCheckpointFailed: () => checkpointFailures.inc(),
    positionWaitEnded: (outcome) => positionWaits.inc({ outcome }),
    bytesRefused: () => bytesRefused.inc(),
    slowReaderCut: () => slowReaders.inc(),
  };
}

function observe(registers: Registry[], name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read());
    },
  });
}
