import type { LocationProfile } from '@fundlens/credit-reports/page-content';
import type { locationBody } from '@fundlens/read-models/locations/locations';
import type { z } from 'zod';
import type { DocumentQueries } from './documents.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import type { ReadModels } from './read-models-store.ts';

export type LocationQueries = ReturnType<typeof createLocationQueries>;

export const LOCATION_VIEW = 'location';

export function createLocationQueries(readModels: ReadModels, documents: DocumentQueries) {
  return {
    /** What a PDF shows of it. */
    async profile(locationId: string): Promise<LocationProfile> {
      const entry = await documents.entry({ model: 'locations', locationId }, LOCATION_VIEW);
      if (entry === null) return { name: null, timeZone: null };
      const { name, timeZone } = JSON.parse(Buffer.from(entry.body).toString()) as z.infer<typeof locationBody>;
      return { name, timeZone };
    },
    /** The locations that the company may read now. */
    async listOfCompany(companyId: string, page: PageRequest, signal: AbortSignal): Promise<Page> {
      const locations = await readModels.collection('locations');
      const byId = { view: LOCATION_VIEW, sortedBy: 'listKey', tenant: { companyId } } as const;
      return readPage(locations, byId, {}, { ...page, signal });
    },
  };
}
