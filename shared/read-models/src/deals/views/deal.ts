import { z } from 'zod';
import { cents, instant } from '../../body-values.ts';
import type { View } from '../../definition.ts';
import { isoInstant, jsonText } from '../../json-text.ts';
import { newestFirst } from '../../list-key.ts';
import type { Slots } from '../../slot.ts';
import { dealFilterKeys } from '../deal-filters.ts';
import { DEAL, type DealSlot } from '../slots.ts';

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
      const deal = currentDeal(slots);
      if (deal === null || id.kind !== 'location-entity') return {};
      return { listKey: newestFirst(deal.createdAt, id.entityId), filters: dealFilterKeys(deal) };
    },
  },
  render({ id, slots }) {
    const deal = currentDeal(slots);
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

/** The live slot; of several, when a deletion has not arrived yet, the latest. */
function currentDeal(slots: Slots): DealSlot | null {
  let current: { readonly occurredAt: number; readonly deal: DealSlot } | null = null;
  for (const { occurredAt, value } of slots.values()) {
    // The projection puts nothing else into a slot.
    const deal = value as DealSlot | null;
    if (deal === null) continue;
    const later = current === null ? 1 : occurredAt - current.occurredAt;
    if (current === null || later > 0 || (later === 0 && deal.contactId < current.deal.contactId)) {
      current = { occurredAt, deal };
    }
  }
  return current?.deal ?? null;
}
