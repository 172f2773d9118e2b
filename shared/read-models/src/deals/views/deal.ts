import { dealStatuses } from '@fundlens/contracts/events/deal-changed';
import type { z } from 'zod';
import type { View } from '../../definition.ts';
import { idOf } from '../../document.ts';
import { newestFirst } from '../../list-key.ts';
import { shown } from '../../shown.ts';
import { dealFilterKeys } from '../deal-filters.ts';
import { currentDealSlot, DEAL, dealState } from '../slots.ts';

export const DEAL_STATUSES = dealStatuses;

const deal = shown(dealState, 'dealId', {
  meaning: {
    contactId: 'The contact that the deal is with.',
    pipelineId: 'A pipeline of `/deal-pipelines`.',
    stageId: 'A stage of that pipeline.',
    source: 'Where the deal came from, as the CRM names it.',
    assignedTo: 'The user of the CRM who looks after the deal.',
  },
});

export const dealBody = deal.body.meta({ id: 'Deal', description: 'A CRM deal (opportunity) with a contact.' });

/** /deals and /deals/{dealId} */
export const dealView: View<z.infer<typeof dealBody>> = {
  name: 'deal',
  reads: [DEAL],
  body: dealBody,
  index: {
    names: ['listKey', 'filters'],
    of({ id, slots }) {
      const current = currentDealSlot(slots);
      if (current === null) return {};
      return { listKey: newestFirst(current.createdAt, idOf(id)), filters: dealFilterKeys(current) };
    },
  },
  render({ id, slots }) {
    const current = currentDealSlot(slots);
    return current === null ? null : deal.text(current, idOf(id));
  },
};
