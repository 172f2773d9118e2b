import type { RateLimits } from '../crm-api/request-budget.ts';

/** Counts requests as HighLevel does: for each app and location, over the last interval and the last day. */
export function createModelLimits(limits: RateLimits, now: () => number) {
  const arrivals = new Map<string, number[]>();
  const days = new Map<string, number[]>();
  let refusals = 0;

  return {
    /** A refused request counts as well, as far as is known. */
    arrive(locationId: string) {
      const at = now();
      const recent = (arrivals.get(locationId) ?? []).filter((instant) => instant > at - limits.intervalMs);
      const today = (days.get(locationId) ?? []).filter((instant) => instant > at - 86_400_000);
      recent.push(at);
      today.push(at);
      arrivals.set(locationId, recent);
      days.set(locationId, today);
      const allowed = recent.length <= limits.perInterval && today.length <= limits.perDay;
      if (!allowed) refusals += 1;
      return {
        allowed,
        headers: {
          'x-ratelimit-limit-daily': String(limits.perDay),
          'x-ratelimit-daily-remaining': String(Math.max(0, limits.perDay - today.length)),
          'x-ratelimit-interval-milliseconds': String(limits.intervalMs),
          'x-ratelimit-max': String(limits.perInterval),
          'x-ratelimit-remaining': String(Math.max(0, limits.perInterval - recent.length)),
        },
      };
    },
    /** Requests of another process with the same app. */
    arriveFromElsewhere(locationId: string, count: number): void {
      for (let request = 0; request < count; request += 1) this.arrive(locationId);
    },
    refusals: () => refusals,
  };
}
