import type { ChangedEntity } from '../changed-entity.ts';
import type { RenderInput } from '../definition.ts';
import { currentDealSlot } from './current-deal.ts';

/** A deal is one entity, whichever contacts had it: it changes with each of its slots. */
export function dealChanges({ id, slots }: Pick<RenderInput, 'id' | 'slots'>): ChangedEntity[] {
  if (id.kind !== 'location-entity') return [];
  let at = 0;
  let latest = '';
  for (const [name, slot] of slots) {
    if ((slot.at ?? 0) < at || ((slot.at ?? 0) === at && name < latest)) continue;
    at = slot.at ?? 0;
    latest = name;
  }
  const current = currentDealSlot(slots);
  const contactId = current === null ? latest.slice(latest.indexOf(':') + 1) : current.contactId;
  return [{ type: 'deal', id: id.entityId, contactId, at, isLive: current !== null }];
}
