import { dealPipelineBody } from '@fundlens/read-models/deal-pipelines/deal-pipelines';
import { z } from 'zod';
import type { CursorKey } from '../../pagination/cursor.ts';
import type { DealQueries } from '../../queries/deals.ts';
import { openPage, pageMembers } from '../paging.ts';
import { cursor, limit } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';

/** As many as there can be on a page: who reads pipelines wants all of them, and hardly anybody has more. */
const USUAL_PAGE_SIZE = 500;

const path = '/deal-pipelines';

const dealPipelinesData = z.strictObject({ ...pageMembers, pipelines: z.array(dealPipelineBody) });

/** GET /deal-pipelines: the pipelines of the location's deals with their stages, in the order of ids. */
export function listDealPipelines({ deals, cursors }: { deals: DealQueries; cursors: CursorKey }): Route {
  return defineRoute({
    path,
    operation: 'deal-pipelines.list',
    permission: null,
    location: 'one',
    tag: 'Pipeline',
    summary: 'List deal pipelines and their stages',
    description: 'In the order of ids. What the ids of pipelines and stages in deals stand for.',
    data: dealPipelinesData,
    caching: 'revalidated',
    reads: ['deal_pipelines'],
    parameters: z.object({ limit: limit(USUAL_PAGE_SIZE), cursor: cursor() }),
    structural: ['limit'],
    prepare(parameters, caller) {
      const page = openPage(cursors, { route: path, caller, filters: [] }, parameters);
      return async ({ locationId }) => page.show(await deals.listPipelines(locationId, page.request), 'pipelines');
    },
  });
}
