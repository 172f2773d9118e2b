import { z } from 'zod';
import { crossFieldRules, type EventDefinition, entityKey } from '../../event-definition.ts';
import { line, prose, timeZone } from '../../field-rules.ts';
import { locationMeta } from '../../meta.ts';
import avro from './location-changed.avsc.json' with { type: 'json' };

const schema = z
  .strictObject({
    meta: locationMeta,
    name: line.nullable(),
    timezone: timeZone.nullable(),
    email: line.nullable(),
    phone: line.nullable(),
    address: prose.nullable(),
  })
  .superRefine(crossFieldRules({}));

/** A CRM location; its identity is `meta.locationId`. */
export type LocationChanged = z.infer<typeof schema>;

export const locationChanged: EventDefinition<'LocationChanged', LocationChanged> = {
  type: 'LocationChanged',
  stream: 'crm',
  fullName: 'fundlens.crm.LocationChanged',
  avro,
  schema,
  entityOf: ({ meta }) => ({ entity: 'location', scope: meta.locationId, ids: [meta.locationId] }),
  keyOf: (event) => entityKey(locationChanged.entityOf(event)),
  redaction: {
    identityPaths: ['meta.locationId', 'meta.companyId'],
    opaquePaths: ['meta.eventId', 'timezone'],
    jsonBytesPaths: [],
    jsonTextPaths: [],
    droppedPaths: [],
  },
};
