import { contentIn } from '@fundlens/projection/writer/stored-content';
import { collectionName, type ReadModelName, stagesOfKeys } from '@fundlens/read-models/definition';
import type { DocumentContent, StoredDocument } from '@fundlens/read-models/document';
import { walk } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Db } from 'mongodb';

export type Content = { readonly key: string; readonly content: DocumentContent; readonly revision: number };

/** Documents with these keys, documents of a location in any order, or all. */
export type Chosen = { readonly keys: readonly string[] } | { readonly locationId: string } | 'all';

/** A batch has to fit into memory: one report may have 12 MiB. */
const AT_ONCE = { reports: 20, others: 500 };

/** Documents of a read model in one generation, in the order of their keys. `db` must read with majority concern. */
export async function* contentsOf(
  db: Db,
  { name, generation }: { readonly name: ReadModelName; readonly generation: number },
  chosen: Chosen,
): AsyncGenerator<Content, undefined> {
  const collection = db.collection<StoredDocument>(collectionName(name, generation));
  const batch = { batchSize: name === 'credit_reports' ? AT_ONCE.reports : AT_ONCE.others };
  for await (const document of walk(cursorOf(collection, chosen, batch))) {
    yield { key: document._id, content: contentIn(document), revision: document.revision };
  }
}

function cursorOf(collection: Collection<StoredDocument>, chosen: Chosen, batch: { readonly batchSize: number }) {
  if (chosen === 'all') return collection.find({}, { ...batch, sort: { _id: 1 } });
  if ('locationId' in chosen) return collection.find(chosen, batch);
  const stages = [...stagesOfKeys(collection.collectionName, chosen.keys), { $sort: { _id: 1 } }];
  return collection.aggregate<StoredDocument>(stages, batch);
}
