import { onlyDuplicates, withMappedErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Db } from 'mongodb';
import { AUDIT_LOG, type AuditEntry, type StoredAuditEntry } from '@fundlens/read-models/audit';
import type { QueryConfig } from '../config.ts';

const DAY_MS = 86_400_000;

export type AuditStore = ReturnType<typeof createAuditStore>;

/** A change of the retention holds for entries stored from then on; 0 days keep them. */
export function createAuditStore(db: Db, { AUDIT_RETENTION_DAYS: days }: Pick<QueryConfig, 'AUDIT_RETENTION_DAYS'>) {
  const log: Collection<StoredAuditEntry> = db.collection(AUDIT_LOG);
  return withMappedErrors({
    /**
     * Returns once the majority has the entries, of which there is one at least. Storing one again changes nothing.
     * @throws RetryableError `mongodb_unavailable`
     */
    async insert(entries: readonly AuditEntry[]): Promise<void> {
      const expiry = (at: Date) => ({ expiresAt: new Date(at.getTime() + days * DAY_MS) });
      const stored = days === 0 ? [...entries] : entries.map((entry) => ({ ...entry, ...expiry(entry.at) }));
      try {
        await log.insertMany(stored, { ordered: false, writeConcern: { w: 'majority' } });
      } catch (error) {
        // Otherwise an earlier attempt stored the entries but its reply was lost.
        if (onlyDuplicates(error) === null) throw error;
      }
    },
  });
}
