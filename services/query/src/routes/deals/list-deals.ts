import { DEAL_STATUSES, dealBody } from '@fundlens/read-models/deals/views/deal';
import { z } from 'zod';
import type { CursorKey } from '../../pagination/cursor.ts';
import type { DealQueries } from '../../queries/deals.ts';
import { openPage, pageMembers } from '../paging.ts';
import { cursor, id, limit } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';

const USUAL_PAGE_SIZE = 50;

const path = '/deals';

const dealsData = z.strictObject({ ...pageMembers, deals: z.array(dealBody) });

/** GET /deals: CRM deals of the location, newest first; all given filters have to match. */
export function listDeals({ deals, cursors }: { deals: DealQueries; cursors: CursorKey }): Route {
  return defineRoute({
    path,
    operation: 'deals.list',
    permission: null,
    location: 'one',
    tag: 'Pipeline',
    summary: 'List CRM deals',
    description: 'Newest first, those without a date last. Filters combine freely; all of them have to match.',
    data: dealsData,
    caching: 'revalidated',
    reads: ['deals'],
    parameters: z.object({
      pipelineId: id().optional().describe('Only deals in this pipeline.'),
      stageId: id().optional().describe('Only deals at this stage.'),
      status: z
        .enum(DEAL_STATUSES, `must be one of ${DEAL_STATUSES.join(', ')}`)
        .optional()
        .describe('Only deals with this status.'),
      contactId: id().optional().describe('Only deals with this contact.'),
      limit: limit(USUAL_PAGE_SIZE),
      cursor: cursor(),
    }),
    structural: ['pipelineId', 'stageId', 'contactId', 'limit'],
    prepare(parameters, caller) {
      const { pipelineId, stageId, status, contactId } = parameters;
      const filter = { pipelineId, stageId, status, contactId };
      const filters = Object.entries(filter).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      const page = openPage(cursors, { route: path, caller, filters }, parameters);
      return async ({ locationId }) => page.show(await deals.list(locationId, filter, page.request), 'deals');
    },
  });
}
