import type { ChangedEntity, ChangeType } from '../changed-entity.ts';
import type { RenderInput } from '../definition.ts';
import { idOf } from '../document.ts';
import { kindOf, type Slot } from '../slot.ts';
import { APPLICATION, CONTACT, NEXT_STEPS, PLAN, REPORT, RESULT } from './slots.ts';

/** The entity of each kind of slot. */
const TYPES: Readonly<Record<string, ChangeType>> = {
  [CONTACT]: 'contact',
  [APPLICATION]: 'application',
  [NEXT_STEPS]: 'nextSteps',
  [REPORT]: 'creditReport',
  [RESULT]: 'underwritingResult',
  [PLAN]: 'fundingPlan',
};

/**
 * What clients are told of a contact's document: one entity for each slot. The pipeline shows an application only while its
 * contact lives, and shows the contact's name with it: it changes with both.
 */
export function contactChanges({ id, slots }: Pick<RenderInput, 'id' | 'slots'>): ChangedEntity[] {
  const contactId = idOf(id);
  const contact = slots.get(CONTACT);
  const entities: ChangedEntity[] = [];
  for (const [name, slot] of slots) {
    const kind = kindOf(name);
    const type = TYPES[kind];
    if (type === undefined) continue;
    if (type === 'application') entities.push(applicationChange(contactId, slot, contact));
    else {
      const childId = kind === name ? contactId : name.slice(kind.length + 1);
      entities.push({ type, id: childId, contactId, at: slot.at ?? 0, isLive: slot.value !== null });
    }
  }
  return entities;
}

function applicationChange(contactId: string, { value, at = 0 }: Slot, contact: Slot | undefined): ChangedEntity {
  const deleted = { type: 'application', id: contactId, contactId, at, isLive: false } as const;
  if (value === null || contact === undefined) return deleted;
  return { ...deleted, at: Math.max(at, contact.at ?? 0), isLive: contact.value !== null };
}
