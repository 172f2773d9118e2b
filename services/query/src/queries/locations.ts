import type { LocationProfile } from '@fundlens/credit-reports/page-content';
import { customFieldsView, type locationBody } from '@fundlens/read-models/locations/locations';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { z } from 'zod';
import { projectionOf, viewField, viewOf } from './documents.ts';
import { MAX_TIME_MS } from './mongodb-options.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import type { ReadModels } from './read-models-store.ts';

export type LocationQueries = ReturnType<typeof createLocationQueries>;

const BY_ID = { view: 'location', sortedBy: 'listKey' } as const;

export function createLocationQueries(readModels: ReadModels) {
  async function findView(locationId: string, view: string): Promise<Uint8Array | null> {
    const locations = await readModels.collection('locations');
    const options = {
      projection: projectionOf([viewField(view)]),
      promoteBuffers: true,
      maxTimeMS: MAX_TIME_MS.documents,
    };
    const found = await mapMongoErrors(() => locations.findOne({ _id: locationId, locationId }, options));
    return found?._id === locationId ? viewOf(found, view) : null;
  }

  return {
    /** Its JSON; null when its view is empty. */
    find: (locationId: string) => findView(locationId, BY_ID.view),
    /** What a PDF shows of it. */
    async profile(locationId: string): Promise<LocationProfile> {
      const view = await findView(locationId, BY_ID.view);
      if (view === null) return { name: null, timeZone: null };
      const { name, timeZone } = JSON.parse(Buffer.from(view).toString()) as z.infer<typeof locationBody>;
      return { name, timeZone };
    },
    /** The JSON of its custom fields; null when it defines none. */
    findCustomFields: (locationId: string) => findView(locationId, customFieldsView.name),
    /** The locations that the company may read now. */
    async listOfCompany(companyId: string, page: PageRequest, signal: AbortSignal): Promise<Page> {
      const locations = await readModels.collection('locations');
      return readPage(locations, { ...BY_ID, tenant: { companyId } }, {}, { ...page, signal });
    },
  };
}
