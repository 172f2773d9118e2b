import { LIST_KEY_END, LIST_KEY_START } from '@fundlens/read-models/list-key';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { ReadModels } from '../queries/read-models-store.ts';
import { READ } from './access-documents-store.ts';
import { MAX_COMPANY_LOCATIONS } from './access-state.ts';

/** The locations that a company owns and nothing blocks, in the order of ids; null for more than MAX_COMPANY_LOCATIONS. */
export type OwnedLocations = (companyId: string) => Promise<readonly string[] | null>;

/** Uncached. @param blockedLocations the given locations that an invalid access event blocks. */
export function createOwnedLocations(
  readModels: Pick<ReadModels, 'collection'>,
  blockedLocations: (locationIds: readonly string[]) => Promise<ReadonlySet<string>>,
): OwnedLocations {
  return async (companyId) => {
    const locations = await readModels.collection('locations');
    const owned = { companyId, listKey: { $gt: LIST_KEY_START, $lt: LIST_KEY_END } };
    const options = { ...READ, projection: { companyId: 1 }, limit: MAX_COMPANY_LOCATIONS + 1 };
    const found = await mapMongoErrors(() => locations.find(owned, options).sort({ listKey: 1 }).toArray());
    if (found.length > MAX_COMPANY_LOCATIONS) return null;
    const ids = found.filter((document) => document.companyId === companyId).map(({ _id }) => _id);
    const blocked = await blockedLocations(ids);
    return ids.filter((id) => !blocked.has(id));
  };
}
