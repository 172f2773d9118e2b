import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import { ENTITY_STATES } from '../versioning/entity-state-store.ts';
import { installedLocations } from './known-locations.ts';

type StateDocument = { readonly _id: string; readonly content?: { readonly instants?: { readonly status?: string } } };

/** Sorts right after every name that begins with the slash before it. */
const AFTER_SLASH = '0';

/** Locations to sweep; see `installedLocations`. */
export async function knownLocations(db: Db, { maxTimeMs }: { readonly maxTimeMs: number }): Promise<string[]> {
  const states = db.collection<StateDocument>(ENTITY_STATES);
  const of = (kind: 'location' | 'installation') =>
    mapMongoErrors(() =>
      states
        .find(
          { _id: { $gte: `${kind}/`, $lt: `${kind}${AFTER_SLASH}` } },
          { projection: { 'content.instants.status': 1 }, maxTimeMS: maxTimeMs },
        )
        .toArray(),
    );
  const [locations, installations] = [await of('location'), await of('installation')];
  return installedLocations(
    locations.map(({ _id }) => _id),
    installations.map(({ _id, content }) => ({ name: _id, uninstalled: content?.instants?.status === 'uninstalled' })),
  );
}
