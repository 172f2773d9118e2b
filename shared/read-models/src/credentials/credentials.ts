import { eventState, type SlotOf } from '@fundlens/contracts/event-state';
import type { z } from 'zod';
import type { ReadModelDefinition } from '../definition.ts';
import { shown } from '../shown.ts';
import { slotView } from '../views.ts';

export const CREDENTIAL = 'credential';

export const credentialState = eventState('CredentialChanged', 'credentialId');
type CredentialState = SlotOf<typeof credentialState>;
type Needed = 'tokenHash' | 'kind' | 'reach';
export type CredentialSlot = Omit<CredentialState, Needed> & {
  readonly [Name in Needed]: NonNullable<CredentialState[Name]>;
};

/** What the query service needs of a credential document, beside `_id`. Instants in epoch milliseconds. */
export type CredentialFields = Omit<CredentialSlot, 'locationId' | 'createdAt'> & {
  readonly pinnedLocationId: string | null;
};

/** `locationId` is the tenant field of documents that belong to a location. */
function fieldsOf({ locationId: pinnedLocationId, createdAt: _, ...others }: CredentialSlot): CredentialFields {
  return { ...others, pinnedLocationId };
}

const FIELD_NAMES = Object.keys(fieldsOf(credentialState.fields as never));

/** The token's hash is an index field and never part of the body. */
const shownCredential = shown(credentialState, 'credentialId', { hidden: ['tokenHash'] });

const credentialView = slotView<CredentialSlot, z.infer<typeof shownCredential.body>>({
  name: 'credential',
  slot: CREDENTIAL,
  ...shownCredential,
  fields: { names: FIELD_NAMES, of: fieldsOf },
});

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
