import { type Sleep, sleep as realSleep } from '@fundlens/runtime/backoff';

/** More than some hundred small events: single events and short bursts stay below. */
const BACKLOG_BYTES = 256 * 1024;
/** The next batch of a backlog is in work within this time: a fetch waits for the broker and for schemas. */
const HOLD_MS = 500;
/** The longest delay: during an endless backlog the work continues, slowly. */
const MAX_WAIT_MS = 5_000;
const CHECK_EVERY_MS = 100;

/**
 * Delays dashboards while a consumer works off a backlog of events: it would compete with the
 * events for the processor and be outdated by each of the next ones.
 */
export type BacklogGate = {
  /** Called whenever the number of bytes of the log that are in work changes. */
  inWork(bytes: number): void;
  /** Resolves when there is no backlog, and after `MAX_WAIT_MS` at the latest. */
  quiet(): Promise<void>;
};

type BacklogGateOptions = {
  /** Milliseconds from any beginning. */
  readonly monotonic: () => number;
  readonly sleep?: Sleep;
};

export function createBacklogGate({ monotonic, sleep = realSleep }: BacklogGateOptions): BacklogGate {
  let isBacklog = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    inWork(bytes) {
      const wasBacklog = isBacklog;
      isBacklog = bytes >= BACKLOG_BYTES;
      if (wasBacklog && !isBacklog) endedAt = monotonic();
    },
    async quiet() {
      const latest = monotonic() + MAX_WAIT_MS;
      while (monotonic() < latest && (isBacklog || monotonic() < endedAt + HOLD_MS)) await sleep(CHECK_EVERY_MS);
    },
  };
}
