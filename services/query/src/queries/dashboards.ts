import type { WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import type { Collection } from 'mongodb';
import { MAX_TIME_MS } from './documents.ts';
import type { ReadModelDocument, ReadModels } from './model-versions-store.ts';
import { orAway } from './mongodb-failure.ts';

export type DashboardQueries = {
  /** Null while nothing has happened in the location. */
  findWindow(locationId: string): Promise<WindowDocument | null>;
  /**
   * When the log took the first event that is in the location's facts and may not be in its window; null when there is
   * none. Epoch milliseconds.
   */
  uncountedSince(locationId: string): Promise<number | null>;
};

/** Every instant, as a range with both bounds: answered from an index, also by the local stand-in. */
const ANY_INSTANT = { $gt: -1, $lt: Number.MAX_SAFE_INTEGER };
const FIELDS = { locationId: 1, timeZone: 1, firstDay: 1, sums: 1 };

export function createDashboardQueries(readModels: ReadModels): DashboardQueries {
  return {
    async findWindow(locationId) {
      const windows = await readModels.collection('dashboard_windows');
      const found = await orAway(() =>
        windows.findOne({ locationId }, { projection: FIELDS, promoteBuffers: true, maxTimeMS: MAX_TIME_MS }),
      );
      if (found === null || found.locationId !== locationId) return null;
      const { timeZone, firstDay, sums } = found as unknown as WindowDocument;
      return { timeZone, firstDay, sums };
    },
    async uncountedSince(locationId) {
      // The window is read after this, perhaps from the version that is only announced yet.
      const versions = await readModels.collections('dashboard_facts');
      const since = await Promise.all(versions.map((facts) => oldestOf(facts, locationId)));
      const known = since.filter((instant) => instant !== null);
      return known.length === 0 ? null : Math.min(...known);
    },
  };
}

async function oldestOf(facts: Collection<ReadModelDocument>, locationId: string): Promise<number | null> {
  const found = await orAway(() =>
    facts
      .find(
        { locationId, dirtySince: ANY_INSTANT },
        { projection: { _id: 0, locationId: 1, dirtySince: 1 }, sort: { dirtySince: 1 }, maxTimeMS: MAX_TIME_MS },
      )
      .limit(1)
      .next(),
  );
  return found === null || found.locationId !== locationId ? null : Number(found.dirtySince);
}
