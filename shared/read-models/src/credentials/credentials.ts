import { z } from 'zod';
import { count, instant } from '../body-values.ts';
import type { ReadModelDefinition, View } from '../definition.ts';
import { isoInstant, jsonText } from '../json-text.ts';
import { slotValue } from '../slot.ts';

export const CREDENTIAL = 'credential';

const KINDS = ['api_key', 'oauth_token'] as const;
const REACHES = ['location', 'agency'] as const;

export type CredentialSlot = {
  readonly tokenHash: string;
  readonly kind: (typeof KINDS)[number];
  readonly reach: (typeof REACHES)[number];
  readonly companyId: string | null;
  readonly locationId: string | null;
  readonly permissions: readonly string[];
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly createdAt: number | null;
  readonly hint: string | null;
  readonly windowLimit: number | null;
  readonly dailyCap: number | null;
};

/** What the query service needs of a credential document, beside `_id`. Instants in epoch milliseconds. */
export type CredentialFields = {
  readonly tokenHash: string;
  readonly kind: 'api_key' | 'oauth_token';
  readonly reach: 'location' | 'agency';
  readonly companyId: string | null;
  readonly pinnedLocationId: string | null;
  readonly permissions: readonly string[];
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly windowLimit: number | null;
  readonly dailyCap: number | null;
  readonly hint: string | null;
};

const FIELD_NAMES: readonly (keyof CredentialFields)[] = [
  'tokenHash',
  'kind',
  'reach',
  'companyId',
  'pinnedLocationId',
  'permissions',
  'expiresAt',
  'revokedAt',
  'windowLimit',
  'dailyCap',
  'hint',
];

/** The token's hash is an index field and never part of the body. */
const credentialBody = z.strictObject({
  credentialId: z.string(),
  kind: z.enum(KINDS),
  reach: z.enum(REACHES),
  companyId: z.string().nullable(),
  locationId: z.string().nullable(),
  permissions: z.array(z.string()),
  createdAt: instant().nullable(),
  expiresAt: instant().nullable(),
  revokedAt: instant().nullable(),
  hint: z.string().nullable(),
  windowLimit: count().nullable(),
  dailyCap: count().nullable(),
});

const credentialView: View<z.infer<typeof credentialBody>> = {
  name: 'credential',
  reads: [CREDENTIAL],
  body: credentialBody,
  index: {
    names: FIELD_NAMES,
    of({ slots }) {
      const credential = slotValue<CredentialSlot>(slots, CREDENTIAL);
      if (credential === null) return {};
      const { locationId: pinnedLocationId, createdAt: _, ...others } = credential;
      const fields: CredentialFields = { ...others, pinnedLocationId };
      return fields;
    },
  },
  render({ id, slots }) {
    const credential = slotValue<CredentialSlot>(slots, CREDENTIAL);
    if (credential === null || id.kind !== 'credential') return null;
    const { kind, reach, companyId, locationId, permissions, expiresAt, revokedAt, createdAt, hint } = credential;
    return jsonText({
      credentialId: id.credentialId,
      kind,
      reach,
      companyId,
      locationId,
      permissions: [...permissions],
      createdAt: isoInstant(createdAt),
      expiresAt: isoInstant(expiresAt),
      revokedAt: isoInstant(revokedAt),
      hint,
      windowLimit: credential.windowLimit,
      dailyCap: credential.dailyCap,
    });
  },
};

/**
 * One document per credential, found by the hash of its token. Fields: see CredentialFields; none when it is deleted.
 * The hash is deliberately not unique: the same hash on two credentials refuses both.
 */
export const credentials: ReadModelDefinition = {
  name: 'credentials',
  viewsVersion: 1,
  streams: ['access'],
  views: [credentialView],
  indexes: [{ key: { tokenHash: 1 }, name: 'by_token_hash' }],
};
