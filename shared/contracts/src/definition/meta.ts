import { z } from 'zod';
import { eventId, id, instant, locationId, rules, version, vocabulary } from './field-rules.ts';
import { fieldTraits } from './schema-parts.ts';

const metaOf = <LocationId extends z.ZodType>(ofLocation: LocationId) =>
  z.strictObject({
    eventId: eventId.describe('UUID, unique per event.'),
    occurredAt: instant.describe('When the change happened upstream.'),
    /** A higher epoch outranks every version of a lower one. */
    epoch: z
      .int32()
      .min(0)
      .register(fieldTraits, { fallback: 0 })
      .describe('Raised when the upstream resets its versions.'),
    version: version.describe('Grows with every change of this entity; 0 to 2^53 - 1.'),
    locationId: ofLocation,
    companyId: id.nullable().describe('The company that owns the location, where known.'),
    source: vocabulary.min(1).describe('The publishing system.'),
    deleted: z
      .boolean()
      .register(fieldTraits, { fallback: false })
      .describe('True when the entity was deleted; fields other than identities may then be empty.'),
  });

/** Of entities that belong to a location: all but companies and agency credentials. */
export const locationMeta = metaOf(locationId);

/** Of entities that belong to a company as a whole. */
export const companyMeta = metaOf(z.null({ error: rules.noLocationScope }));

/** Of credentials, which belong to the one or to the other, by their reach. It is also `meta` on the wire. */
export const eitherMeta = metaOf(
  locationId.nullable().describe('The CRM location; null only for what belongs to a company as a whole.'),
).register(fieldTraits, {
  record: { name: 'Meta', namespace: 'fundlens', doc: 'What every event says about itself.' },
});

/**
 * What every event says about itself. `occurredAt` is in milliseconds; `locationId` is null only where the entity
 * belongs to a company and not to a location (CompanyChanged, CredentialChanged of agency reach).
 */
export type EventMeta = z.infer<typeof eitherMeta>;
