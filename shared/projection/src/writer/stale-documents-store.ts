import { collectionName, type ReadModelDefinition, type ReadModelName } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import type { DocumentId, StoredDocument } from '@fundlens/read-models/document';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Db, Filter } from 'mongodb';

/** The read models that render something. */
export const RENDERED = readModels.filter(({ views }) => views.length > 0);
/** More are not told apart: the count is for people. */
const MAX_COUNTED = 100_000;
const AT_ONCE = 100;
/** One may have 12 MiB. */
const REPORTS_AT_ONCE = 4;

/** How many documents of the generation an earlier build has rendered; at most `MAX_COUNTED` of each read model. */
export async function countStale(db: Db, generation: number): Promise<number> {
  const counts = RENDERED.map(({ name, viewsVersion }) =>
    mapMongoErrors(() =>
      documentsOf(db, name, generation).countDocuments(staleIn(viewsVersion), { limit: MAX_COUNTED }),
    ),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Some of them. */
export async function findStale(
  db: Db,
  { name, viewsVersion }: ReadModelDefinition,
  generation: number,
): Promise<StoredDocument[]> {
  const found = documentsOf(db, name, generation).find(staleIn(viewsVersion));
  const limit = name === 'credit_reports' ? REPORTS_AT_ONCE : AT_ONCE;
  return await mapMongoErrors(() => found.limit(limit).toArray());
}

function documentsOf(db: Db, name: ReadModelName, generation: number): Collection<StoredDocument> {
  return db.collection<StoredDocument>(collectionName(name, generation));
}

function staleIn(viewsVersion: number): Filter<StoredDocument> {
  return { viewsVersion: { $lt: viewsVersion } };
}

/** The identity that the document was written under. */
export function documentIdOf(name: ReadModelName, { _id, locationId, entityId }: StoredDocument): DocumentId {
  switch (name) {
    case 'companies':
      return { kind: 'company', id: _id };
    case 'credentials':
      return { kind: 'credential', id: _id };
    case 'locations':
      return { kind: 'location', locationId: _id };
    default:
      return { kind: 'location-entity', locationId: String(locationId), entityId: String(entityId) };
  }
}
