import { eventState, type SlotOf } from '@fundlens/contracts/event-state';

/** Kind of the slots of a deal: one per contact that ever had it, named `deal:<contactId>`. */
export const DEAL = 'deal';

export const dealState = eventState('DealChanged', 'dealId');
export type DealSlot = SlotOf<typeof dealState>;
