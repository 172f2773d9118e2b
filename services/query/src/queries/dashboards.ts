import type { WindowDocument } from '@fundlens/read-models/dashboard-window';
import { MAX_TIME_MS } from './documents.ts';
import type { ReadModels } from './model-versions-store.ts';
import { orAway } from './mongodb-failure.ts';

export type DashboardQueries = {
  /** Null while nothing has happened in the location. */
  findWindow(locationId: string): Promise<WindowDocument | null>;
};

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
  };
}
