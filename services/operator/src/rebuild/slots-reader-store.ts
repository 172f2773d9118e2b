import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { type StoredDocument, slotsOf, viewsOf } from '@fundlens/read-models/document';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import type { SlotsDocument, SlotsReader } from './render-from-slots.ts';

const DOCUMENTS_PER_BATCH = 200;
/** A report may have 12 MiB, a contact's slots 15. */
const BYTES_PER_BATCH = 8 * 1024 * 1024;
/** Documents of one response of the server. */
const FETCHED_TOGETHER = 20;

/** `db` must read with majority concern: see composition-root. */
export function createSlotsReader(db: Db): SlotsReader {
  const collectionOf = (name: ReadModelName, version: number) =>
    db.collection<StoredDocument>(collectionName(name, version));
  /** Views are rendered anew, except that only the view of a report has its text. */
  const projectionOf = (name: ReadModelName) => ({
    slots: 1,
    revision: 1,
    ...(name === 'credit_reports' && { views: 1 }),
  });

  return {
    async *batches(name, version, after) {
      const filter = after === null ? {} : { _id: { $gt: after } };
      const options = { projection: projectionOf(name), sort: { _id: 1 }, batchSize: FETCHED_TOGETHER } as const;
      const cursor = collectionOf(name, version).find(filter, options);
      let batch: SlotsDocument[] = [];
      let bytes = 0;
      try {
        for (;;) {
          const stored = await mapMongoErrors(() => cursor.next());
          if (stored === null) break;
          const document = documentOf(stored);
          batch.push(document);
          bytes += bytesOf(document);
          if (batch.length < DOCUMENTS_PER_BATCH && bytes < BYTES_PER_BATCH) continue;
          yield batch;
          [batch, bytes] = [[], 0];
        }
        if (batch.length > 0) yield batch;
      } finally {
        await cursor.close();
      }
    },

    async read(name, version, keys) {
      const filter = { _id: { $in: [...keys] } };
      const options = { projection: projectionOf(name) };
      const found = await mapMongoErrors(() => collectionOf(name, version).find(filter, options).toArray());
      return found.map(documentOf);
    },

    async revisions(name, version, keys) {
      const filter = { _id: { $in: [...keys] } };
      const options = { projection: { revision: 1 } };
      const found = await mapMongoErrors(() => collectionOf(name, version).find(filter, options).toArray());
      return new Map(found.map(({ _id, revision }) => [_id, revision]));
    },
  };
}

/** About its size. */
function bytesOf({ content: { slots, views } }: SlotsDocument): number {
  let bytes = 0;
  for (const { value } of slots.values()) bytes += JSON.stringify(value).length;
  for (const view of views.values()) bytes += view.byteLength;
  return bytes;
}

function documentOf({ _id, revision, slots, views }: StoredDocument): SlotsDocument {
  return { key: _id, revision, content: { slots: slotsOf(slots), views: viewsOf(views ?? {}) } };
}
