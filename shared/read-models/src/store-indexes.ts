import type { Db, IndexDescription } from 'mongodb';
import { AUDIT_LOG } from './audit.ts';
import { DEAD_LETTERS } from './dead-letter.ts';
import { ERASURES } from './erasure.ts';
import { QUOTA_DAYS } from './quota-day.ts';
import { SCHEMA_WAIT_KEPT_SECONDS, SCHEMA_WAITS } from './schema-wait.ts';

type Indexes = Readonly<Record<string, readonly IndexDescription[]>>;

/** Of what the projector writes beside read models. */
const OF_PROJECTOR: Indexes = {
  [DEAD_LETTERS]: [
    // The query service reads it before it trusts an access entity; only blocking dead letters are in it.
    {
      key: { blocks: 1 },
      name: 'open_blocks',
      partialFilterExpression: { status: 'open', blocks: { $exists: true } },
    },
    // Projectors ask the registry for these.
    {
      key: { schemaId: 1 },
      name: 'awaited_schemas',
      partialFilterExpression: { status: 'open', schemaId: { $exists: true } },
    },
    // Listed in the order of the logs; a further generation asks what was decided of its records.
    { key: { topic: 1, partition: 1, offset: 1 }, name: 'by_place' },
    // Listed by operators, newest first.
    { key: { status: 1, receivedAt: -1 }, name: 'by_status' },
  ],
  [ERASURES]: [{ key: { setAt: 1 }, name: 'by_set_at' }],
  [SCHEMA_WAITS]: [{ key: { firstMetAt: 1 }, expireAfterSeconds: SCHEMA_WAIT_KEPT_SECONDS }],
};

/**
 * Of what the query service writes. It has no right to make them: one that expires entries soon would be the end of the audit.
 * The operator's command makes them.
 */
const OF_QUERY: Indexes = {
  [AUDIT_LOG]: [
    { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
    { key: { credentialId: 1, at: -1 }, name: 'by_credential' },
    { key: { locationId: 1, at: -1 }, name: 'by_location' },
    // For the operator's questions about a company, a contact, or everything of some hours.
    { key: { companyId: 1, at: -1 }, name: 'by_company' },
    { key: { 'arguments.contactId': 1, at: -1 }, name: 'by_contact' },
    { key: { at: -1 }, name: 'by_time' },
    // Few of many: the operator's console asks for those of the last hour.
    { key: { at: -1, status: 1 }, name: 'refusals', partialFilterExpression: { status: { $gte: 400 } } },
  ],
  [QUOTA_DAYS]: [{ key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 }],
};

/** Makes those that are missing. May be repeated. @returns the names of all, by collection */
async function ensure(db: Db, wanted: Indexes): Promise<Readonly<Record<string, readonly string[]>>> {
  const made: Record<string, string[]> = {};
  for (const [collection, indexes] of Object.entries(wanted)) {
    made[collection] = await db.collection(collection).createIndexes([...indexes]);
  }
  return made;
}

export const ensureProjectorIndexes = (db: Db) => ensure(db, OF_PROJECTOR);
export const ensureQueryIndexes = (db: Db) => ensure(db, OF_QUERY);
