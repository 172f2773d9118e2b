import type { Slots } from '../slot.ts';
import type { DealSlot } from './slots.ts';

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
