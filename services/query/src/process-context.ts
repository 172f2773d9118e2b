import type { FactLogger, Logger } from '@fundlens/runtime/logger';
import type { Tracing } from '@fundlens/runtime/tracing';
import type { QueryConfig } from './config.ts';
import type { QueryMetrics } from './metrics.ts';

/** Time as code sees it; passed in so that tests decide. */
export type Clock = {
  /** Epoch milliseconds: for expiry and for what is stored. */
  now(): number;
  /** Milliseconds from an arbitrary start that never jump: for ages and durations. */
  monotonic(): number;
};

/** What there is once in a process. Parts are given it whole; the type of each says what it takes of it. */
export type ProcessContext = {
  readonly config: QueryConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  /** For the access log: lines that are safe by construction. */
  readonly facts: FactLogger;
  readonly metrics: QueryMetrics;
  readonly tracing: Tracing;
  /** The text redactor. */
  readonly clean: (text: string) => string;
};
