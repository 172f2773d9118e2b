import type { QuotaSubject } from './limits.ts';
import type { QuotaStore, Spending } from './quota-store.ts';

/**
 * Daily spending as this process knows it. Per bucket and day: the highest total that Redis or MongoDB returned, and what
 * this process admitted while Redis was away and owes to it.
 */
export type LedgerEntry = {
  readonly bucket: string;
  readonly day: number;
  /** The latest quota subject of the bucket: paying back without a request needs one. */
  subject: QuotaSubject;
  /** Highest known total, without what is owed. */
  spent: number;
  owed: number;
  /** False until Redis has the stored total; false again after Redis was away. */
  confirmed: boolean;
  /** True when `spent` is not in MongoDB yet. */
  dirty: boolean;
};

export type DailyLedger = {
  /** The entries of a quota subject, with at least the spending that MongoDB has. @throws RetryableError `mongodb_unavailable` */
  load(subject: QuotaSubject, day: number): Promise<SubjectEntries>;
  /** Called when Redis may have lost its counters. */
  unconfirmAll(): void;
  all(): readonly LedgerEntry[];
  /** Forgets finished days without anything left to store. */
  sweep(today: number): void;
};

/** `cap` is null for a credential without a cap of its own. */
export type SubjectEntries = { readonly quota: LedgerEntry; readonly cap: LedgerEntry | null };

export function createDailyLedger(quotas: Pick<QuotaStore, 'load'>): DailyLedger {
  const entries = new Map<string, LedgerEntry>();
  const loads = new Map<LedgerEntry, Promise<void>>();

  function entryOf(bucket: string, day: number, subject: QuotaSubject): LedgerEntry {
    const key = `${day}:${bucket}`;
    const known = entries.get(key);
    if (known !== undefined) {
      known.subject = subject;
      return known;
    }
    const created = { bucket, day, subject, spent: 0, owed: 0, confirmed: false, dirty: false };
    entries.set(key, created);
    return created;
  }

  async function loaded(bucket: string, day: number, subject: QuotaSubject): Promise<LedgerEntry> {
    const entry = entryOf(bucket, day, subject);
    if (entry.confirmed) return entry;
    const load = loads.get(entry) ?? loadSpent(entry).finally(() => loads.delete(entry));
    loads.set(entry, load);
    await load;
    return entry;
  }

  async function loadSpent(entry: LedgerEntry): Promise<void> {
    const stored = await quotas.load(entry.bucket, entry.day);
    entry.spent = Math.max(entry.spent, stored);
  }

  return {
    async load(subject, day) {
      const quota = await loaded(subject.bucket, day, subject);
      const cap = subject.dailyCap === null ? null : await loaded(capBucket(subject.credentialId), day, subject);
      return { quota, cap };
    },
    unconfirmAll() {
      for (const entry of entries.values()) entry.confirmed = false;
    },
    all: () => [...entries.values()],
    sweep(today) {
      for (const [key, entry] of entries) {
        if (entry.day < today && !entry.dirty && entry.owed === 0) entries.delete(key);
      }
    },
  };
}

/** The bucket of a credential's own cap. */
function capBucket(credentialId: string): string {
  return `credential:${credentialId}`;
}

/** Takes the debt of an entry, to be paid; `giveBack` restores it when the payment fails. */
export function takeOwed(entry: LedgerEntry | null): { owed: number; giveBack(): void } {
  const owed = entry?.owed ?? 0;
  if (entry !== null) entry.owed = 0;
  return {
    owed,
    giveBack() {
      if (entry !== null) entry.owed += owed;
    },
  };
}

/** Takes over a total from Redis. Replies may overtake each other, so the highest one counts. */
export function settle(entry: LedgerEntry | null, total: number): void {
  if (entry === null) return;
  entry.confirmed = true;
  if (total <= entry.spent) return;
  entry.spent = total;
  entry.dirty = true;
}

export function spendingOf(entry: LedgerEntry, amount: number): Spending {
  return { bucket: entry.bucket, day: entry.day, amount };
}
