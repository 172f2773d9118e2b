import { AUDIT_LOG, type StoredAuditEntry } from '@fundlens/read-models/audit';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db, Filter } from 'mongodb';
import { walk } from '../cursor-walk.ts';

/** Entries that have every id that is given, of a period: from `since` to before `until`. */
export type AuditSelection = {
  readonly contactId?: string;
  readonly locationId?: string;
  readonly credentialId?: string;
  readonly companyId?: string;
  readonly operation?: string;
  readonly since: Date;
  readonly until: Date;
};

export type AuditReader = {
  /** The newest first. @throws RetryableError `mongodb_unavailable` */
  newest(selection: AuditSelection, limit: number): Promise<readonly StoredAuditEntry[]>;
  /** The oldest first, read from MongoDB as they are taken. `limit` 0: all. @throws RetryableError `mongodb_unavailable` */
  oldest(selection: AuditSelection, limit: number): AsyncIterable<StoredAuditEntry>;
};

/** Entries of one answer of MongoDB: some 400 KB. */
const BATCH = 1_000;

/** Each question is served by an index that ends in the time, or by the time alone. */
export function createAuditReader(db: Db, { maxTimeMs }: { readonly maxTimeMs: number }): AuditReader {
  const log = db.collection<StoredAuditEntry>(AUDIT_LOG);
  return {
    newest: (selection, limit) =>
      mapMongoErrors(() =>
        log.find(filterOf(selection), { maxTimeMS: maxTimeMs }).sort({ at: -1 }).limit(limit).toArray(),
      ),

    // Without `maxTimeMS`, which counts the time of all answers together; each answer has the time limit of the connection.
    oldest: (selection, limit) =>
      walk(log.find(filterOf(selection), { batchSize: BATCH }).sort({ at: 1 }).limit(limit)),
  };
}

function filterOf({ contactId, since, until, ...named }: AuditSelection): Filter<StoredAuditEntry> {
  return {
    ...named,
    ...(contactId === undefined ? {} : { 'arguments.contactId': contactId }),
    at: { $gte: since, $lt: until },
  };
}
