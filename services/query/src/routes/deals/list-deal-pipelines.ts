import { dealPipelineBody } from '@fundlens/read-models/deal-pipelines/deal-pipelines';
import { z } from 'zod';
import { validate } from '../../middleware/validate.ts';
import type { CursorKeys } from '../../pagination/cursor.ts';
import type { DealQueries } from '../../queries/deals.ts';
import { openPage, pageMembers } from '../paging.ts';
import { cursor, pageSize } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';

/** The largest page: clients want all pipelines, and few locations have more. */
const DEFAULT_PAGE_SIZE = 500;

const path = '/deal-pipelines';

const dealPipelinesData = z.strictObject({ ...pageMembers, pipelines: z.array(dealPipelineBody) });
const parameters = z.object({ limit: pageSize(DEFAULT_PAGE_SIZE), cursor: cursor() });

export type ListDealPipelinesDependencies = {
  readonly steps: Steps;
  readonly deals: Pick<DealQueries, 'listPipelines'>;
  readonly cursors: CursorKeys;
};

/** GET /deal-pipelines: the pipelines of the location's deals with their stages, in the order of ids. */
export function listDealPipelines({ steps, deals, cursors }: ListDealPipelinesDependencies): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes } = steps;
  return defineRoute(
    {
      path,
      tag: 'Pipeline',
      summary: 'List deal pipelines and their stages',
      description: 'In the order of ids. What the ids of pipelines and stages in deals stand for.',
      data: dealPipelinesData,
    },
    authenticate,
    audit({ operation: 'deal-pipelines.list', structural: ['limit'] }),
    requirePermission('read'),
    limit,
    validate(parameters, {
      understand: (asked, caller) => openPage(cursors, { route: path, caller, filters: [] }, asked),
    }),
    checkLocation,
    dataAsOf('deal_pipelines'),
    conditional,
    boundBytes,
    async ({ state }) => {
      const page = state.parameters;
      state.data = page.show(await deals.listPipelines(state.locationId, page.request, state.signal), 'pipelines');
    },
  );
}
