import { z } from 'zod';
import { cents, instant } from '../../body-values.ts';
import type { View } from '../../definition.ts';
import { isoInstant, jsonText } from '../../json-text.ts';
import { newestFirst } from '../../list-key.ts';
import { currentDealSlot } from '../current-deal.ts';
import { dealFilterKeys } from '../deal-filters.ts';
import { DEAL } from '../slots.ts';

export const DEAL_STATUSES = ['open', 'won', 'lost', 'abandoned'] as const;

export const dealBody = z
  .strictObject({
    dealId: z.string(),
    contactId: z.string().describe('The contact that the deal is with.'),
    pipelineId: z.string().nullable().describe('A pipeline of `/deal-pipelines`.'),
    stageId: z.string().nullable().describe('A stage of that pipeline.'),
    name: z.string().nullable(),
    status: z.enum(DEAL_STATUSES).nullable(),
    amountCents: cents().nullable(),
    source: z.string().nullable().describe('Where the deal came from, as the CRM names it.'),
    assignedTo: z.string().nullable().describe('The user of the CRM who looks after the deal.'),
    createdAt: instant().nullable(),
    updatedAt: instant().nullable(),
    stageChangedAt: instant().nullable(),
    statusChangedAt: instant().nullable(),
  })
  .meta({ id: 'Deal', description: 'A CRM deal (opportunity) with a contact.' });

/** /deals and /deals/{dealId} */
export const dealView: View<z.infer<typeof dealBody>> = {
  name: 'deal',
  reads: [DEAL],
  body: dealBody,
  index: {
    names: ['listKey', 'filters'],
    of({ id, slots }) {
      const deal = currentDealSlot(slots);
      if (deal === null || id.kind !== 'location-entity') return {};
      return { listKey: newestFirst(deal.createdAt, id.entityId), filters: dealFilterKeys(deal) };
    },
  },
  render({ id, slots }) {
    const deal = currentDealSlot(slots);
    if (deal === null || id.kind !== 'location-entity') return null;
    const { createdAt, updatedAt, stageChangedAt, statusChangedAt, ...plain } = deal;
    return jsonText({
      dealId: id.entityId,
      ...plain,
      createdAt: isoInstant(createdAt),
      updatedAt: isoInstant(updatedAt),
      stageChangedAt: isoInstant(stageChangedAt),
      statusChangedAt: isoInstant(statusChangedAt),
    });
  },
};
