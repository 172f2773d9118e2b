import { dealBody } from '@fundlens/read-models/deals/views/deal';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import { validate } from '../../middleware/validate.ts';
import type { DealQueries } from '../../queries/deals.ts';
import { id } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';

/** GET /deals/{dealId} */
export function findDeal({ steps, deals }: { steps: Steps; deals: DealQueries }): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes } = steps;
  return defineRoute(
    {
      path: '/deals/:dealId',
      tag: 'Pipeline',
      summary: 'Get one CRM deal',
      notFound: 'The location has no such deal.',
      data: dealBody,
    },
    authenticate,
    audit({ operation: 'deals.find', structural: ['dealId'] }),
    requirePermission('read'),
    limit,
    validate(z.object({ dealId: id().describe('CRM deal.') })),
    checkLocation,
    dataAsOf('deals'),
    conditional,
    boundBytes,
    async ({ state }) => {
      const deal = await deals.find(state.locationId, state.parameters.dealId);
      if (deal === null) throw notFound('The location has no such deal.');
      state.found(deal);
    },
  );
}
