import type { QuotaSubject } from './limits.ts';
import type { Spending } from './quota-store.ts';

/**
 * What this process knows of daily spending. Per bucket and day: the highest total that Redis (or MongoDB) told of, and
 * what was spent here while Redis was away and is owed to it.
 */
export type LedgerEntry = {
  readonly bucket: string;
  readonly day: number;
  /** The last subject that used it: who to name when paying back without a request. */
  subject: QuotaSubject;
  /** Highest known total, without what is owed. */
  spent: number;
  owed: number;
  /** False until the stored total was given to Redis; again false after Redis was away. */
  confirmed: boolean;
  /** True when `spent` is not in MongoDB yet. */
  dirty: boolean;
};

export type DailyLedger = {
  entry(bucket: string, day: number, subject: QuotaSubject): LedgerEntry;
  /** Redis may have lost what it held. */
  unconfirmAll(): void;
  all(): readonly LedgerEntry[];
  /** Forgets finished days that have nothing left to store. */
  sweep(today: number): void;
};

/** The bucket of a credential's own cap. */
export function capBucket(credentialId: string): string {
  return `credential:${credentialId}`;
}

export function createDailyLedger(): DailyLedger {
  const entries = new Map<string, LedgerEntry>();
  return {
    entry(bucket, day, subject) {
      const key = `${day}:${bucket}`;
      const known = entries.get(key);
      if (known !== undefined) {
        known.subject = subject;
        return known;
      }
      const created = { bucket, day, subject, spent: 0, owed: 0, confirmed: false, dirty: false };
      entries.set(key, created);
      return created;
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

/** Takes what is owed, to be paid; `giveBack` when the payment did not happen. */
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

/** Redis told the total. Answers may overtake each other, so the highest one counts. */
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
