import type { Purpose } from '../crm-reader.ts';

/** What HighLevel allows an app per location: 100 requests in 10 seconds, 200,000 a day. */
export type RateLimits = { readonly perInterval: number; readonly intervalMs: number; readonly perDay: number };

export const HIGHLEVEL_LIMITS: RateLimits = { perInterval: 100, intervalMs: 10_000, perDay: 200_000 };

/** The shares of both limits that other work leaves free. */
const KEPT_FOR_WEBHOOKS = 0.1;

const HOUR_MS = 3_600_000;
/** The hour that has begun and the 24 before it: never less than what was sent in the last 24 hours. */
const HOURS_COUNTED = 25;
/** All of the limit is on its way: the end of a request, which is not known beforehand, frees a place. */
const POLL_MS = 25;

/** What the response headers say, as far as they are there. */
export type ReportedLimits = {
  readonly perInterval?: number | undefined;
  readonly leftInInterval?: number | undefined;
  readonly leftToday?: number | undefined;
};

export type RequestBudget = {
  /** Takes a place for one request and gives 0, or takes none and gives the milliseconds after which to ask again. */
  take(now: number, purpose: Purpose): number;
  /** The request that took a place has its response, or was given up. */
  finish(now: number, reported?: ReportedLimits): void;
  /** HighLevel refused a request because of its limits. */
  pauseUntil(instant: number): void;
};

/**
 * Keeps the requests for one location within both limits. Times are milliseconds of one clock that only goes forward.
 *
 * Invariant: no 10 seconds of HighLevel's clock see more requests than the limit, however long each request travels. A
 * request keeps its place from when it is sent until 10 seconds after its response is here. Of the requests that arrive
 * within any 10 seconds, take the one that is sent last: at that moment each of the others either has no response yet or
 * has had it for less than 10 seconds, so all of them hold a place.
 *
 * Other processes use the same limits. The headers tell what is left for all of us; what is missing there counts as places
 * that are taken for 10 seconds.
 */
export function createRequestBudget(limits: RateLimits): RequestBudget {
  const { intervalMs } = limits;
  let inFlight = 0;
  /** Ascending: until when the places of ended requests are held. */
  let held: number[] = [];
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let perInterval = limits.perInterval;
  const hours = new Map<number, number>();
  let reportedToday: { readonly left: number; readonly at: number } | undefined;

  function sentToday(now: number): number {
    const oldest = Math.floor(now / HOUR_MS) - HOURS_COUNTED + 1;
    let sum = 0;
    for (const [hour, count] of hours) {
      if (hour < oldest) hours.delete(hour);
      else sum += count;
    }
    return sum;
  }

  function leftToday(now: number): number {
    const own = limits.perDay - sentToday(now);
    // A report is believed for an hour: when HighLevel's day begins is not documented.
    const reported = reportedToday !== undefined && now - reportedToday.at < HOUR_MS ? reportedToday.left : own;
    return Math.min(own, reported);
  }

  function waitForPlace(now: number, kept: number): number {
    held = held.filter((until) => until > now);
    const used = inFlight + held.length;
    if (used < perInterval - kept) return 0;
    // The place whose end makes room: with the ends before it, less than the limit is used.
    const ends = held[used - (perInterval - kept)];
    return ends === undefined ? POLL_MS : ends - now;
  }

  return {
    take(now, purpose) {
      if (now < pausedUntil) return pausedUntil - now;
      const share = purpose === 'webhook' ? 0 : KEPT_FOR_WEBHOOKS;
      if (leftToday(now) <= Math.floor(limits.perDay * share)) return HOUR_MS - (now % HOUR_MS);
      const wait = waitForPlace(now, Math.floor(perInterval * share));
      if (wait > 0) return wait;
      inFlight += 1;
      const hour = Math.floor(now / HOUR_MS);
      hours.set(hour, (hours.get(hour) ?? 0) + 1);
      if (reportedToday !== undefined) reportedToday = { ...reportedToday, left: reportedToday.left - 1 };
      return 0;
    },
    finish(now, reported = {}) {
      inFlight -= 1;
      held.push(now + intervalMs);
      if (reported.perInterval !== undefined) {
        perInterval = Math.max(1, Math.min(limits.perInterval, reported.perInterval));
      }
      if (reported.leftInInterval !== undefined) {
        const believedLeft = perInterval - inFlight - held.length;
        const others = Math.min(believedLeft - reported.leftInInterval, perInterval);
        for (let place = 0; place < others; place += 1) held.push(now + intervalMs);
      }
      if (reported.leftToday !== undefined) reportedToday = { left: reported.leftToday, at: now };
    },
    pauseUntil(instant) {
      pausedUntil = Math.max(pausedUntil, instant);
    },
  };
}
