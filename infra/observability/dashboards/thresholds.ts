import type { Threshold } from './description.ts';

/**
 * Where panels turn yellow and red. Each is the figure of an alert in `alerts.yaml`, or that of an option which the services
 * act on; a test compares them, so that no panel is green while its alert fires.
 */
export const THRESHOLDS = {
  /** Seconds. */
  readModelAge: { warning: 30, critical: 60 },
  /** Seconds; at `ACCESS_MAX_AGE` (900 s) the API refuses every client. */
  accessAge: { warning: 10, critical: 60 },
  availability: { warning: 0.999, critical: 0.99, below: true },
  /** Seconds, 99th percentile of all routes. */
  latency: { warning: 0.25, critical: 1 },
  stoppedPartitions: { critical: 1 },
  unreportedPartitions: { critical: 1 },
  openDeadLetters: { warning: 1 },
  blockingDeadLetters: { critical: 1 },
  dashboardAge: { warning: 60, critical: 300 },
  pdfAge: { warning: 300, critical: 900 },
  auditWaiting: { warning: 1_000 },
  /** Seconds ahead of or behind MongoDB's clock. */
  clock: { warning: 1, critical: 5 },
  /** Seconds, 99th percentile: heartbeats and health checks wait as long. */
  eventLoopLag: { warning: 0.2, critical: 1 },
  firing: { critical: 1 },
  warnings: { warning: 1 },
  failures: { warning: 0.01 },
} as const satisfies Readonly<Record<string, Threshold>>;
