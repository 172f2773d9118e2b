import { z } from 'zod';
import { defineEvent } from '../definition/event-definition.ts';
import {
  futureInstant,
  id,
  instant,
  listOf,
  locationId,
  quota,
  rules,
  tokenHash,
  tokenHint,
  vocabulary,
} from '../definition/field-rules.ts';
import { eitherMeta } from '../definition/meta.ts';

export const credentialChanged = defineEvent({
  type: 'CredentialChanged',
  stream: 'access',
  key: ['credential', 'credentialId'],
  doc: 'Full state of an API credential; the token itself never travels.',
  required: ['tokenHash', 'kind', 'reach'],
  /**
   * The scope of the key must be known whatever else is: the location of a location credential, else the company.
   * Where the reach is given it decides; only a deleted credential may leave it out.
   */
  rules({ meta, reach, companyId, locationId: location }, context) {
    const refuse = (message: string, ...path: string[]) =>
      context.addIssue({ code: 'custom', message, path, input: undefined });
    if (reach === 'agency' || (reach === null && meta.locationId === null)) {
      if (companyId === null) refuse(rules.companyScope, 'companyId');
      if (meta.locationId !== null) refuse(rules.noLocationScope, 'meta', 'locationId');
      if (location !== null) refuse(rules.noLocationScope, 'locationId');
    }
    if (reach === 'location') {
      if (location === null) refuse(rules.locationScope, 'locationId');
      if (meta.locationId === null) refuse(rules.locationScope, 'meta', 'locationId');
    }
  },
  fields: z.strictObject({
    meta: eitherMeta,
    credentialId: id,
    tokenHash: tokenHash
      .nullable()
      .describe('Hexadecimal SHA-256 of the whole token; never changes for a credentialId.'),
    kind: z.enum(['api_key', 'oauth_token']).nullable(),
    reach: z.enum(['location', 'agency']).nullable(),
    companyId: id.nullable(),
    locationId: locationId.nullable(),
    permissions: listOf(vocabulary),
    expiresAt: futureInstant.nullable(),
    revokedAt: instant.nullable(),
    createdAt: instant.nullable().describe('Never changes.'),
    hint: tokenHint.nullable().describe('Last four characters of the token.'),
    windowLimit: quota.min(1).nullable().describe('Requests per window; null: the default.'),
    dailyCap: quota.nullable().describe('Requests per UTC day; null: none of its own.'),
  }),
});
