import type { EventOf } from '@fundlens/contracts/event-types';
import { dealFilterKeys } from '@fundlens/read-models/deals/deal-filters';
import { deals as readModel } from '@fundlens/read-models/definitions';
import { newestFirst } from '@fundlens/read-models/list-key';
import type { Slots } from '@fundlens/read-models/slot';
import { isoInstant, jsonBytes } from '@fundlens/read-models/json-body';
import { type Projection, slotChange } from './projection.ts';

type DealSlot = {
  readonly contactId: string;
  readonly pipelineId: string | null;
  readonly stageId: string | null;
  readonly name: string | null;
  readonly status: EventOf<'DealChanged'>['status'];
  readonly amountCents: number | null;
  readonly source: string | null;
  readonly assignedTo: string | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly stageChangedAt: number | null;
  readonly statusChangedAt: number | null;
};

const DEAL = 'deal';

/**
 * One document per deal id. A deal that is moved to another contact is deleted there and created here, each with a
 * history of its own, so it has one slot per contact that ever had it.
 */
export const deals: Projection = {
  readModel,
  on: {
    DealChanged: (event) => {
      const { meta, dealId, contactId } = event;
      const documentId = { kind: 'location-entity', locationId: meta.locationId, entityId: dealId } as const;
      return [slotChange(event, { documentId, slot: `${DEAL}:${contactId}` }, dealSlot)];
    },
  },
  render({ id, slots }) {
    const deal = currentDeal(slots);
    if (deal === null || id.kind !== 'location-entity') return { fields: {}, body: null };
    return {
      fields: { listKey: newestFirst(deal.createdAt, id.entityId), filters: dealFilterKeys(deal) },
      body: dealBody(id.entityId, deal),
    };
  },
};

/** What lives; while the creation is here and the deletion is still on its way, what happened last. */
function currentDeal(slots: Slots): DealSlot | null {
  let current: { readonly occurredAt: number; readonly deal: DealSlot } | null = null;
  for (const { occurredAt, value } of slots.values()) {
    // `on` puts nothing else into a slot.
    const deal = value as DealSlot | null;
    if (deal === null) continue;
    const later = current === null ? 1 : occurredAt - current.occurredAt;
    if (current === null || later > 0 || (later === 0 && deal.contactId < current.deal.contactId)) {
      current = { occurredAt, deal };
    }
  }
  return current?.deal ?? null;
}

function dealSlot(event: EventOf<'DealChanged'>): DealSlot {
  const { contactId, pipelineId, stageId, name, status, amountCents, source, assignedTo } = event;
  const { createdAt, updatedAt, stageChangedAt, statusChangedAt } = event;
  return {
    contactId,
    pipelineId,
    stageId,
    name,
    status,
    amountCents,
    source,
    assignedTo,
    createdAt,
    updatedAt,
    stageChangedAt,
    statusChangedAt,
  };
}

function dealBody(dealId: string, deal: DealSlot): Uint8Array {
  const { createdAt, updatedAt, stageChangedAt, statusChangedAt, ...plain } = deal;
  return jsonBytes({
    dealId,
    ...plain,
    createdAt: isoInstant(createdAt),
    updatedAt: isoInstant(updatedAt),
    stageChangedAt: isoInstant(stageChangedAt),
    statusChangedAt: isoInstant(statusChangedAt),
  });
}
