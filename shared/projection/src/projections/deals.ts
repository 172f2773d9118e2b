import { deals as readModel } from '@fundlens/read-models/deals/deals';
import { DEAL, dealState } from '@fundlens/read-models/deals/slots';
import { entityDocument, type Projection, slotChange } from './projection.ts';

/** One slot per contact that ever had the deal: the same id under another contact is another history. */
export const deals: Projection = {
  readModel,
  on: {
    DealChanged(event) {
      const documentId = entityDocument(event, event.dealId);
      return slotChange(event, { documentId, slot: `${DEAL}:${event.contactId}` }, dealState.of);
    },
  },
};
