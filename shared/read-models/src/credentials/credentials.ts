import { eventState, type SlotOf } from '@fundlens/contracts/event-state';
import type { z } from 'zod';
import type { ReadModelDefinition, View } from '../definition.ts';
import { shown } from '../shown.ts';
import { slotValue } from '../slot.ts';

export const CREDENTIAL = 'credential';

export const credentialState = eventState('CredentialChanged', 'credentialId');
type CredentialState = SlotOf<typeof credentialState>;
type Needed = 'tokenHash' | 'kind' | 'reach';
export type CredentialSlot = Omit<CredentialState, Needed> & {
  readonly [Name in Needed]: NonNullable<CredentialState[Name]>;
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
const shownCredential = shown(credentialState, 'credentialId', { hidden: ['tokenHash'] });

const credentialView: View<z.infer<typeof shownCredential.body>> = {
  name: 'credential',
  reads: [CREDENTIAL],
  body: shownCredential.body,
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
    return credential === null || id.kind !== 'credential' ? null : shownCredential.text(credential, id.credentialId);
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
