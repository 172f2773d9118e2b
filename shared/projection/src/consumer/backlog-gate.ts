import { type Sleep, sleep as realSleep } from '@fundlens/runtime/backoff';

/** More than some hundred small events: what arrives one by one, or in a short burst, is never so much. */
const BACKLOG_BYTES = 256 * 1024;
/** What follows in a backlog is in work again within this time: a fetch waits for the broker and for its schemas. */
const HOLD_MS = 500;
/** Work is not put off for longer: in a backlog that does not end it goes on, slowly. */
const MAX_WAIT_MS = 5_000;
const LOOK_EVERY_MS = 100;

/**
 * Puts off what is made from documents (dashboards, PDFs) while a backlog of events is worked off: it would take the
 * processor from them, and would be made again for each of the next events.
 */
export type BacklogGate = {
  /** Called whenever the number of bytes of the log that are in work changes. */
  inWork(bytes: number): void;
  /** Resolves when no backlog is worked off, and after some seconds anyhow. */
  quiet(): Promise<void>;
};

export type BacklogGateOptions = {
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
      while (monotonic() < latest && (isBacklog || monotonic() < endedAt + HOLD_MS)) await sleep(LOOK_EVERY_MS);
    },
  };
}
