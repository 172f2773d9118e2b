import { type DailyLedger, type LedgerEntry, spendingOf, takeOwed } from './daily-ledger.ts';
import type { QuotaStore } from './quota-store.ts';
import type { RedisCounter } from './redis-counter.ts';

export type QuotaCheckpointOptions = {
  readonly ledger: DailyLedger;
  readonly quotas: QuotaStore;
  readonly redisCounter: RedisCounter;
  /** Debts stay unpaid because Redis is away. */
  readonly onUnpaid: (cause: unknown) => void;
};

export type QuotaCheckpoint = {
  /** Pays debts to Redis, and stores spending since the last checkpoint in MongoDB. @throws RetryableError */
  checkpoint(): Promise<void>;
  /** The last checkpoint: also stores debts that Redis did not take. @throws RetryableError */
  finish(): Promise<void>;
};

export function createQuotaCheckpoint(options: QuotaCheckpointOptions): QuotaCheckpoint {
  const { ledger, quotas, redisCounter, onUnpaid } = options;

  async function payBack(): Promise<void> {
    for (const entry of ledger.all()) {
      if (entry.owed > 0 && redisCounter.isAvailable) await redisCounter.count(entry.subject, 0);
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
    const { today } = redisCounter;
    // Storing the totals does not depend on Redis: debts that it does not take stay owed.
    await payBack().catch(onUnpaid);
    await storeTotals();
    // Redis no longer counts finished days.
    await storeOwed(ledger.all().filter(({ day }) => day < today));
    ledger.sweep(today);
  }

  return {
    checkpoint,
    async finish() {
      await checkpoint();
      await storeOwed(ledger.all());
    },
  };
}
