import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import { entityRefOf } from '../entity-ref.ts';
import { ENTITY_STATES } from '../versioning/entity-state-store.ts';

type StateDocument = { readonly _id: string; readonly content?: { readonly instants?: { readonly status?: string } } };

/** Sorts right after every name that begins with the slash before it. */
const AFTER_SLASH = '0';

/**
 * The locations of which anything is known: those in which the app is installed, and those that were backfilled or told of
 * by webhooks before any installation was. Not those from which it was uninstalled: their API is closed to us.
 */
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

/** Names are those of entities. */
export function installedLocations(
  locations: readonly string[],
  installations: readonly { readonly name: string; readonly uninstalled: boolean }[],
): string[] {
  const locationOf = (name: string) => entityRefOf(name)?.locationId ?? null;
  const installed = new Set<string | null>();
  const ended = new Set<string | null>();
  for (const { name, uninstalled } of installations) (uninstalled ? ended : installed).add(locationOf(name));
  const known = new Set([...locations.map(locationOf), ...installed]);
  return [...known].filter((id): id is string => id !== null && (installed.has(id) || !ended.has(id))).toSorted();
}
