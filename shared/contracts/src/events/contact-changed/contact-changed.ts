import { z } from 'zod';
import { crossFieldRules, type EventDefinition, entityKey } from '../../event-definition.ts';
import { id, instant, jsonText, line, listOf } from '../../field-rules.ts';
import { locationMeta } from '../../meta.ts';
import avro from './contact-changed.avsc.json' with { type: 'json' };

const customField = z.strictObject({ id, valueJson: jsonText.nullable() });

const schema = z
  .strictObject({
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
    dateOfBirth: line.nullable(),
    ssn: line.nullable(),
    source: line.nullable(),
    tags: listOf(line),
    assignedTo: line.nullable(),
    dnd: z.boolean().nullable(),
    customFields: listOf(customField),
    createdAt: instant.nullable(),
    updatedAt: instant.nullable(),
  })
  .superRefine(crossFieldRules({ instants: ['createdAt', 'updatedAt'] }));

/** A CRM contact. `dateOfBirth` and `ssn` are accepted, because upstreams send them, and dropped by the redactor. */
export type ContactChanged = z.infer<typeof schema>;

export const contactChanged: EventDefinition<'ContactChanged', ContactChanged> = {
  type: 'ContactChanged',
  stream: 'crm',
  fullName: 'fundlens.crm.ContactChanged',
  avro,
  schema,
  entityOf: ({ meta, contactId }) => ({ entity: 'contact', scope: meta.locationId, ids: [contactId] }),
  keyOf: (event) => entityKey(contactChanged.entityOf(event)),
  redaction: {
    identityPaths: ['meta.locationId', 'meta.companyId', 'contactId', 'customFields[].id'],
    opaquePaths: ['meta.eventId'],
    jsonBytesPaths: [],
    jsonTextPaths: ['customFields[].valueJson'],
    droppedPaths: ['dateOfBirth', 'ssn'],
  },
};
