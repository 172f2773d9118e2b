import { type DealFilter, dealFilterKey } from '@fundlens/read-models/deals/deal-filters';
import { dealView } from '@fundlens/read-models/deals/views/deal';
import { createDocumentReads, viewField, viewOf } from './documents.ts';
import { createListReads, type EntryList, type ListSearch } from './entry-list.ts';
import { type List, type Page, type PageRequest, readPage } from './page.ts';
import type { ReadModels } from './read-models-store.ts';

export type DealQueries = ReturnType<typeof createDealQueries>;

export type DealSearch = Pick<ListSearch, 'locationId' | 'updatedSince'> & {
  /** All of it must match. */
  readonly filter: DealFilter;
};

const NEWEST_FIRST: EntryList = { model: 'deals', type: 'deal', view: dealView.name, sortedBy: 'listKey' };
const PIPELINES: List = { view: 'pipeline', sortedBy: 'listKey' };

export function createDealQueries(readModels: ReadModels) {
  const view = dealView.name;
  const readList = createListReads(readModels, NEWEST_FIRST);
  const read = createDocumentReads(readModels);
  return {
    /** Its JSON; null when there is none or it was deleted. */
    async find(locationId: string, dealId: string): Promise<Uint8Array | null> {
      return viewOf(await read({ model: 'deals', locationId, entityId: dealId, fields: [viewField(view)] }), view);
    },
    list: ({ filter, ...search }: DealSearch, page: PageRequest, signal: AbortSignal): Promise<Page> =>
      readList({ ...search, indexed: { filters: dealFilterKey(filter) } }, page, signal),
    async listPipelines(locationId: string, page: PageRequest, signal: AbortSignal): Promise<Page> {
      const pipelines = await readModels.collection('deal_pipelines');
      return readPage(pipelines, { tenant: { locationId } }, PIPELINES, { ...page, signal });
    },
  };
}
