import { type DealFilter, dealFilterKey } from '@fundlens/read-models/deals/deal-filters';
import { dealView } from '@fundlens/read-models/deals/views/deal';
import { createDocumentReads, viewField, viewOf } from './documents.ts';
import { type List, type Page, type PageRequest, readPage } from './page.ts';
import type { ReadModels } from './read-models-store.ts';
import { createUpdatedReads, type UpdatedSince } from './updated-entries.ts';

export type DealQueries = ReturnType<typeof createDealQueries>;

export type DealSearch = {
  readonly locationId: string;
  /** All of it must match. */
  readonly filter: DealFilter;
  /** Null: all, newest first. */
  readonly updatedSince: UpdatedSince | null;
};

const NEWEST_FIRST: List = { view: dealView.name, sortedBy: 'listKey' };
const PIPELINES: List = { view: 'pipeline', sortedBy: 'listKey' };

export function createDealQueries(readModels: ReadModels) {
  const view = dealView.name;
  const readUpdated = createUpdatedReads(readModels, { model: 'deals', type: 'deal', view });
  const read = createDocumentReads(readModels);
  return {
    /** Its JSON; null when there is none or it was deleted. */
    async find(locationId: string, dealId: string): Promise<Uint8Array | null> {
      return viewOf(await read({ model: 'deals', locationId, entityId: dealId, fields: [viewField(view)] }), view);
    },
    async list(
      { locationId, filter, updatedSince }: DealSearch,
      page: PageRequest,
      signal: AbortSignal,
    ): Promise<Page> {
      const matching = { filters: dealFilterKey(filter) };
      if (updatedSince !== null) return readUpdated({ locationId, filter: matching, updatedSince }, page, signal);
      const tenant = { locationId, ...matching };
      return readPage(await readModels.collection('deals'), { tenant }, NEWEST_FIRST, { ...page, signal });
    },
    async listPipelines(locationId: string, page: PageRequest, signal: AbortSignal): Promise<Page> {
      const pipelines = await readModels.collection('deal_pipelines');
      return readPage(pipelines, { tenant: { locationId } }, PIPELINES, { ...page, signal });
    },
  };
}
