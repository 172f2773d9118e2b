import { documentKey } from '@fundlens/read-models/document';
import { LIST_KEY_END, LIST_KEY_START } from '@fundlens/read-models/list-key';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Abortable, Collection, FindOptions } from 'mongodb';
import type { ReadModelDocument } from './read-models-store.ts';

/** One exact report, which must be the contact's when one is named; or the contact's latest. */
export type ReportSelector =
  | { readonly requestId: string; readonly contactId: string | null }
  | { readonly requestId: null; readonly contactId: string };

/** Read of every report for comparison. */
const COMPARED = { locationId: 1, contactId: 1 } as const;

/**
 * The report of a checked location; null when there is none, or when it belongs to another contact than the selector's.
 * @param fields what is read of it.
 */
export async function findReport(
  reports: Collection<ReadModelDocument>,
  { locationId, requestId, contactId }: ReportSelector & { readonly locationId: string },
  { fields, ...options }: FindOptions & Abortable & { readonly fields: Readonly<Record<string, 1>> },
): Promise<ReadModelDocument | null> {
  const latest = { locationId, contactId, listKey: { $gt: LIST_KEY_START, $lt: LIST_KEY_END } };
  const [filter, sorted] =
    requestId === null
      ? [latest, { sort: { listKey: 1 } as const }]
      : [{ _id: documentKey({ kind: 'location-entity', locationId, entityId: requestId }), locationId }, {}];
  const one = { projection: { ...COMPARED, ...fields }, limit: 1, singleBatch: true };
  const [report] = await mapMongoErrors(() => reports.find(filter, { ...one, ...sorted, ...options }).toArray());
  if (report?.locationId !== locationId) return null;
  return contactId === null || report.contactId === contactId ? report : null;
}
