import type { QuotaSubject } from './limits.ts';
import type { QuotaStore } from './quota-store.ts';

/** What a bucket has spent on a UTC day, as this process knows it: a number that only grows. */
export type DaySpending = { readonly bucket: string; readonly day: number; spent: number; stored: number | null };

export type KnownSpending = {
  /** In the order of the subject's days. */
  readonly entries: readonly DaySpending[];
  /** MongoDB was asked for all of them just now. */
  readonly isFresh: boolean;
};

/**
 * Spending outside Redis. Redis, MongoDB and every process keep the maximum of what they are told, so that each can be
 * lost, emptied or late: nothing is given back, and no message counts twice.
 */
export class DailySpending {
  readonly #quotas: QuotaStore;
  readonly #entries = new Map<string, DaySpending>();

  constructor(quotas: QuotaStore) {
    this.#quotas = quotas;
  }

  /**
   * With at least the spending that MongoDB had when it was asked: the first time, and `again`, when Redis has lost the day.
   * @throws RetryableError `mongodb_unavailable`
   */
  async of({ days }: QuotaSubject, day: number, again: boolean): Promise<KnownSpending> {
    const entries = days.map(({ bucket }) => this.#entry(bucket, day));
    const isFresh = again || entries.some(({ stored }) => stored === null);
    if (isFresh) await Promise.all(entries.map((entry) => this.#load(entry)));
    return { entries, isFresh };
  }

  /** Raises in MongoDB what has grown, and forgets days before `today`. @throws RetryableError `mongodb_unavailable` */
  async store(today: number): Promise<void> {
    const grown = [...this.#entries.values()].filter(({ spent, stored }) => spent > (stored ?? 0));
    // It may grow meanwhile.
    const totals = grown.map((entry) => ({ ...entry }));
    await this.#quotas.raise(totals);
    for (const [index, entry] of grown.entries()) entry.stored = totals[index]?.spent ?? entry.stored;
    for (const [key, { day, spent, stored }] of this.#entries)
      if (day < today && spent <= (stored ?? 0)) this.#entries.delete(key);
  }

  #entry(bucket: string, day: number): DaySpending {
    const key = `${day}:${bucket}`;
    const entry = this.#entries.get(key) ?? { bucket, day, spent: 0, stored: null };
    this.#entries.set(key, entry);
    return entry;
  }

  async #load(entry: DaySpending): Promise<void> {
    entry.stored = await this.#quotas.load(entry.bucket, entry.day);
    raise(entry, entry.stored);
  }
}

/** Takes over a total. They may overtake each other, so the highest one counts. */
export function raise(entry: DaySpending, total: number): void {
  entry.spent = Math.max(entry.spent, total);
}
