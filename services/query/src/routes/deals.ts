import { dealStatuses } from '@fundlens/contracts/events/deal-changed';
import { pipelineView } from '@fundlens/read-models/deal-pipelines/deal-pipelines';
import { dealFilterKey } from '@fundlens/read-models/deals/deal-filters';
import { dealView } from '@fundlens/read-models/deals/deals';
import { z } from 'zod';
import { readList } from '../queries/lists.ts';
import type { List } from '../queries/page.ts';
import { openPage, pageMembers } from './paging.ts';
import { cursor, id, oneOf, pageSize, updatedSince } from './parameters.ts';
import { get, type Route, type RouteDependencies } from './route.ts';

const LIST = '/deals';
const PIPELINES = '/deal-pipelines';
const NEWEST_FIRST: List = { model: 'deals', type: 'deal', view: dealView.name, sortedBy: 'listKey' };
const BY_ID: List = { model: 'deal_pipelines', view: 'pipeline', sortedBy: 'listKey' };
const DEFAULT_PAGE_SIZE = 50;
/** The largest page: clients want all pipelines, and few locations have more. */
const DEFAULT_PIPELINES = 500;

export function dealRoutes({ documents, cursors }: RouteDependencies): readonly Route[] {
  return [
    get(LIST, {
      operation: 'deals.list',
      tag: 'Pipeline',
      summary: 'List CRM deals',
      description:
        'Newest first, those without a date last; with `updatedSince` oldest change first. Filters combine freely; all of ' +
        'them have to match.',
      parameters: z.object({
        pipelineId: id().optional().describe('Only deals in this pipeline.'),
        stageId: id().optional().describe('Only deals at this stage.'),
        status: oneOf(dealStatuses).optional().describe('Only deals with this status.'),
        contactId: id().optional().describe('Only deals with this contact.'),
        updatedSince: updatedSince('deal'),
        limit: pageSize(DEFAULT_PAGE_SIZE),
        cursor: cursor(),
      }),
      audited: ['pipelineId', 'stageId', 'contactId', 'limit'],
      reads: ['deals'],
      data: z.strictObject({ ...pageMembers, deals: z.array(dealView.body) }),
      read({ pipelineId, stageId, status, contactId, updatedSince, ...asked }, caller) {
        const filter = { pipelineId, stageId, status, contactId };
        const page = openPage(cursors, { route: LIST, caller, filters: { ...filter, updatedSince } }, asked);
        const search = { indexed: { filters: dealFilterKey(filter) }, updatedSince };
        return async (request) => page.show(await readList(NEWEST_FIRST, search, page.request, request), 'deals');
      },
    }),
    get('/deals/:dealId', {
      operation: 'deals.find',
      tag: 'Pipeline',
      summary: 'Get one CRM deal',
      parameters: z.object({ dealId: id().describe('CRM deal.') }),
      audited: ['dealId'],
      reads: ['deals'],
      data: dealView.body,
      notFound: 'The location has no such deal.',
      read:
        ({ dealId }) =>
        async (request) =>
          (await documents.entry(request, { model: 'deals', entityId: dealId }, dealView.name))?.body ?? null,
    }),
    get(PIPELINES, {
      operation: 'deal-pipelines.list',
      tag: 'Pipeline',
      summary: 'List deal pipelines and their stages',
      description: 'In the order of ids. What the ids of pipelines and stages in deals stand for.',
      parameters: z.object({ limit: pageSize(DEFAULT_PIPELINES), cursor: cursor() }),
      audited: ['limit'],
      reads: ['deal_pipelines'],
      data: z.strictObject({ ...pageMembers, pipelines: z.array(pipelineView.body) }),
      read(asked, caller) {
        const page = openPage(cursors, { route: PIPELINES, caller }, asked);
        return async (request) => page.show(await readList(BY_ID, {}, page.request, request), 'pipelines');
      },
    }),
  ];
}
