import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { address } from '../../bodies.ts';
import { MAX_LIST_BODY_BYTES } from '../../document-size.ts';
import { newestFirst } from '../../list-key.ts';
import { shown } from '../../shown.ts';
import { slotValue } from '../../slot.ts';
import { slotView } from '../../views.ts';
import { SEARCHED, searchFields } from '../search-terms.ts';
import { CONTACT, type ContactSlot, contactState } from '../slots.ts';

const customFields = z.array(
  z.strictObject({
    id: z.string().describe('A `fieldId` of `/custom-fields`.'),
    value: z.unknown().describe('Any JSON value, as the CRM stored it.'),
  }),
);

/** Values of custom fields go in as they were spelled. Their names are for redaction alone. */
function customFieldsText({ customFields: fields }: ContactSlot): string {
  return `[${fields.map(({ id, valueJson }) => `{"id":${JSON.stringify(id)},"value":${valueJson ?? 'null'}}`).join()}]`;
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
    name: {
      before: 'companyName',
      body: z.string().nullable().describe('First and last name.'),
      text: ({ firstName, lastName }) => JSON.stringify(fullName(firstName, lastName)),
    },
    address: {
      before: 'source',
      body: address,
      text: ({ address1: line1, city, state, postalCode, country }) =>
        JSON.stringify({ line1, city, state, postalCode, country }),
    },
    dnd: { before: 'dnd', body: z.boolean().describe('Do not disturb.'), text: ({ dnd }) => String(dnd ?? false) },
    customFields: { before: 'createdAt', body: customFields, text: customFieldsText },
  },
  meta: {
    id: 'Contact',
    description: 'A CRM contact. Birth dates and Social Security numbers are never kept.',
  },
});

/** /contacts and /contacts/{contactId}: listed newest first, found by words of its names, e-mail, phone and tag. */
export const contactView = slotView({
  name: 'contact',
  slot: CONTACT,
  ...contact,
  maxBytes: MAX_LIST_BODY_BYTES,
  fields: {
    names: ['listKey', 'terms', 'words'],
    of: (slot, id) => ({ listKey: newestFirst(slot.createdAt, id), ...searchFields(slot) }),
    isSame(before, after) {
      const [earlier, later] = [slotValue(before, CONTACT), slotValue(after, CONTACT)];
      if (earlier === null || later === null) return false;
      return (['createdAt', ...SEARCHED] as const).every((name) => isDeepStrictEqual(earlier[name], later[name]));
    },
  },
});

/** First and last name as one line; null when there is neither. */
export function fullName(firstName: string | null, lastName: string | null): string | null {
  const parts = [firstName, lastName].map((part) => part?.trim() ?? '').filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(' ');
}
