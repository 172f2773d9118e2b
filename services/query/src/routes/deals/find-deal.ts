import { dealBody } from '@fundlens/read-models/deals/views/deal';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { DealQueries } from '../../queries/deals.ts';
import { id } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';

/** GET /deals/{dealId} */
export function findDeal({ deals }: { deals: DealQueries }): Route {
  return defineRoute({
    path: '/deals/:dealId',
    operation: 'deals.find',
    permission: null,
    location: 'one',
    tag: 'Pipeline',
    summary: 'Get one CRM deal',
    notFound: 'The location has no such deal.',
    data: dealBody,
    caching: 'revalidated',
    reads: ['deals'],
    parameters: z.object({ dealId: id().describe('CRM deal.') }),
    structural: ['dealId'],
    prepare:
      ({ dealId }) =>
      async ({ locationId }) => {
        const deal = await deals.find(locationId, dealId);
        if (deal === null) throw notFound('The location has no such deal.');
        return { data: [deal] };
      },
  });
}
