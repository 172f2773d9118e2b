import { z } from 'zod';
import { defineEvent } from '../definition/event-definition.ts';
import { line, prose, timeZone } from '../definition/field-rules.ts';
import { locationMeta } from '../definition/meta.ts';

export const locationChanged = defineEvent({
  type: 'LocationChanged',
  stream: 'crm',
  key: ['location', 'locationId'],
  doc: 'Full state of a CRM location (meta.locationId).',
  remarks:
    'With `deleted` it closes the location to every company and credential, although an installation still says `installed`; a higher version without `deleted` opens it again.',
  fields: z.strictObject({
    meta: locationMeta,
    name: line.nullable(),
    timezone: timeZone.nullable(),
    email: line.nullable(),
    phone: line.nullable(),
    address: prose.nullable().describe('The address as one text.'),
    address1: line.nullable().describe('The address in parts, beside or instead of `address`.'),
    city: line.nullable(),
    state: line.nullable(),
    postalCode: line.nullable(),
    country: line.nullable(),
  }),
});
