import { z } from 'zod';
import { defineEvent } from '../definition/event-definition.ts';
import { dropped, id, instant, jsonText, line, listOf, record } from '../definition/field-rules.ts';
import { locationMeta } from '../definition/meta.ts';

const customField = record('CustomField', {
  id,
  valueJson: jsonText.nullable().describe('The value as JSON text.'),
  name: line
    .nullable()
    .describe('The name of the field as people read it: redaction judges the value by it. Never shown.'),
});

export const contactChanged = defineEvent({
  type: 'ContactChanged',
  stream: 'crm',
  key: ['contact', 'contactId'],
  doc: 'Full state of a CRM contact.',
  fields: z.strictObject({
    meta: locationMeta,
    contactId: id,
    firstName: line.nullable(),
    lastName: line.nullable(),
    companyName: line.nullable(),
    email: line.nullable(),
    phone: line.nullable(),
    address1: line.nullable(),
    city: line.nullable(),
    state: line.nullable(),
    postalCode: line.nullable(),
    country: line.nullable(),
    dateOfBirth: dropped,
    ssn: dropped,
    source: line.nullable(),
    tags: listOf(line),
    assignedTo: line.nullable(),
    dnd: z.boolean().nullable().describe('Do not disturb; absent means false.'),
    customFields: listOf(customField),
    createdAt: instant.nullable().describe('Never changes.'),
    updatedAt: instant.nullable(),
  }),
});
