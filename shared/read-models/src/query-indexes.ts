import type { Db, IndexDescription } from 'mongodb';
import { AUDIT_LOG } from './audit.ts';
import { QUOTA_DAYS } from './quota-day.ts';

/**
 * The indexes of what the query service writes. It has no right to make them: one that expires entries soon would be the end of
 * the audit. The operator's command makes them.
 */
const INDEXES: Readonly<Record<string, readonly IndexDescription[]>> = {
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
export async function ensureQueryIndexes(db: Db): Promise<Readonly<Record<string, readonly string[]>>> {
  const made: Record<string, string[]> = {};
  for (const [collection, indexes] of Object.entries(INDEXES)) {
    made[collection] = await db.collection(collection).createIndexes([...indexes]);
  }
  return made;
}
