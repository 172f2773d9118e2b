import { failureCode } from '@fundlens/runtime/errors';
import type { Clock } from '../clock.ts';
import { coalesced } from '../coalesced.ts';
import { createDailySpending, raise, type SubjectSpending } from './daily-spending.ts';
import {
  type Admission,
  admissionOf,
  type Counted,
  eachOf,
  type LimitName,
  type QuotaSubject,
  utcDay,
} from './limits.ts';
import { createLocalWindows, type LocalWindows } from './local-windows.ts';
import type { QuotaStore } from './quota-store.ts';
import type { CountReply, LimitsStore } from './redis-limits-store.ts';

export type LimiterOptions = {
  readonly counters: Pick<LimitsStore, 'count'>;
  readonly quotas: QuotaStore;
  readonly windowSeconds: number;
  /** While Redis is away or refuses: `open` counts in this process, `closed` refuses. */
  readonly failMode: 'open' | 'closed';
  readonly clock: Clock;
  /** A request was counted without Redis. */
  readonly onFallback: (cause: unknown) => void;
  /** Redis lost counters and has them again, from what this process and MongoDB know. */
  readonly onCountersLost: () => void;
};

export type Limiter = {
  /**
   * Counts a request. Requests of one quota subject in one turn of the event loop are one step.
   * @throws RetryableError `redis_away` (fail mode `closed` only) or `mongodb_unavailable` (the day's spending is unknown)
   */
  count(subject: QuotaSubject): Promise<Admission>;
  /** Stores spending since the last time in MongoDB, the last time at the end. @throws RetryableError */
  checkpoint(): Promise<void>;
};

/** Requests per step. */
const MAX_TOGETHER = 1_000;
/** A day can end between two attempts, and Redis can lose its data once more; a further attempt would hide a bug. */
const MAX_ATTEMPTS = 4;

type CountQuery = { readonly subject: QuotaSubject };

/** Window and quotas of every credential: counted in Redis, stored in MongoDB, counted here while Redis is away. */
export function createLimiter(options: LimiterOptions): Limiter {
  const { counters, quotas, windowSeconds, failMode, clock, onFallback, onCountersLost } = options;
  const windowMs = windowSeconds * 1_000;
  const windows = createLocalWindows({ windowMs, monotonic: clock.monotonic });
  const spending = createDailySpending(quotas);
  /** Redis' day minus ours, as last seen: they differ around midnight. */
  let dayOffset = 0;

  async function countInRedis(subject: QuotaSubject, requests: number): Promise<CountReply> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const day = utcDay(clock.now()) + dayOffset;
      const { quota, cap } = await spending.of(subject, day, { again: attempt > 1 });
      const reply = await counters.count({ subject, requests, windowMs, day, quota, cap });
      dayOffset = reply.day - utcDay(clock.now());
      if (!reply.needsDay) {
        windows.note(subject.credentialId, { used: reply.windowUsed, resetsInMs: reply.windowResetsInMs });
        if (reply.day !== day) return reply;
        raise(quota.entry, reply.quotaSpent);
        if (cap !== null) raise(cap.entry, reply.capSpent);
        return reply;
      }
      if (reply.day === day) onCountersLost();
    }
    throw new TypeError('Redis asks for the spending of the day again and again');
  }

  /** Counts requests of one subject, in their order. */
  async function countTogether(subject: QuotaSubject, requests: number): Promise<Counted[]> {
    try {
      const reply = await countInRedis(subject, requests);
      return eachOf(reply, { requests, admitted: reply.admitted });
    } catch (error) {
      if (failureCode(error) !== 'redis_away' || failMode === 'closed') throw error;
      const now = clock.now();
      const known = await spending.of(subject, utcDay(now), { again: false });
      return Array.from({ length: requests }, () => {
        onFallback(error);
        return countHere(subject, { known, windows, now });
      });
    }
  }

  /** Failures are returned, so that they reach the requests of their own subject only. */
  async function countAll(queries: readonly CountQuery[]): Promise<(Admission | Error)[]> {
    const admissions = new Map<CountQuery, Admission | Error>();
    const countOf = async ([subject, own]: [QuotaSubject, CountQuery[]]) => {
      try {
        const counted = await countTogether(subject, own.length);
        for (const [index, query] of own.entries()) {
          const each = counted[index];
          if (each !== undefined) admissions.set(query, admissionOf(subject, each, windowSeconds));
        }
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        for (const query of own) admissions.set(query, error);
      }
    };
    await Promise.all([...Map.groupBy(queries, ({ subject }) => subject)].map(countOf));
    return queries.map((query) => admissions.get(query) ?? new TypeError('a request was not counted'));
  }

  const count = coalesced({ maxKeys: MAX_TOGETHER, load: countAll });
  return {
    count: (subject) => count({ subject }),
    // The earliest day that Redis may still count.
    checkpoint: () => spending.store(utcDay(clock.now()) + Math.min(0, dayOffset)),
  };
}

/** Counts a request in this process, while Redis is away. */
function countHere(
  { credentialId, windowLimit, dailyQuota, dailyCap }: QuotaSubject,
  { known, windows, now }: { readonly known: SubjectSpending; readonly windows: LocalWindows; readonly now: number },
): Counted {
  const quota = known.quota.entry;
  const cap = known.cap?.entry ?? null;
  const { used, resetsInMs } = windows.read(credentialId);
  let refusedBy: LimitName | null = null;
  if (quota.spent >= dailyQuota) refusedBy = 'day';
  else if (cap !== null && cap.spent >= (dailyCap ?? 0)) refusedBy = 'credential-day';
  else if (used >= windowLimit) refusedBy = 'window';
  else {
    quota.spent += 1;
    if (cap !== null) cap.spent += 1;
    windows.spend(credentialId);
  }
  const windowUsed = used + (refusedBy === null ? 1 : 0);
  return {
    refusedBy,
    now,
    windowUsed,
    windowResetsInMs: resetsInMs,
    quotaSpent: quota.spent,
    capSpent: cap?.spent ?? 0,
  };
}
