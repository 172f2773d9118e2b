import { eventState, type SlotOf } from '@fundlens/contracts/event-state';
import type { ChangedEntity } from '../changed-entity.ts';
import type { RenderInput } from '../definition.ts';
import { idOf } from '../document.ts';
import type { Slots } from '../slot.ts';

/** Kind of the slots of a deal: one per contact that ever had it, named `deal:<contactId>`. */
export const DEAL = 'deal';

export const dealState = eventState('DealChanged', 'dealId');
export type DealSlot = SlotOf<typeof dealState>;

/** The live slot; of several, when a deletion has not arrived yet, the latest. */
export function currentDealSlot(slots: Slots): DealSlot | null {
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

/** A deal is one entity, whichever contacts had it: it changes with each of its slots. */
export function dealChanges({ id, slots }: Pick<RenderInput, 'id' | 'slots'>): ChangedEntity[] {
  let at = 0;
  let latest = '';
  for (const [name, slot] of slots) {
    if ((slot.at ?? 0) < at || ((slot.at ?? 0) === at && name < latest)) continue;
    at = slot.at ?? 0;
    latest = name;
  }
  const current = currentDealSlot(slots);
  const contactId = current === null ? latest.slice(latest.indexOf(':') + 1) : current.contactId;
  return [{ type: 'deal', id: idOf(id), contactId, at, isLive: current !== null }];
}
