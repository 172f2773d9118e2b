import { deals as readModel } from '@fundlens/read-models/deals/deals';
import { DEAL, type DealSlot } from '@fundlens/read-models/deals/slots';
import { type ProjectedEvent, type Projection, slotChange } from './projection.ts';

/** One slot per contact that ever had the deal: the same id under another contact is another history. */
export const deals: Projection = {
  readModel,
  on: {
    DealChanged: (event) => {
      const { meta, dealId, contactId } = event;
      const documentId = { kind: 'location-entity', locationId: meta.locationId, entityId: dealId } as const;
      return [slotChange(event, { documentId, slot: `${DEAL}:${contactId}` }, dealSlot)];
    },
  },
};

function dealSlot(event: ProjectedEvent<'DealChanged'>): DealSlot {
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
