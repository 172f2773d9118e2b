import type { Clock } from '../clock.ts';
import { type DailyLedger, type SubjectEntries, settle, takeOwed } from './daily-ledger.ts';
import { type QuotaSubject, utcDay } from './limits.ts';
import type { LocalWindows } from './local-windows.ts';
import type { CountReply, LimitsStore } from './redis-limits-store.ts';

export type RedisCounterOptions = {
  readonly counters: LimitsStore;
  readonly ledger: DailyLedger;
  readonly windows: LocalWindows;
  readonly windowMs: number;
  readonly clock: Clock;
  /** Redis lacks spending of today that it had: it was emptied, or has evicted it. */
  readonly onLost: () => void;
};

/** A day can end between two attempts, and Redis can lose its data once more; a further attempt would hide a bug. */
const MAX_ATTEMPTS = 4;

/** Counts requests in Redis, and gives it the daily spending that it lacks or is owed. */
export class RedisCounter {
  readonly #options: RedisCounterOptions;
  /** Redis' day minus ours, as last seen: they differ around midnight. */
  #dayOffset = 0;

  constructor(options: RedisCounterOptions) {
    this.#options = options;
    options.counters.onReturn(options.ledger.unconfirmAll);
  }

  get isAvailable(): boolean {
    return this.#options.counters.away() === null;
  }

  /** The earliest day that Redis may still count. */
  get today(): number {
    return utcDay(this.#options.clock.now()) + Math.min(0, this.#dayOffset);
  }

  /** @param requests 0 reads the counters, and still pays what is owed. @throws RetryableError `redis_away` */
  async count(subject: QuotaSubject, requests: number): Promise<CountReply> {
    const { ledger, clock } = this.#options;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const day = utcDay(clock.now()) + this.#dayOffset;
      const reply = await this.#attempt({ subject, requests, day, ...(await ledger.load(subject, day)) });
      if (reply !== null) return reply;
    }
    throw new TypeError('Redis asks for the spending of the day again and again');
  }

  /** Null when Redis lacks the spending of its day. */
  async #attempt({
    subject,
    requests,
    day,
    quota,
    cap,
  }: SubjectEntries & { subject: QuotaSubject; requests: number; day: number }): Promise<CountReply | null> {
    const { counters, windows, windowMs, clock } = this.#options;
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
      this.#dayOffset = reply.day - utcDay(clock.now());
      if (reply.needsDay) {
        if (reply.day === day && (quota.confirmed || cap?.confirmed)) this.#options.onLost();
        quota.confirmed = false;
        if (cap !== null) cap.confirmed = false;
        return null;
      }
      // Redis pays debts of its own day only; the quota checkpoint adds debts of other days in MongoDB.
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
}
