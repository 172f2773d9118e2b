import { collectionName } from '@fundlens/read-models/definition';
import type { StoredDocument } from '@fundlens/read-models/document';
import type { Db } from 'mongodb';
import { contentIn } from '@fundlens/projection/writer/stored-content';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { ComparisonPorts } from './comparison.ts';

/** A report may have 12 MiB: a batch of them has to fit into memory on both sides. */
const BATCH = 20;

/** Two versions of a read model, document by document. `db` must read with majority concern: see composition-root. */
export function createDocumentPairs(db: Db): Pick<ComparisonPorts, 'scan' | 'read'> {
  async function* inOrder(collection: string): AsyncGenerator<StoredDocument, null> {
    const cursor = db.collection<StoredDocument>(collection).find({}, { sort: { _id: 1 }, batchSize: BATCH });
    try {
      for (;;) {
        const document = await mapMongoErrors(() => cursor.next());
        if (document === null) return null;
        yield document;
      }
    } finally {
      await cursor.close();
    }
  }

  return {
    async *scan({ name, from, to }) {
      const left = inOrder(collectionName(name, from));
      const right = inOrder(collectionName(name, to));
      try {
        let [a, b] = [(await left.next()).value, (await right.next()).value];
        while (a !== null || b !== null) {
          const order = a === null ? 1 : b === null ? -1 : compareKeys(a._id, b._id);
          const own = order <= 0 ? a : null;
          const other = order >= 0 ? b : null;
          const key = own?._id ?? other?._id ?? '';
          yield { key, from: own && contentIn(own), to: other && contentIn(other) };
          if (order <= 0) a = (await left.next()).value;
          if (order >= 0) b = (await right.next()).value;
        }
      } finally {
        await left.return(null);
        await right.return(null);
      }
    },

    async read(name, version, keys) {
      const found = await mapMongoErrors(() =>
        db
          .collection<StoredDocument>(collectionName(name, version))
          .find({ _id: { $in: [...keys] } })
          .toArray(),
      );
      return new Map(found.map((document) => [document._id, contentIn(document)]));
    },
  };
}

/** As MongoDB sorts: by bytes of UTF-8. Ids are ASCII, for which code units are the same. */
function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
