import type { LocationProfile } from '@fundlens/credit-reports/page-content';
import { customFieldsView, type locationBody } from '@fundlens/read-models/locations/locations';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { z } from 'zod';
import { viewField, viewOf } from './documents.ts';
import { MAX_TIME_MS } from './mongodb-options.ts';
import { type List, type Page, type PageRequest, readPage } from './page.ts';
import type { ReadModels } from './read-models-store.ts';

export type LocationQueries = {
  /** Its JSON; null when its view is empty. */
  find(locationId: string): Promise<Uint8Array | null>;
  /** What a PDF shows of it. */
  profile(locationId: string): Promise<LocationProfile>;
  /** The JSON of its custom fields; null when it defines none. */
  findCustomFields(locationId: string): Promise<Uint8Array | null>;
  /** The locations that the company may read now. */
  listOfCompany(companyId: string, page: PageRequest, signal: AbortSignal): Promise<Page>;
};

const BY_ID: List = { view: 'location', sortedBy: 'listKey' };

export function createLocationQueries(readModels: ReadModels): LocationQueries {
  async function findView(locationId: string, view: string): Promise<Uint8Array | null> {
    const locations = await readModels.collection('locations');
    const options = { projection: { [viewField(view)]: 1 }, promoteBuffers: true, maxTimeMS: MAX_TIME_MS.documents };
    const found = await mapMongoErrors(() => locations.findOne({ _id: locationId, locationId }, options));
    return found?._id === locationId ? viewOf(found, view) : null;
  }

  return {
    find: (locationId) => findView(locationId, BY_ID.view),
    async profile(locationId) {
      const view = await findView(locationId, BY_ID.view);
      if (view === null) return { name: null, timeZone: null };
      const { name, timeZone } = JSON.parse(Buffer.from(view).toString()) as z.infer<typeof locationBody>;
      return { name, timeZone };
    },
    findCustomFields: (locationId) => findView(locationId, customFieldsView.name),
    async listOfCompany(companyId, page, signal) {
      const locations = await readModels.collection('locations');
      return readPage(locations, { tenant: { companyId } }, BY_ID, { ...page, signal });
    },
  };
}
