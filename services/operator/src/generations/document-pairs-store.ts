import { collectionName, type ReadModelName, stagesOfKeys } from '@fundlens/read-models/definition';
import type { DocumentContent, StoredDocument } from '@fundlens/read-models/document';
import { contentIn } from '@fundlens/projection/writer/stored-content';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import { walk } from '../cursor-walk.ts';

export type PairedDocument = { readonly content: DocumentContent; readonly revision: number };

/** A document in two generations; null: missing there. */
export type DocumentPair = {
  readonly key: string;
  readonly from: PairedDocument | null;
  readonly to: PairedDocument | null;
};

export type DocumentPairs = {
  /** Every document of either generation, in the order of their keys. */
  scan(name: ReadModelName): AsyncIterable<DocumentPair>;
  /** Those with these keys. */
  read(name: ReadModelName, keys: readonly string[]): Promise<DocumentPair[]>;
};

/** A report may have 12 MiB: a batch of them has to fit into memory on both sides. */
const BATCH = 20;

/** `db` must read with majority concern: see composition-root. */
export function createDocumentPairs(
  db: Db,
  { from, to }: { readonly from: number; readonly to: number },
): DocumentPairs {
  const collectionOf = (name: ReadModelName, generation: number) =>
    db.collection<StoredDocument>(collectionName(name, generation));

  const inOrder = (name: ReadModelName, generation: number) =>
    walk(collectionOf(name, generation).find({}, { sort: { _id: 1 }, batchSize: BATCH }));

  async function found(name: ReadModelName, generation: number, keys: readonly string[]) {
    const collection = collectionOf(name, generation);
    const stages = stagesOfKeys(collection.collectionName, keys);
    const documents = await mapMongoErrors(() => collection.aggregate<StoredDocument>(stages).toArray());
    return new Map(documents.map((document) => [document._id, document]));
  }

  return {
    async *scan(name) {
      const [left, right] = [inOrder(name, from), inOrder(name, to)];
      try {
        let [a, b] = [(await left.next()).value ?? null, (await right.next()).value ?? null];
        while (a !== null || b !== null) {
          const order = a === null ? 1 : b === null ? -1 : compareKeys(a._id, b._id);
          const [own, other] = [order <= 0 ? a : null, order >= 0 ? b : null];
          yield { key: own?._id ?? other?._id ?? '', from: paired(own), to: paired(other) };
          if (order <= 0) a = (await left.next()).value ?? null;
          if (order >= 0) b = (await right.next()).value ?? null;
        }
      } finally {
        await left.return();
        await right.return();
      }
    },

    async read(name, keys) {
      const [left, right] = [await found(name, from, keys), await found(name, to, keys)];
      return keys.map((key) => ({ key, from: paired(left.get(key) ?? null), to: paired(right.get(key) ?? null) }));
    },
  };
}

function paired(document: StoredDocument | null): PairedDocument | null {
  return document === null ? null : { content: contentIn(document), revision: document.revision };
}

/** As MongoDB sorts: by bytes of UTF-8. Ids are ASCII, for which code units are the same. */
function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
