import { bulkErrorOf, isDuplicateKey, withMappedErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Db } from 'mongodb';
import { AUDIT_LOG, type AuditEntry, type StoredAuditEntry } from '@fundlens/read-models/audit';

const DAY_MS = 86_400_000;

export type AuditStore = ReturnType<typeof createAuditStore>;

/** @param retentionDays after which entries go; 0 keeps them. A change holds for entries stored from then on. */
export function createAuditStore(db: Db, { retentionDays }: { retentionDays: number }) {
  const log: Collection<StoredAuditEntry> = db.collection(AUDIT_LOG);
  return withMappedErrors({
    /**
     * Returns once the majority has the entries. Storing one again changes nothing.
     * @throws RetryableError `mongodb_unavailable`
     */
    async insert(entries: readonly AuditEntry[]): Promise<void> {
      if (entries.length === 0) return;
      const stored = entries.map((entry) => ({ ...entry, ...expiry(entry.at, retentionDays) }));
      try {
        await log.insertMany(stored, { ordered: false, writeConcern: { w: 'majority' } });
      } catch (error) {
        if (!isOnlyRepeats(error)) throw error;
      }
    },
  });
}

function expiry(at: Date, retentionDays: number): { expiresAt?: Date } {
  return retentionDays === 0 ? {} : { expiresAt: new Date(at.getTime() + retentionDays * DAY_MS) };
}

/** True when an earlier attempt stored the entries but its reply was lost. */
function isOnlyRepeats(error: unknown): boolean {
  const bulk = bulkErrorOf(error);
  if (bulk === null || bulk.result.getWriteConcernError()) return false;
  const failures = [bulk.writeErrors].flat();
  return failures.length > 0 && failures.every(isDuplicateKey);
}
