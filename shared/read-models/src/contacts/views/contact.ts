import { z } from 'zod';
import { address } from '../../body-values.ts';
import { MAX_LIST_BODY_BYTES } from '../../document-size.ts';
import { type JsonText, jsonText, spelledJson } from '../../json-text.ts';
import { newestFirst } from '../../list-key.ts';
import { derivedBefore, shown } from '../../shown.ts';
import { slotView } from '../../views.ts';
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

/** Shown as one address. */
export const ADDRESS_FIELDS = ['address1', 'city', 'state', 'postalCode', 'country'] as const;

export const contact = shown(contactState, 'contactId', {
  hidden: ADDRESS_FIELDS,
  meaning: {
    source: 'Where the contact came from, as the CRM names it.',
    assignedTo: 'The user of the CRM who looks after the contact.',
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
    dnd: derivedBefore<ContactSlot, boolean>('dnd', z.boolean().describe('Do not disturb.'), ({ dnd }) =>
      jsonText(dnd ?? false),
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
export const contactView = slotView<ContactSlot, ContactBody>({
  name: 'contact',
  slot: CONTACT,
  body: contactBody,
  maxBytes: MAX_LIST_BODY_BYTES,
  text: contact.text,
  fields: {
    names: ['listKey', 'terms', 'words'],
    of: (slot, id) => ({ listKey: newestFirst(slot.createdAt, id), ...searchFields(slot) }),
    isSame: (before, after) => before.createdAt === after.createdAt && hasSameSearch(before, after),
  },
});

/** First and last name as one line; null when there is neither. */
export function fullName(firstName: string | null, lastName: string | null): string | null {
  const parts = [firstName, lastName].map((part) => part?.trim() ?? '').filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(' ');
}
