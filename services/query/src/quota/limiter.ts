import { failureCode } from '@fundlens/runtime/errors';
import type { Clock } from '../clock.ts';
import { coalesced } from '../coalesced.ts';
import { capBucket, createDailyLedger, type LedgerEntry, settle, spendingOf, takeOwed } from './daily-ledger.ts';
import {
  type Admission,
  admissionOf,
  type Counted,
  eachOf,
  type LimitName,
  type QuotaSubject,
  utcDay,
} from './limits.ts';
import { createLocalWindows } from './local-windows.ts';
import type { QuotaStore } from './quota-store.ts';
import type { CountReply, LimitsStore } from './redis-limits-store.ts';

export type LimiterOptions = {
  readonly counters: LimitsStore;
  readonly quotas: QuotaStore;
  readonly windowSeconds: number;
  /** What happens while Redis is away: `open` counts in this process, `closed` refuses. */
  readonly failMode: 'open' | 'closed';
  readonly clock: Clock;
  /** A request was counted without Redis. */
  readonly onFallback: (cause: unknown) => void;
};

export type Limiter = {
  /**
   * Counts a request, or with cost 0 only looks. Requests of one subject in one turn of the event loop are one step.
   * @throws RetryableError `redis_away` (fail mode `closed` only) or `mongodb_unavailable` (the day's spending is not known)
   */
  count(subject: QuotaSubject, cost: 0 | 1): Promise<Admission>;
  /** Stores what was spent since the last time, and pays back what is owed. @throws RetryableError */
  checkpoint(): Promise<void>;
  /** The last checkpoint: also stores what could not be paid back to Redis. @throws RetryableError */
  finish(): Promise<void>;
};

/** Requests that are counted together at most; each takes part of the answer to all. */
const MAX_TOGETHER = 1_000;

type Asked = { readonly subject: QuotaSubject; readonly cost: 0 | 1 };

/** A day can end between two attempts, and Redis can lose its data once more; beyond that something else is wrong. */
const MAX_ATTEMPTS = 4;

