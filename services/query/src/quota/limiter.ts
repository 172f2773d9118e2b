import { failureCode } from '@fundlens/runtime/errors';
import type { Clock } from '../clock.ts';
import { capBucket, createDailyLedger, type LedgerEntry, settle, spendingOf, takeOwed } from './daily-ledger.ts';
import { type Admission, admissionOf, type Counted, type LimitName, type Spender, utcDay } from './limits.ts';
import { createLocalWindows } from './local-windows.ts';
import type { QuotaStore } from './quota-store.ts';
import type { LimitsStore } from './redis-limits-store.ts';

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
   * Counts a request, or with cost 0 only looks.
   * @throws RetryableError `redis_away` (fail mode `closed` only) or `mongodb_unavailable` (the day's spending is not known)
   */
  count(spender: Spender, cost: 0 | 1): Promise<Admission>;
  /** Stores what was spent since the last time, and pays back what is owed. @throws RetryableError */
  checkpoint(): Promise<void>;
  /** The last checkpoint: also stores what could not be paid back to Redis. @throws RetryableError */
  finish(): Promise<void>;
};

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
  async function known(bucket: string, day: number, spender: Spender): Promise<LedgerEntry> {
    const entry = ledger.entry(bucket, day, spender);
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

  async function countInRedis(spender: Spender, cost: 0 | 1): Promise<Counted> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const day = utcDay(clock.now()) + dayOffset;
      const quota = await known(spender.bucket, day, spender);
      const cap = spender.dailyCap === null ? null : await known(capBucket(spender.credentialId), day, spender);
      const counted = await countOnce({ spender, cost, day, quota, cap });
      if (counted !== null) return counted;
    }
    throw new TypeError('Redis asks for the spending of the day again and again');
  }

  async function countOnce(request: {
    spender: Spender;
    cost: 0 | 1;
    day: number;
    quota: LedgerEntry;
    cap: LedgerEntry | null;
  }): Promise<Counted | null> {
    const { spender, cost, day, quota, cap } = request;
    const quotaOwed = takeOwed(quota);
    const capOwed = takeOwed(cap);
    let paid = false;
    try {
      const reply = await counters.count({
        spender,
        cost,
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
      windows.note(spender.credentialId, { used: reply.windowUsed, resetsInMs: reply.windowResetsInMs });
      return reply;
    } finally {
      if (!paid) {
        quotaOwed.giveBack();
        capOwed.giveBack();
      }
    }
  }

  async function countHere(spender: Spender, cost: 0 | 1): Promise<Counted> {
    const now = clock.now();
    const day = utcDay(now);
    const quota = await known(spender.bucket, day, spender);
    const cap = spender.dailyCap === null ? null : await known(capBucket(spender.credentialId), day, spender);
    const window = windows.look(spender.credentialId);
    let refusedBy: LimitName | null = null;
    if (cost > 0) {
      if (quota.spent + quota.owed + cost > spender.dailyQuota) refusedBy = 'day';
      else if (cap !== null && cap.spent + cap.owed + cost > (spender.dailyCap ?? 0)) refusedBy = 'credential-day';
      else if (window.used + cost > spender.windowLimit) refusedBy = 'window';
    }
    const spent = refusedBy === null ? cost : 0;
    if (spent > 0) {
      quota.owed += spent;
      if (cap !== null) cap.owed += spent;
      windows.spend(spender.credentialId);
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
      if (entry.owed > 0 && counters.available()) await countInRedis(entry.spender, 0);
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

  return {
    async count(spender, cost) {
      try {
        return admissionOf(spender, await countInRedis(spender, cost), windowSeconds);
      } catch (error) {
        if (failureCode(error) !== 'redis_away' || failMode === 'closed') throw error;
        onFallback(error);
        return admissionOf(spender, await countHere(spender, cost), windowSeconds);
      }
    },
    checkpoint,
    async finish() {
      await checkpoint();
      await storeOwed(ledger.all());
    },
  };
}
