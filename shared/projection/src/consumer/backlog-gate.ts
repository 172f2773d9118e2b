import { type Sleep, sleep as realSleep } from '@fundlens/runtime/backoff';

/** A commit of so many events is one of a backlog. */
const BACKLOG_EVENTS = 200;
/** The next commit of a backlog ends within this time. */
const HOLD_MS = 3_000;
/** Work is not put off for longer: in a backlog that does not end it goes on, slowly. */
const MAX_WAIT_MS = 5_000;
const LOOK_EVERY_MS = 100;

/**
 * Puts off what is made from documents (dashboards, PDFs) while a backlog of events is worked off: it would take the
 * processor from them, and would be made again for each of the next events.
 */
export type BacklogGate = {
  /** Called after each commit with the number of its events. */
  committed(events: number): void;
  /** Resolves when no backlog is worked off, and after some seconds anyhow. */
  quiet(): Promise<void>;
};

export type BacklogGateOptions = {
  /** Milliseconds from any beginning. */
  readonly monotonic: () => number;
  readonly sleep?: Sleep;
};

export function createBacklogGate({ monotonic, sleep = realSleep }: BacklogGateOptions): BacklogGate {
  let busyUntil = Number.NEGATIVE_INFINITY;
  return {
    committed(events) {
      if (events >= BACKLOG_EVENTS) busyUntil = monotonic() + HOLD_MS;
    },
    async quiet() {
      const latest = monotonic() + MAX_WAIT_MS;
      while (monotonic() < Math.min(busyUntil, latest)) await sleep(LOOK_EVERY_MS);
    },
  };
}
