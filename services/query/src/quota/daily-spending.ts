import type { QuotaSubject } from './limits.ts';
import type { QuotaStore } from './quota-store.ts';

/** What a bucket has spent on a UTC day, as this process knows it: a number that only grows. */
export type DaySpending = { readonly bucket: string; readonly day: number; spent: number; stored: number | null };

/** `isFresh`: MongoDB was asked for it just now. */
export type KnownSpending = { readonly entry: DaySpending; readonly isFresh: boolean };

/** `cap` is null for a credential without a cap of its own. */
export type SubjectSpending = { readonly quota: KnownSpending; readonly cap: KnownSpending | null };

export type DailySpending = {
  /**
   * With at least the spending that MongoDB had when it was asked: the first time, and `again`, when Redis has lost the day.
   * @throws RetryableError `mongodb_unavailable`
   */
  of(subject: QuotaSubject, day: number, options: { readonly again: boolean }): Promise<SubjectSpending>;
  /** Raises in MongoDB what has grown, and forgets days before `today`. @throws RetryableError `mongodb_unavailable` */
  store(today: number): Promise<void>;
};

/**
 * Spending outside Redis. Redis, MongoDB and every process keep the maximum of what they are told, so that each can be
 * lost, emptied or late: nothing is given back, and no message counts twice.
 */
export function createDailySpending(quotas: QuotaStore): DailySpending {
  const entries = new Map<string, DaySpending>();
  const loads = new Map<DaySpending, Promise<void>>();

  async function known(bucket: string, day: number, again: boolean): Promise<KnownSpending> {
    const key = `${day}:${bucket}`;
    const entry = entries.get(key) ?? { bucket, day, spent: 0, stored: null };
    entries.set(key, entry);
    if (entry.stored !== null && !again) return { entry, isFresh: false };
    const load = loads.get(entry) ?? loadInto(entry).finally(() => loads.delete(entry));
    loads.set(entry, load);
    await load;
    return { entry, isFresh: true };
  }

  async function loadInto(entry: DaySpending): Promise<void> {
    entry.stored = await quotas.load(entry.bucket, entry.day);
    raise(entry, entry.stored);
  }

  return {
    async of({ bucket, credentialId, dailyCap }, day, { again }) {
      const quota = await known(bucket, day, again);
      const cap = dailyCap === null ? null : await known(`credential:${credentialId}`, day, again);
      return { quota, cap };
    },
    async store(today) {
      const grown = [...entries.values()].filter((entry) => entry.spent > (entry.stored ?? 0));
      const totals = grown.map(({ bucket, day, spent }) => ({ bucket, day, amount: spent }));
      await quotas.raise(totals);
      for (const [index, entry] of grown.entries()) entry.stored = totals[index]?.amount ?? entry.stored;
      for (const [key, { day, spent, stored }] of entries)
        if (day < today && spent <= (stored ?? 0)) entries.delete(key);
    },
  };
}

/** Takes over a total. They may overtake each other, so the highest one counts. */
export function raise(entry: DaySpending, total: number): void {
  entry.spent = Math.max(entry.spent, total);
}
