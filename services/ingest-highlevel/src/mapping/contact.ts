import { ID_PATTERN } from '@fundlens/contracts/definition/field-rules';
import { MAX_CUSTOM_VALUE_LENGTH, MAX_ID_LENGTH, MAX_ITEMS } from '@fundlens/contracts/definition/limits';
import type { EventOf } from '@fundlens/contracts/event-types';
import type { Statement } from '../marks/content.ts';
import { isSource, type Source, type SourceFields } from './source-fields.ts';

type CustomField = EventOf<'ContactChanged'>['customFields'][number];

/** A contact as `GET /contacts/{id}` and `POST /contacts/search` have it. */
export function contactOf(fields: SourceFields, contactId: string): Statement {
  const firstName = fields.line('firstName');
  const lastName = fields.line('lastName');
  const wholeName = fields.line('name', 'contactName');
  return {
    type: 'ContactChanged',
    fields: {
      contactId,
      firstName: firstName ?? (lastName === null ? wholeName : null),
      lastName,
      companyName: fields.line('companyName'),
      email: fields.line('email'),
      phone: fields.line('phone'),
      // The search calls it `address`.
      address1: fields.line('address1', 'address'),
      city: fields.line('city'),
      state: fields.line('state'),
      postalCode: fields.line('postalCode'),
      country: fields.line('country'),
      dateOfBirth: fields.line('dateOfBirth'),
      ssn: fields.line('ssn'),
      source: fields.line('source'),
      tags: fields.lines('tags', MAX_ITEMS),
      assignedTo: fields.line('assignedTo'),
      // HighLevel leaves `dnd` out where it is false.
      dnd: fields.value('dnd') === true,
      customFields: customFieldsOf(fields),
      createdAt: fields.instant('dateAdded'),
      updatedAt: fields.instant('dateUpdated'),
    },
  };
}

function customFieldsOf(fields: SourceFields): CustomField[] {
  const value = fields.value('customFields', 'customField');
  if (!Array.isArray(value)) return [];
  const known = value.flatMap((item: unknown): CustomField[] => {
    if (!isSource(item) || typeof item.id !== 'string') return [];
    if (item.id.length > MAX_ID_LENGTH || !ID_PATTERN.test(item.id)) {
      fields.noteCut('customFields');
      return [];
    }
    return [{ id: item.id, valueJson: valueJsonOf(item, fields), name: null }];
  });
  if (known.length > MAX_ITEMS) fields.noteCut('customFields');
  return known.slice(0, MAX_ITEMS);
}

/** Half a JSON text is none: a value that is too long is left out whole. */
function valueJsonOf(item: Source, fields: SourceFields): string | null {
  const value = item.value ?? item.fieldValue ?? item.field_value ?? null;
  if (value === null) return null;
  const json = JSON.stringify(value);
  if (json.length <= MAX_CUSTOM_VALUE_LENGTH) return json;
  fields.noteCut('customFields');
  return null;
}
