import type { DashboardWindow } from '@fundlens/read-models/dashboards/dashboard-window';
import { DIRTY_KEY } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import { dirtyKeysOf } from '@fundlens/read-models/document';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection } from 'mongodb';
import type { DocumentQueries } from './documents.ts';
import { MAX_TIME_MS } from './mongodb-options.ts';
import type { ReadModelDocument, ServedModels, Tenant } from './read-models-store.ts';

export type DashboardQueries = ReturnType<typeof createDashboardQueries>;

/** In memory at a time, and per query: a window has some hundred days of a dozen numbers. */
const MAX_WINDOWS = 50;
const WINDOW = ['timeZone', 'firstDay', 'sums'] as const;

export function createDashboardQueries(documents: DocumentQueries) {
  const read = (tenant: Tenant, fields: readonly string[]) =>
    documents.read(tenant, { model: 'dashboard_windows' }, fields);
  const findWindow = async (tenant: Tenant) => (await read(tenant, WINDOW)) as unknown as DashboardWindow | null;

  return {
    /**
     * Null while nothing has happened in the location. Calls of one turn of the event loop share the object: do not change
     * it.
     */
    findWindow,

    /** What is counted per stage of /pipeline; null while nothing has happened in the location. */
    async findStageSums(tenant: Tenant): Promise<Uint8Array | null> {
      // A window of a version that is about to be replaced may have none yet.
      return ((await read(tenant, ['stageSums']))?.stageSums as Buffer | undefined) ?? null;
    },

    /** The windows of checked locations, in their order and null as above: a batch is in memory at a time. */
    async *findWindows(served: ServedModels, locationIds: readonly string[]): AsyncIterable<DashboardWindow | null> {
      for (let from = 0; from < locationIds.length; from += MAX_WINDOWS) {
        const batch = locationIds.slice(from, from + MAX_WINDOWS);
        yield* await Promise.all(batch.map((locationId) => findWindow({ served, locationId })));
      }
    },
  };
}

/**
 * When the log took the first event of the locations that may not be counted in their windows; null when there is none.
 * Epoch milliseconds.
 */
export async function uncountedSince(
  { collection }: ServedModels,
  locationIds: readonly string[],
): Promise<number | null> {
  if (locationIds.length === 0) return null;
  const since = await Promise.all(DASHBOARD_SOURCES.map((name) => oldestOf(collection(name), locationIds)));
  const known = since.filter((instant) => instant !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** `dirtySince` of the locations' document that has waited longest. */
async function oldestOf(source: Collection<ReadModelDocument>, locationIds: readonly string[]): Promise<number | null> {
  const isOne = locationIds.length === 1;
  // A range for each: what waits of other tenants in between, an import perhaps, is not looked at.
  const filter = { $or: locationIds.map((locationId) => ({ locationId, dirtyKey: dirtyKeysOf(locationId) })) };
  const options = {
    projection: { _id: 0, locationId: 1, dirtySince: 1 },
    // The key begins with the location; of one location its order is that of the instants.
    sort: isOne ? { dirtyKey: 1 as const } : { dirtySince: 1 as const },
    hint: DIRTY_KEY.key,
    maxTimeMS: MAX_TIME_MS.documents,
  };
  const found = await mapMongoErrors(() => source.find(filter, options).limit(1).next());
  return found === null || !locationIds.includes(found.locationId ?? '') ? null : Number(found.dirtySince);
}
