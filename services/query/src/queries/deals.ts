import { type DealFilter, dealFilterKey } from '@fundlens/read-models/deals/deal-filters';
import { dealView } from '@fundlens/read-models/deals/views/deal';
import { findEntity, viewOf } from './documents.ts';
import type { ReadModels } from './model-versions-store.ts';
import { type List, type Page, type PageRequest, readPage } from './page.ts';

export type DealQueries = {
  /** Its JSON; null when there is none or it was deleted. */
  find(locationId: string, dealId: string): Promise<Uint8Array | null>;
  /** The deals that match all of the filter. */
  list(locationId: string, filter: DealFilter, page: PageRequest): Promise<Page>;
  listPipelines(locationId: string, page: PageRequest): Promise<Page>;
};

const NEWEST_FIRST: List = { view: dealView.name, sortedBy: 'listKey' };
const PIPELINES: List = { view: 'pipeline', sortedBy: 'listKey' };

export function createDealQueries(readModels: ReadModels): DealQueries {
  return {
    async find(locationId, dealId) {
      const deals = await readModels.collection('deals');
      const view = dealView.name;
      return viewOf(await findEntity(deals, { locationId, entityId: dealId, view }), view);
    },
    async list(locationId, filter, page) {
      const deals = await readModels.collection('deals');
      const tenant = { locationId, filters: dealFilterKey(filter) };
      return readPage(deals, { tenant }, NEWEST_FIRST, page);
    },
    async listPipelines(locationId, page) {
      return readPage(await readModels.collection('deal_pipelines'), { tenant: { locationId } }, PIPELINES, page);
    },
  };
}
