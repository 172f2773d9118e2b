import { z } from 'zod';
import { crossFieldRules, type EventDefinition, entityKey } from '../../event-definition.ts';
import { id, instant, listOf, locationId, quota, rules, tokenHash, tokenHint, vocabulary } from '../../field-rules.ts';
import { eitherMeta } from '../../meta.ts';
import avro from './credential-changed.avsc.json' with { type: 'json' };

export const credentialKinds = ['api_key', 'oauth_token'] as const;
export const credentialReaches = ['location', 'agency'] as const;

const schema = z
  .strictObject({
    meta: eitherMeta,
    credentialId: id,
    /** Lower-case hexadecimal SHA-256 of the whole token; the token itself never travels. */
    tokenHash: tokenHash.nullable(),
    kind: z.enum(credentialKinds).nullable(),
    reach: z.enum(credentialReaches).nullable(),
    companyId: id.nullable(),
    locationId: locationId.nullable(),
    permissions: listOf(vocabulary),
    /** May lie in the future. */
    expiresAt: instant.nullable(),
    revokedAt: instant.nullable(),
    createdAt: instant.nullable(),
    hint: tokenHint.nullable(),
    /** Requests per window; null: the default. */
    windowLimit: quota.min(1).nullable(),
    /** Requests per UTC day of this credential alone; null: none of its own. */
    dailyCap: quota.nullable(),
  })
  .superRefine(crossFieldRules({ required: ['tokenHash', 'kind', 'reach'], instants: ['revokedAt', 'createdAt'] }))
  .superRefine(scopeRules);

/** An API credential. A location credential names its location in `meta` too; an agency credential has none there. */
export type CredentialChanged = z.infer<typeof schema>;

/**
 * The scope of the key must be known whatever else is: the location of a location credential, else the company.
 * Where the reach is given it decides; only a deleted credential may leave it out.
 */
function scopeRules(
  event: {
    meta: { locationId: string | null };
    reach: (typeof credentialReaches)[number] | null;
    companyId: string | null;
    locationId: string | null;
  },
  context: z.RefinementCtx,
): void {
  const refuse = (message: string, ...path: string[]) =>
    context.addIssue({ code: 'custom', message, path, input: undefined });
  const { meta, reach, companyId, locationId } = event;
  if (reach === 'agency' || (reach === null && meta.locationId === null)) {
    if (companyId === null) refuse(rules.companyScope, 'companyId');
    if (meta.locationId !== null) refuse(rules.noLocationScope, 'meta', 'locationId');
    if (locationId !== null) refuse(rules.noLocationScope, 'locationId');
  }
  if (reach === 'location') {
    if (locationId === null) refuse(rules.locationScope, 'locationId');
    if (meta.locationId === null) refuse(rules.locationScope, 'meta', 'locationId');
  }
}

export const credentialChanged: EventDefinition<'CredentialChanged', CredentialChanged> = {
  type: 'CredentialChanged',
  stream: 'access',
  fullName: 'fundlens.access.CredentialChanged',
  avro,
  schema,
  entityOf: ({ meta, companyId, credentialId }) => ({
    entity: 'credential',
    scope: meta.locationId ?? companyId ?? '',
    ids: [credentialId],
  }),
  keyOf: (event) => entityKey(credentialChanged.entityOf(event)),
  redaction: {
    identityPaths: ['meta.locationId', 'meta.companyId', 'credentialId', 'companyId', 'locationId'],
    opaquePaths: ['meta.eventId', 'tokenHash', 'kind', 'reach', 'hint'],
    jsonBytesPaths: [],
    jsonTextPaths: [],
    droppedPaths: [],
  },
};
