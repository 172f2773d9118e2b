import { AUDIT_LOG, type StoredAuditEntry } from '@fundlens/read-models/audit';
import { walk } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';

/** Entries of a period, from `since` to before `until`, with these values in these fields. */
export type AuditSelection = {
  readonly fields: Readonly<Record<string, string>>;
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
  { fields, since, until }: AuditSelection,
  { newestFirst, limit }: { readonly newestFirst: boolean; readonly limit: number },
): AsyncIterable<StoredAuditEntry> {
  const found = db
    .collection<StoredAuditEntry>(AUDIT_LOG)
    .find({ ...fields, at: { $gte: since, $lt: until } }, { batchSize: BATCH });
  return walk(found.sort({ at: newestFirst ? -1 : 1 }).limit(limit));
}
