import { z } from 'zod';
import { address, instant } from '../../body-values.ts';
import type { RenderInput, View } from '../../definition.ts';
import type { IndexFields } from '../../document.ts';
import { isoInstant, type JsonText, jsonTextAround } from '../../json-text.ts';
import { newestFirst } from '../../list-key.ts';
import { fullName } from '../../person-name.ts';
import { type Slots, slotValue } from '../../slot.ts';
import { hasSameSearch, searchFields } from '../search-terms.ts';
import { CONTACT, type ContactSlot } from '../slots.ts';

export const contactBody = z
  .strictObject({
    contactId: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    name: z.string().nullable().describe('First and last name.'),
    companyName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address,
    source: z.string().nullable().describe('Where the contact came from, as the CRM names it.'),
    tags: z.array(z.string()),
    assignedTo: z.string().nullable().describe('The user of the CRM who looks after the contact.'),
    dnd: z.boolean().describe('Do not disturb.'),
    customFields: z.array(
      z.strictObject({
        id: z.string().describe('A `fieldId` of `/custom-fields`.'),
        value: z.unknown().describe('Any JSON value, as the CRM stored it.'),
      }),
    ),
    createdAt: instant().nullable(),
    updatedAt: instant().nullable(),
  })
  .meta({ id: 'Contact', description: 'A CRM contact. Birth dates and Social Security numbers are never kept.' });

type ContactBody = z.infer<typeof contactBody>;

/** /contacts and /contacts/{contactId}: listed newest first, found by words of its names, e-mail, phone and tag. */
export const contactView: View<ContactBody> = {
  name: 'contact',
  reads: [CONTACT],
  body: contactBody,
  index: { names: ['listKey', 'terms', 'words'], of: indexFields, isSame: hasSameFields },
  render({ id, slots }) {
    const contact = slotValue<ContactSlot>(slots, CONTACT);
    return contact === null || id.kind !== 'location-entity' ? null : contactText(id.entityId, contact);
  },
};

function indexFields({ id, slots }: RenderInput): IndexFields {
  const contact = slotValue<ContactSlot>(slots, CONTACT);
  if (contact === null || id.kind !== 'location-entity') return {};
  return { listKey: newestFirst(contact.createdAt, id.entityId), ...searchFields(contact) };
}

function hasSameFields(before: Slots, after: Slots): boolean {
  const [earlier, later] = [slotValue<ContactSlot>(before, CONTACT), slotValue<ContactSlot>(after, CONTACT)];
  if (earlier === null || later === null) return false;
  return earlier.createdAt === later.createdAt && hasSameSearch(earlier, later);
}

/** What the API shows of the contact. Custom fields go in as they were spelled. */
export function contactText(contactId: string, contact: ContactSlot): JsonText<ContactBody> {
  const { firstName, lastName, companyName, email, phone, address1, city, state, postalCode, country } = contact;
  const customFields = contact.customFields.map(
    ({ id, valueJson }) => `{"id":${JSON.stringify(id)},"value":${valueJson ?? 'null'}}`,
  );
  return jsonTextAround<ContactBody, 'customFields', 'createdAt' | 'updatedAt'>({
    before: {
      contactId,
      firstName,
      lastName,
      name: fullName(firstName, lastName),
      companyName,
      email,
      phone,
      address: { line1: address1, city, state, postalCode, country },
      source: contact.source,
      tags: [...contact.tags],
      assignedTo: contact.assignedTo,
      dnd: contact.dnd ?? false,
    },
    name: 'customFields',
    json: `[${customFields.join(',')}]`,
    after: { createdAt: isoInstant(contact.createdAt), updatedAt: isoInstant(contact.updatedAt) },
  });
}
