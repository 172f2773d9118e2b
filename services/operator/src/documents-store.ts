import { collectionName, type ReadModelName, stagesOfKeys } from '@fundlens/read-models/definition';
import type { StoredDocument } from '@fundlens/read-models/document';
import { walk } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';

/** Documents with these keys, documents of a location in any order, or all. */
export type Chosen = { readonly keys: readonly string[] } | { readonly locationId: string } | 'all';

/** A batch has to fit into memory: one report may have 12 MiB. */
const AT_ONCE = { reports: 20, others: 500 };

/** Documents of a read model in one generation, in the order of their keys. `db` must read with majority concern. */
export function storedDocuments(
  db: Db,
  { name, generation }: { readonly name: ReadModelName; readonly generation: number },
  chosen: Chosen,
): AsyncGenerator<StoredDocument, void> {
  const collection = db.collection<StoredDocument>(collectionName(name, generation));
  const batch = { batchSize: name === 'credit_reports' ? AT_ONCE.reports : AT_ONCE.others };
  if (chosen === 'all') return walk(collection.find({}, { ...batch, sort: { _id: 1 } }));
  if ('locationId' in chosen) return walk(collection.find(chosen, batch));
  const stages = [...stagesOfKeys(collection.collectionName, chosen.keys), { $sort: { _id: 1 } }];
  return walk(collection.aggregate<StoredDocument>(stages, batch));
}
