import { z } from 'zod';
import { defineEvent } from '../definition/event-definition.ts';
import { id, line, vocabulary } from '../definition/field-rules.ts';
import { locationMeta } from '../definition/meta.ts';

export const customFieldChanged = defineEvent({
  type: 'CustomFieldChanged',
  stream: 'crm',
  key: ['custom-field', 'fieldId'],
  doc: 'Full state of a custom field that a location defines for its contacts.',
  fields: z.strictObject({
    meta: locationMeta,
    fieldId: id.describe('The `id` of `customFields` in `ContactChanged`.'),
    name: line.nullable().describe('As people read it.'),
    key: line.nullable().describe('As templates and imports write it, e.g. contact.monthly_revenue.'),
    dataType: vocabulary.nullable().describe('As the CRM calls it: TEXT, NUMERICAL, DATE ….'),
  }),
});
