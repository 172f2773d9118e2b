import { stagesOfKeys } from '@fundlens/read-models/definition';
import {
  type DocumentId,
  documentKey,
  type IndexValue,
  type Outbox,
  outboxFields,
  type StoredDocument,
  slotsOf,
  storedName,
  storedSlots,
  tenantFields,
} from '@fundlens/read-models/document';
import { slotBytes } from '@fundlens/read-models/document-size';
import { onlyDuplicates, withMappedErrors } from '@fundlens/runtime/mongodb-errors';
import { type AnyBulkWriteOperation, Binary, type Collection, type Db, type UpdateFilter } from 'mongodb';
import type { DocumentUpdate, LoadedDocument } from '../fold/fold.ts';
import { MONGO_OPERATION_MS } from '../mongo-options.ts';

/** One document to be changed, guarded by what it was when it was loaded. */
export type Swap = {
  readonly id: DocumentId;
  /** The revision that was loaded; null when there was no document. */
  readonly loadedRevision: number | null;
  readonly update: DocumentUpdate;
  /** Added to the outbox of the document; absent: nothing. */
  readonly outbox?: Outbox;
};

export type DocumentStore = {
  /** The documents that exist, by `_id`, as the majority of the servers has them. */
  load(collection: string, keys: readonly string[]): Promise<ReadonlyMap<string, LoadedDocument>>;
  /**
   * Writes what differs of each document, unless another writer has changed it since it was loaded. Acknowledged by the
   * majority.
   * @returns the swaps that were lost, and those with an unknown outcome. The caller loads and merges their documents
   *   again; a swap that was not lost then changes nothing.
   */
  swap(collection: string, swaps: readonly Swap[]): Promise<readonly Swap[]>;
};

const LOADED_FIELDS = { slots: 1, revision: 1, viewsVersion: 1 };

/** `db` must read and write with majority concern: see composition-root. */
export function createDocumentStore(db: Db): DocumentStore {
  return withMappedErrors<DocumentStore>({
    async load(collection, keys) {
      const stages = [...stagesOfKeys(collection, keys), { $project: LOADED_FIELDS }];
      const found = db.collection(collection).aggregate<StoredDocument>(stages, { maxTimeMS: MONGO_OPERATION_MS });
      return new Map((await found.toArray()).map((document) => [document._id, loadedOf(document)]));
    },

    async swap(collection, swaps) {
      const updates = swaps.filter(({ loadedRevision }) => loadedRevision !== null);
      const { matched, indexes } = await write(db.collection(collection), swaps.map(operationOf));
      const lost = swaps.filter((_, index) => indexes.has(index));
      // The response has the number of matches, not which: all updates are loaded again.
      return matched === updates.length ? lost : [...lost, ...updates];
    },
  });
}

export function loadedOf({
  slots: stored,
  revision,
  viewsVersion,
}: Pick<StoredDocument, 'slots' | 'revision' | 'viewsVersion'>): LoadedDocument {
  const slots = slotsOf(stored);
  let bytes = 0;
  for (const [name, slot] of slots) bytes += slotBytes(name, slot);
  return { slots, revision, viewsVersion, slotBytes: bytes };
}

/** `indexes`: of the inserts that were lost. */
async function write(collection: Collection<StoredDocument>, operations: AnyBulkWriteOperation<StoredDocument>[]) {
  try {
    const { matchedCount } = await collection.bulkWrite(operations, { ordered: false });
    return { matched: matchedCount, indexes: new Set<number>() };
  } catch (error) {
    const lost = onlyDuplicates(error);
    if (lost === null) throw error;
    return lost;
  }
}

function operationOf(swap: Swap): AnyBulkWriteOperation<StoredDocument> {
  const { id, loadedRevision } = swap;
  if (loadedRevision === null) return { insertOne: { document: newDocument(swap) } };
  const { locationId } = tenantFields(id);
  const filter = { _id: documentKey(id), ...(locationId !== undefined && { locationId }), revision: loadedRevision };
  return { updateOne: { filter, update: changesOf(swap, loadedRevision + 1), upsert: false } };
}

function newDocument({ id, update, outbox }: Swap): StoredDocument {
  const tenant = tenantFields(id);
  const views: Record<string, Binary> = {};
  for (const [name, bytes] of update.views) if (bytes !== null) views[name] = new Binary(bytes);
  const fields: Record<string, IndexValue> = {};
  for (const [name, value] of update.fields) if (value !== undefined) fields[name] = value;
  return {
    _id: documentKey(id),
    ...tenant,
    ...fields,
    ...update.changes,
    ...(outbox && outboxFields(tenant, outbox)),
    slots: storedSlots(update.slots),
    revision: 1,
    viewsVersion: update.viewsVersion,
    views,
  };
}

/**
 * Only what differs. The outbox is added to the stored one, not to the loaded one: the worker that empties it does not
 * change the revision, so the loaded outbox may be done by now.
 */
function changesOf({ id, update, outbox }: Swap, revision: number): UpdateFilter<StoredDocument> {
  const set: Record<string, unknown> = { revision, viewsVersion: update.viewsVersion };
  const unset: Record<string, ''> = {};
  for (const name of update.changedSlots) set[`slots.${storedName(name)}`] = update.slots.get(name);
  for (const [name, bytes] of update.views) {
    if (bytes === null) unset[`views.${name}`] = '';
    else set[`views.${name}`] = new Binary(bytes);
  }
  for (const [name, value] of update.fields) {
    if (value === undefined) unset[name] = '';
    else set[name] = value;
  }
  Object.assign(set, update.changes);
  const changes: UpdateFilter<StoredDocument> = { $set: set };
  if (Object.keys(unset).length > 0) changes.$unset = unset;
  if (outbox === undefined) return changes;
  const { dirtyDays, ...since } = outboxFields(tenantFields(id), outbox);
  return {
    ...changes,
    ...(dirtyDays.length > 0 && { $addToSet: { dirtyDays: { $each: [...dirtyDays] } } }),
    // Both grow with time: the earlier one is that of the event that waits longest.
    $min: since,
  } as UpdateFilter<StoredDocument>;
}
