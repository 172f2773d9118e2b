import { DEAL_STATUSES, dealBody } from '@fundlens/read-models/deals/views/deal';
import { z } from 'zod';
import type { Caller } from '../../middleware/request-state.ts';
import { validate } from '../../middleware/validate.ts';
import type { CursorKeys } from '../../pagination/cursor.ts';
import type { DealQueries } from '../../queries/deals.ts';
import { openPage, pageMembers } from '../paging.ts';
import { cursor, id, oneOf, pageSize } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';
import { updatedSince, updatedSinceOf } from '../updated-since.ts';

const DEFAULT_PAGE_SIZE = 50;

const path = '/deals';

const dealsData = z.strictObject({ ...pageMembers, deals: z.array(dealBody) });

const parameters = z.object({
  pipelineId: id().optional().describe('Only deals in this pipeline.'),
  stageId: id().optional().describe('Only deals at this stage.'),
  status: oneOf(DEAL_STATUSES).optional().describe('Only deals with this status.'),
  contactId: id().optional().describe('Only deals with this contact.'),
  updatedSince: updatedSince('deal'),
  limit: pageSize(DEFAULT_PAGE_SIZE),
  cursor: cursor(),
});

export type ListDealsDependencies = {
  readonly steps: Steps;
  readonly deals: Pick<DealQueries, 'list'>;
  readonly cursors: CursorKeys;
};

/** GET /deals: CRM deals of the location, newest first; all given filters have to match. */
export function listDeals({ steps, deals, cursors }: ListDealsDependencies): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes } = steps;
  return defineRoute(
    {
      path,
      tag: 'Pipeline',
      summary: 'List CRM deals',
      description:
        'Newest first, those without a date last; with `updatedSince` oldest change first. Filters combine freely; all of ' +
        'them have to match.',
      data: dealsData,
    },
    authenticate,
    audit({ operation: 'deals.list', structural: ['pipelineId', 'stageId', 'contactId', 'limit'] }),
    requirePermission('read'),
    limit,
    validate(parameters, { understand }),
    checkLocation,
    dataAsOf('deals'),
    conditional,
    boundBytes,
    async ({ state }) => {
      const { filter, updatedSince: instant, page } = state.parameters;
      const search = { locationId: state.locationId, filter, updatedSince: updatedSinceOf(instant, state.asOf) };
      const found = await deals.list(search, page.request, state.signal);
      state.data = page.show(found, 'deals');
    },
  );

  function understand(
    { pipelineId, stageId, status, contactId, updatedSince, ...asked }: z.output<typeof parameters>,
    caller: Caller,
  ) {
    const filter = { pipelineId, stageId, status, contactId };
    const filters = Object.entries({ ...filter, updatedSince }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as const],
    );
    return { filter, updatedSince, page: openPage(cursors, { route: path, caller, filters }, asked) };
  }
}