/** Window and quotas of every credential: counted in Redis, known to MongoDB, gone on with here when Redis is away. */
export function createLimiter(options: LimiterOptions): Limiter {
  const { counters, quotas, windowSeconds, failMode, clock, onFallback } = options;
  const windowMs = windowSeconds * 1_000;
  const windows = createLocalWindows({ windowMs, monotonic: clock.monotonic });
  const ledger = createDailyLedger();
  const loads = new Map<LedgerEntry, Promise<void>>();
  /** Redis' day minus ours, as last seen: they differ for the moments around midnight. */
  let dayOffset = 0;
  counters.onReturn(ledger.unconfirmAll);

  /** The entry with at least the spending that MongoDB knows, loaded once for all who ask. */
  async function known(bucket: string, day: number, subject: QuotaSubject): Promise<LedgerEntry> {
    const entry = ledger.entry(bucket, day, subject);
    if (entry.confirmed) return entry;
    let load = loads.get(entry);
    if (load === undefined) {
      load = quotas
        .load(bucket, day)
        .then((stored) => {
          entry.spent = Math.max(entry.spent, stored);
        })
        .finally(() => loads.delete(entry));
      loads.set(entry, load);
    }
    await load;
    return entry;
  }

  async function countInRedis(subject: QuotaSubject, requests: number): Promise<CountReply> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const day = utcDay(clock.now()) + dayOffset;
      const quota = await known(subject.bucket, day, subject);
      const cap = subject.dailyCap === null ? null : await known(capBucket(subject.credentialId), day, subject);
      const counted = await countOnce({ subject, requests, day, quota, cap });
      if (counted !== null) return counted;
    }
    throw new TypeError('Redis asks for the spending of the day again and again');
  }

  async function countOnce(asked: {
    subject: QuotaSubject;
    requests: number;
    day: number;
    quota: LedgerEntry;
    cap: LedgerEntry | null;
  }): Promise<CountReply | null> {
    const { subject, requests, day, quota, cap } = asked;
    const quotaOwed = takeOwed(quota);
    const capOwed = takeOwed(cap);
    let paid = false;
    try {
      const reply = await counters.count({
        subject,
        requests,
        windowMs,
        day,
        quota: { known: quota.confirmed ? null : quota.spent, owed: quotaOwed.owed },
        cap: { known: cap === null || cap.confirmed ? null : cap.spent, owed: capOwed.owed },
      });
      dayOffset = reply.day - utcDay(clock.now());
      if (reply.needsDay) {
        quota.confirmed = false;
        if (cap !== null) cap.confirmed = false;
        return null;
      }
      // What is owed to another day than Redis' is not paid there; `checkpoint` adds it to that day in MongoDB.
      paid = reply.day === day;
      if (paid) {
        settle(quota, reply.quotaSpent);
        settle(cap, reply.capSpent);
      }
      windows.note(subject.credentialId, { used: reply.windowUsed, resetsInMs: reply.windowResetsInMs });
      return reply;
    } finally {
      if (!paid) {
        quotaOwed.giveBack();
        capOwed.giveBack();
      }
    }
  }

  async function countHere(subject: QuotaSubject, cost: 0 | 1): Promise<Counted> {
    const now = clock.now();
    const day = utcDay(now);
    const quota = await known(subject.bucket, day, subject);
    const cap = subject.dailyCap === null ? null : await known(capBucket(subject.credentialId), day, subject);
    const window = windows.look(subject.credentialId);
    let refusedBy: LimitName | null = null;
    if (cost > 0) {
      if (quota.spent + quota.owed + cost > subject.dailyQuota) refusedBy = 'day';
      else if (cap !== null && cap.spent + cap.owed + cost > (subject.dailyCap ?? 0)) refusedBy = 'credential-day';
      else if (window.used + cost > subject.windowLimit) refusedBy = 'window';
    }
    const spent = refusedBy === null ? cost : 0;
    if (spent > 0) {
      quota.owed += spent;
      if (cap !== null) cap.owed += spent;
      windows.spend(subject.credentialId);
    }
    return {
      refusedBy,
      now,
      windowUsed: window.used + spent,
      windowResetsInMs: window.resetsInMs,
      quotaSpent: quota.spent + quota.owed,
      capSpent: cap === null ? 0 : cap.spent + cap.owed,
    };
  }

  async function payBack(): Promise<void> {
    for (const entry of ledger.all()) {
      if (entry.owed > 0 && counters.available()) await countInRedis(entry.subject, 0);
    }
  }

  async function storeTotals(): Promise<void> {
    const dirty = ledger.all().filter((entry) => entry.dirty);
    const totals = dirty.map((entry) => spendingOf(entry, entry.spent));
    for (const entry of dirty) entry.dirty = false;
    try {
      await quotas.raise(totals);
    } catch (error) {
      for (const entry of dirty) entry.dirty = true;
      throw error;
    }
  }

  /** Adds what is owed to days that Redis no longer counts, or at the end to all of them. */
  async function storeOwed(entries: readonly LedgerEntry[]): Promise<void> {
    for (const entry of entries) {
      const { owed, giveBack } = takeOwed(entry);
      if (owed === 0) continue;
      try {
        await quotas.add([spendingOf(entry, owed)]);
      } catch (error) {
        giveBack();
        throw error;
      }
    }
  }

  async function checkpoint(): Promise<void> {
    const today = utcDay(clock.now()) + Math.min(0, dayOffset);
    try {
      await payBack();
    } catch (error) {
      // What could not be paid back stays owed; storing the totals does not depend on it.
      onFallback(error);
    }
    await storeTotals();
    await storeOwed(ledger.all().filter(({ day }) => day < today));
    ledger.sweep(today);
  }

  /** Of requests of one subject, in their order. */
  async function countTogether(subject: QuotaSubject, costs: readonly (0 | 1)[]): Promise<Counted[]> {
    const requests = costs.filter((cost) => cost > 0).length;
    try {
      const reply = await countInRedis(subject, requests);
      const each = eachOf(reply, { requests, admitted: reply.admitted });
      const look = { ...reply, refusedBy: null };
      return costs.map((cost) => (cost > 0 ? (each.shift() ?? reply) : look));
    } catch (error) {
      if (failureCode(error) !== 'redis_away' || failMode === 'closed') throw error;
      return await Promise.all(
        costs.map((cost) => {
          onFallback(error);
          return countHere(subject, cost);
        }),
      );
    }
  }

  /** An outage of one subject's counters is told to its requests alone. */
  async function admissionsOf(subject: QuotaSubject, costs: readonly (0 | 1)[]): Promise<(Admission | Error)[]> {
    try {
      const counted = await countTogether(subject, costs);
      return counted.map((each) => admissionOf(subject, each, windowSeconds));
    } catch (error) {
      return costs.map(() => (error instanceof Error ? error : new TypeError('what was thrown is no error')));
    }
  }

  const count = coalesced<Asked, Admission>({
    maxKeys: MAX_TOGETHER,
    async load(asked) {
      const bySubject = Map.groupBy(asked, ({ subject }) => subject);
      const counted = await Promise.all(
        [...bySubject].map(async ([subject, own]) => {
          const admissions = await admissionsOf(
            subject,
            own.map(({ cost }) => cost),
          );
          return own.map((each, index) => [each, admissions[index]] as const);
        }),
      );
      const answers = new Map(counted.flat());
      return asked.map((each) => answers.get(each) ?? new TypeError('a request was not counted'));
    },
  });

  return {
    count: (subject, cost) => count({ subject, cost }),
    checkpoint,
    async finish() {
      await checkpoint();
      await storeOwed(ledger.all());
    },
  };
}
