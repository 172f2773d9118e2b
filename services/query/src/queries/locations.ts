import type { LocationProfile } from '@fundlens/credit-reports/page-content';
import type { locationBody } from '@fundlens/read-models/locations/locations';
import type { z } from 'zod';
import type { DocumentQueries } from './documents.ts';
import { type Page, type PageRequest, readPage } from './page.ts';
import type { ServedModels, Tenant } from './read-models-store.ts';

export const LOCATION_VIEW = 'location';

/** What a PDF shows of it. */
export async function locationProfile(
  documents: Pick<DocumentQueries, 'entry'>,
  tenant: Tenant,
): Promise<LocationProfile> {
  const entry = await documents.entry(tenant, { model: 'locations' }, LOCATION_VIEW);
  if (entry === null) return { name: null, timeZone: null };
  const { name, timeZone } = JSON.parse(Buffer.from(entry.body).toString()) as z.infer<typeof locationBody>;
  return { name, timeZone };
}

/** The locations that the company may read now. */
export function listOfCompany(
  { collection }: ServedModels,
  companyId: string,
  page: PageRequest & { readonly signal: AbortSignal },
): Promise<Page> {
  const byId = { view: LOCATION_VIEW, sortedBy: 'listKey', tenant: { companyId } } as const;
  return readPage(collection('locations'), byId, {}, page);
}
