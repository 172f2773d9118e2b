import { z } from 'zod';
import { address } from '../../body-values.ts';
import type { RenderInput, View } from '../../definition.ts';
import type { IndexFields } from '../../document.ts';
import { type JsonText, jsonText, spelledJson } from '../../json-text.ts';
import { newestFirst } from '../../list-key.ts';
import { fullName } from '../../person-name.ts';
import { derivedBefore, shown } from '../../shown.ts';
import { type Slots, slotValue } from '../../slot.ts';
import { hasSameSearch, searchFields } from '../search-terms.ts';
import { CONTACT, type ContactSlot, contactState } from '../slots.ts';

const customFields = z.array(
  z.strictObject({
    id: z.string().describe('A `fieldId` of `/custom-fields`.'),
    value: z.unknown().describe('Any JSON value, as the CRM stored it.'),
  }),
);

/** Values of custom fields go in as they were spelled. Their names are for redaction alone. */
function customFieldsText(contact: ContactSlot): JsonText<z.infer<typeof customFields>> {
  const fields = contact.customFields.map(
    ({ id, valueJson }) => `{"id":${JSON.stringify(id)},"value":${valueJson ?? 'null'}}`,
  );
  return spelledJson(`[${fields.join()}]`);
}

export const contact = shown(contactState, 'contactId', {
  hidden: ['address1', 'city', 'state', 'postalCode', 'country', 'customFields'],
  flags: ['dnd'],
  meaning: {
    source: 'Where the contact came from, as the CRM names it.',
    assignedTo: 'The user of the CRM who looks after the contact.',
    dnd: 'Do not disturb.',
  },
  derived: {
    name: derivedBefore<ContactSlot, string | null>(
      'companyName',
      z.string().nullable().describe('First and last name.'),
      ({ firstName, lastName }) => jsonText(fullName(firstName, lastName)),
    ),
    address: derivedBefore<ContactSlot, z.infer<typeof address>>(
      'source',
      address,
      ({ address1: line1, city, state, postalCode, country }) => jsonText({ line1, city, state, postalCode, country }),
    ),
    customFields: derivedBefore<ContactSlot, z.infer<typeof customFields>>('createdAt', customFields, customFieldsText),
  },
});

export const contactBody = contact.body.meta({
  id: 'Contact',
  description: 'A CRM contact. Birth dates and Social Security numbers are never kept.',
});

type ContactBody = z.infer<typeof contactBody>;

/** /contacts and /contacts/{contactId}: listed newest first, found by words of its names, e-mail, phone and tag. */
export const contactView: View<ContactBody> = {
  name: 'contact',
  reads: [CONTACT],
  body: contactBody,
  index: { names: ['listKey', 'terms', 'words'], of: indexFields, isSame: hasSameFields },
  render({ id, slots }) {
    const slot = slotValue<ContactSlot>(slots, CONTACT);
    return slot === null || id.kind !== 'location-entity' ? null : contact.text(slot, id.entityId);
  },
};

function indexFields({ id, slots }: RenderInput): IndexFields {
  const slot = slotValue<ContactSlot>(slots, CONTACT);
  if (slot === null || id.kind !== 'location-entity') return {};
  return { listKey: newestFirst(slot.createdAt, id.entityId), ...searchFields(slot) };
}

function hasSameFields(before: Slots, after: Slots): boolean {
  const [earlier, later] = [slotValue<ContactSlot>(before, CONTACT), slotValue<ContactSlot>(after, CONTACT)];
  if (earlier === null || later === null) return false;
  return earlier.createdAt === later.createdAt && hasSameSearch(earlier, later);
}
