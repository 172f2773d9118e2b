import type { Threshold } from './description.ts';

/** A threshold, and the alerts whose figures it takes. */
type AlertThreshold = Threshold & { readonly alerts: readonly string[] };

/**
 * Where panels turn yellow and red: the figures of the alerts and recording rules, so that no panel is green while its alert
 * fires. A test compares them.
 */
export const THRESHOLDS = {
  /** Seconds; the warning is what the recording rules count as stale. */
  dataAge: { warning: 60, critical: 300, alerts: ['FundlensDataOld', 'fundlens:data_stale:bool'] },
  /** Seconds. */
  accessTopicAge: { critical: 60, alerts: ['FundlensRevocationsDelayed'] },
  accessAge: { critical: 120, alerts: ['FundlensAccessStale'] },
  /** The objective is 99.9 %; 14.4 times its budget wakes the person on call. */
  availability: { warning: 0.999, critical: 0.9856, below: true, alerts: [] },
  /** Seconds; slower reads spend the budget of the latency objective. */
  latency: { critical: 0.25, alerts: ['fundlens:request_slow:ratio_rate5m'] },
  dashboardAge: { warning: 120, alerts: ['FundlensDashboardsOld'] },
  pdfAge: { warning: 900, alerts: ['FundlensPdfsOld'] },
  /** Seconds ahead of or behind MongoDB's clock. */
  clock: { warning: 2, alerts: ['FundlensClockSkew'] },
  /** Seconds: heartbeats and health checks wait as long. */
  eventLoopLag: { warning: 0.5, alerts: ['FundlensEventLoopLag'] },
  heapShare: { warning: 0.9, alerts: ['FundlensMemoryHigh'] },
  canaryAge: { critical: 600, alerts: ['FundlensRedactionCanarySilent'] },
  /** One is too many for the person on call, or can wait for the morning. */
  anyIsCritical: { critical: 1, alerts: [] },
  anyIsWarning: { warning: 1, alerts: [] },
} as const satisfies Readonly<Record<string, AlertThreshold>>;
