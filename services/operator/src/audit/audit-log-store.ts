import { AUDIT_LOG, type StoredAuditEntry } from '@fundlens/read-models/audit';
import type { Db } from 'mongodb';
import { walk } from '../cursor-walk.ts';

/** Entries that have every id that is given, of a period: from `since` to before `until`. */
export type AuditSelection = {
  readonly contactId?: string | undefined;
  readonly locationId?: string | undefined;
  readonly credentialId?: string | undefined;
  readonly companyId?: string | undefined;
  readonly operation?: string | undefined;
  readonly since: Date;
  readonly until: Date;
};

/** Entries of one answer of MongoDB: some 400 KB. */
const BATCH = 1_000;

/**
 * Read from MongoDB as they are taken, by an index that ends in the time, or by the time alone. `limit` 0: all.
 * @throws RetryableError `mongodb_unavailable`
 */
export function auditEntries(
  db: Db,
  { contactId, since, until, ...named }: AuditSelection,
  { newestFirst, limit }: { readonly newestFirst: boolean; readonly limit: number },
): AsyncIterable<StoredAuditEntry> {
  const ids = Object.entries({ ...named, 'arguments.contactId': contactId }).filter(([, id]) => id !== undefined);
  const filter = { ...Object.fromEntries(ids), at: { $gte: since, $lt: until } };
  const found = db.collection<StoredAuditEntry>(AUDIT_LOG).find(filter, { batchSize: BATCH });
  return walk(found.sort({ at: newestFirst ? -1 : 1 }).limit(limit));
}
