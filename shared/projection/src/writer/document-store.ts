import {
  type DocumentId,
  documentKey,
  type Outbox,
  type StoredDocument,
  slotsOf,
  storedSlots,
  tenantFields,
} from '@fundlens/read-models/document';
import { type AnyBulkWriteOperation, Binary, type Db, type MongoBulkWriteError } from 'mongodb';
import type { DocumentContent, LoadedDocument } from '../fold/fold.ts';
import { bulkErrorOf, mapMongoErrors, isDuplicateKey } from '@fundlens/runtime/mongodb-errors';

/** One document to be changed, guarded by what it was when it was loaded. */
export type Swap = {
  readonly id: DocumentId;
  /** The revision that was loaded; null when there was no document. */
  readonly loadedRevision: number | null;
  readonly content: DocumentContent;
  /** What is to be done because of this change and those before it; absent: nothing. */
  readonly outbox?: Outbox;
};

export type DocumentStore = {
  /** The documents that exist, by `_id`, as the majority of the servers has them. */
  load(collection: string, keys: readonly string[]): Promise<ReadonlyMap<string, LoadedDocument>>;
  /**
   * Writes each document once, unless somebody else has changed it since it was loaded. Acknowledged by the majority.
   * @returns the swaps that were lost, and those of which it is not known: to be loaded and merged again, whereby those
   *   that were not lost turn out to be in place already.
   */
  swap(collection: string, swaps: readonly Swap[]): Promise<readonly Swap[]>;
};

const LOADED_FIELDS = { slots: 1, revision: 1, dirtyDays: 1, dirtySince: 1 };

type LoadedFields = Pick<StoredDocument, '_id' | 'slots' | 'revision'> & Partial<Outbox>;

function loadedOf({ slots, revision, dirtyDays, dirtySince }: LoadedFields): LoadedDocument {
  const outbox = dirtyDays === undefined || dirtySince === undefined ? {} : { outbox: { dirtyDays, dirtySince } };
  return { slots: slotsOf(slots), revision, ...outbox };
}

/** `db` must read and write with majority concern: see composition-root. */
export function createDocumentStore(db: Db, limits: { readonly maxTimeMs: number }): DocumentStore {
  return {
    async load(collection, keys) {
      const found = await mapMongoErrors(() =>
        db
          .collection<StoredDocument & Partial<Outbox>>(collection)
          .find({ _id: { $in: [...keys] } }, { projection: LOADED_FIELDS, maxTimeMS: limits.maxTimeMs })
          .toArray(),
      );
      return new Map(found.map((document) => [document._id, loadedOf(document)]));
    },

    async swap(collection, swaps) {
      const operations = swaps.map(operationOf);
      const replacements = swaps.filter(({ loadedRevision }) => loadedRevision !== null);
      const { matched, lostInserts } = await mapMongoErrors(() => write(db, collection, operations));
      const lost = swaps.filter((_, index) => lostInserts.has(index));
      // Only how many matched is known, not which: all of them are looked at again.
      return matched === replacements.length ? lost : [...lost, ...replacements];
    },
  };
}

type Written = { readonly matched: number; readonly lostInserts: ReadonlySet<number> };

async function write(
  db: Db,
  collection: string,
  operations: AnyBulkWriteOperation<StoredDocument>[],
): Promise<Written> {
  try {
    const { matchedCount } = await db.collection<StoredDocument>(collection).bulkWrite(operations, { ordered: false });
    return { matched: matchedCount, lostInserts: new Set() };
  } catch (error) {
    const bulk = bulkErrorOf(error);
    if (bulk === null) throw error;
    return { matched: bulk.matchedCount, lostInserts: new Set(duplicates(bulk)) };
  }
}

/** @throws the error itself when anything but a duplicate key went wrong. */
function duplicates(error: MongoBulkWriteError): number[] {
  const writeErrors = [error.writeErrors].flat();
  const unacknowledged = error.result.getWriteConcernError() !== undefined;
  if (unacknowledged || writeErrors.length === 0 || !writeErrors.every(isDuplicateKey)) throw error;
  return writeErrors.map(({ index }) => index);
}

function operationOf({ id, loadedRevision, content, outbox }: Swap): AnyBulkWriteOperation<StoredDocument> {
  const _id = documentKey(id);
  const document: StoredDocument = {
    _id,
    ...tenantFields(id),
    ...content.fields,
    ...outbox,
    slots: storedSlots(content.slots),
    revision: (loadedRevision ?? 0) + 1,
    body: content.body === null ? null : new Binary(content.body),
  };
  if (loadedRevision === null) return { insertOne: { document } };
  return { replaceOne: { filter: { _id, revision: loadedRevision }, replacement: document, upsert: false } };
}
