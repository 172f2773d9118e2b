import type { WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import { dirtyKeysOf } from '@fundlens/read-models/document';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection } from 'mongodb';
import { coalesced } from '../coalesced.ts';
import { MAX_TIME_MS } from './documents.ts';
import type { ReadModelDocument, ReadModels } from './model-versions-store.ts';

export type DashboardQueries = {
  /**
   * Null while nothing has happened in the location. Calls of one turn of the event loop share the object: do not change
   * it.
   */
  findWindow(locationId: string): Promise<WindowDocument | null>;
  /**
   * When the log took the first event of the location that may not be counted in its window; null when there is none.
   * Epoch milliseconds.
   */
  uncountedSince(locationId: string): Promise<number | null>;
};

/** Per query; a window has some hundred days of a dozen numbers. */
const MAX_WINDOWS = 50;

const FIELDS = { locationId: 1, timeZone: 1, firstDay: 1, sums: 1 };

export function createDashboardQueries(readModels: ReadModels): DashboardQueries {
  async function loadWindows(locationIds: readonly string[]): Promise<(WindowDocument | null)[]> {
    const collection = await readModels.collection('dashboard_windows');
    const asked = [...new Set(locationIds)];
    const found = await mapMongoErrors(() =>
      collection
        .find({ locationId: { $in: asked } }, { projection: FIELDS, promoteBuffers: true, maxTimeMS: MAX_TIME_MS })
        .toArray(),
    );
    const windows = new Map(found.map((document) => [document.locationId, document as unknown as WindowDocument]));
    return locationIds.map((locationId) => windows.get(locationId) ?? null);
  }

  return {
    findWindow: coalesced({ maxKeys: MAX_WINDOWS, load: loadWindows }),
    async uncountedSince(locationId) {
      // The window is read after this, possibly from the announced version.
      const sources = await Promise.all(DASHBOARD_SOURCES.map((source) => readModels.collections(source)));
      const since = await Promise.all(sources.flat().map((source) => oldestOf(source, locationId)));
      const known = since.filter((instant) => instant !== null);
      return known.length === 0 ? null : Math.min(...known);
    },
  };
}

/** `dirtySince` of the location's document that has waited longest. */
async function oldestOf(source: Collection<ReadModelDocument>, locationId: string): Promise<number | null> {
  const found = await mapMongoErrors(() =>
    source
      .find(
        { locationId, dirtyKey: dirtyKeysOf(locationId) },
        { projection: { _id: 0, locationId: 1, dirtySince: 1 }, sort: { dirtyKey: 1 }, maxTimeMS: MAX_TIME_MS },
      )
      .limit(1)
      .next(),
  );
  return found === null || found.locationId !== locationId ? null : Number(found.dirtySince);
}
