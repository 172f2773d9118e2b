import type { EventOf } from '@fundlens/contracts/event-types';
import { contacts as readModel } from '@fundlens/read-models/definitions';
import { newestFirst } from '@fundlens/read-models/list-key';
import { emailTerm, phoneTerms } from '@fundlens/read-models/contacts/search-terms';
import { isWrittenTogether, storedWordTerms } from '@fundlens/read-models/contacts/word-terms';
import { InvalidError } from '@fundlens/runtime/errors';
import { assertFits, MAX_LIST_BODY_BYTES } from '@fundlens/read-models/document-size';
import { isoInstant, jsonBytesAround } from '@fundlens/read-models/json-body';
import { fullName } from '@fundlens/read-models/person-name';
import { type Projection, slotChange, slotValue } from './projection.ts';

type Contact = EventOf<'ContactChanged'>;

/** What of a contact is kept: neither birth date nor number. The value of a custom field stays text, as it was spelled. */
type ContactSlot = {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address1: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly country: string | null;
  readonly source: string | null;
  readonly tags: readonly string[];
  readonly assignedTo: string | null;
  readonly dnd: boolean | null;
  readonly customFields: readonly { readonly id: string; readonly valueJson: string | null }[];
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
};

const SLOT = 'contact';

/** One document per contact, listed newest first, found by words of its names, e-mail, phone and tag. */
export const contacts: Projection = {
  readModel,
  on: {
    ContactChanged(event) {
      const { contactId } = event;
      const documentId = { kind: 'location-entity', locationId: event.meta.locationId, entityId: contactId } as const;
      const change = slotChange(event, { documentId, slot: SLOT }, contactSlot);
      if (!event.meta.deleted) assertFits(contactBody(contactId, contactSlot(event)).length, MAX_LIST_BODY_BYTES, SLOT);
      return [change];
    },
  },
  render({ id, slots }) {
    const contact = slotValue<ContactSlot>(slots, SLOT);
    if (contact === null || id.kind !== 'location-entity') return { fields: {}, body: null };
    return {
      fields: {
        listKey: newestFirst(contact.createdAt, id.entityId),
        terms: searchTerms(contact),
        tags: [...new Set(contact.tags)],
      },
      body: contactBody(id.entityId, contact),
    };
  },
};

function contactSlot(event: Contact): ContactSlot {
  for (const { valueJson } of event.customFields) if (valueJson !== null) assertJson(valueJson);
  const { firstName, lastName, companyName, email, phone, address1, city, state, postalCode, country } = event;
  const { source, tags, assignedTo, dnd, customFields, createdAt, updatedAt } = event;
  return {
    firstName,
    lastName,
    companyName,
    email,
    phone,
    address1,
    city,
    state,
    postalCode,
    country,
    source,
    tags,
    assignedTo,
    dnd,
    customFields: customFields.map(({ id, valueJson }) => ({ id, valueJson })),
    createdAt,
    updatedAt,
  };
}

function contactBody(contactId: string, contact: ContactSlot): Uint8Array {
  const { firstName, lastName, companyName, email, phone, address1, city, state, postalCode, country } = contact;
  const before = {
    contactId,
    firstName,
    lastName,
    name: fullName(firstName, lastName),
    companyName,
    email,
    phone,
    address: { line1: address1, city, state, postalCode, country },
    source: contact.source,
    tags: contact.tags,
    assignedTo: contact.assignedTo,
    dnd: contact.dnd ?? false,
  };
  const customFields = contact.customFields.map(
    ({ id, valueJson }) => `{"id":${JSON.stringify(id)},"value":${valueJson ?? 'null'}}`,
  );
  const after = { createdAt: isoInstant(contact.createdAt), updatedAt: isoInstant(contact.updatedAt) };
  return jsonBytesAround({ before, name: 'customFields', json: `[${customFields.join(',')}]`, after });
}

function searchTerms({ firstName, lastName, companyName, email, phone }: ContactSlot): string[] {
  const address = email === null ? null : emailTerm(email);
  return [
    ...(address === null ? [] : [address]),
    ...(phone === null ? [] : phoneTerms(phone)),
    ...storedWordTerms([...nameTexts(firstName, lastName), companyName ?? '', mailboxOf(email)]),
  ];
}

function nameTexts(firstName: string | null, lastName: string | null): string[] {
  const last = lastName ?? '';
  const first = firstName ?? '';
  return isWrittenTogether(last, first) ? [last.trim() + first.trim(), first] : [last, first];
}

/** What stands before the `@`: people remember `mlopez@…` as a name. The domain would find everybody of one provider. */
function mailboxOf(email: string | null): string {
  const at = email?.lastIndexOf('@') ?? -1;
  return email === null || at < 0 ? '' : email.slice(0, at);
}

/** The text goes into the body as it is: text that is not one JSON value would break every page that shows it. */
function assertJson(valueJson: string): void {
  try {
    JSON.parse(valueJson);
  } catch {
    throw new InvalidError('custom_field_not_json', 'must be JSON text', { field: 'customFields[].valueJson' });
  }
}
