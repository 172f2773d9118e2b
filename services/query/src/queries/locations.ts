import type { ReadModels } from './model-versions-store.ts';
import { orAway } from './mongodb-failure.ts';
import { type Page, type PageRequest, readPage } from './page.ts';

const MAX_TIME_MS = 3_000;

export type LocationQueries = {
  /** Its JSON; null when there is nothing to show of it. */
  find(locationId: string): Promise<Uint8Array | null>;
  /** The locations that the company may read now. */
  listOfCompany(companyId: string, page: PageRequest): Promise<Page>;
};

export function createLocationQueries(readModels: ReadModels): LocationQueries {
  return {
    async find(locationId) {
      const locations = await readModels.collection('locations');
      const options = { projection: { body: 1 }, promoteBuffers: true, maxTimeMS: MAX_TIME_MS };
      return (await orAway(() => locations.findOne({ _id: locationId }, options)))?.body ?? null;
    },
    async listOfCompany(companyId, page) {
      return readPage(await readModels.collection('locations'), { companyId }, page);
    },
  };
}
