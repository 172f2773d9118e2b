import { z } from 'zod';
import { eventId, id, instant, locationId, rules, version, vocabulary } from './field-rules.ts';

const common = {
  eventId,
  occurredAt: instant,
  /** Raised when an upstream resets its versions: a higher epoch outranks every version of a lower one. */
  epoch: z.int32().min(0),
  version,
  companyId: id.nullable(),
  source: vocabulary.min(1),
  deleted: z.boolean(),
};

/** Of entities that belong to a location: all but companies and agency credentials. */
export const locationMeta = z.strictObject({ ...common, locationId });

/** Of entities that belong to a company as a whole. */
export const companyMeta = z.strictObject({ ...common, locationId: z.null({ error: rules.noLocationScope }) });

/** Of credentials, which belong to the one or to the other, by their reach. */
export const eitherMeta = z.strictObject({ ...common, locationId: locationId.nullable() });

/**
 * What every event says about itself. `occurredAt` is in milliseconds; `locationId` is null only where the entity
 * belongs to a company and not to a location (CompanyChanged, CredentialChanged of agency reach).
 */
export type EventMeta = z.infer<typeof eitherMeta>;
