import { eventState, type SlotOf } from '@fundlens/contracts/event-state';
import type { ReadModelDefinition } from '../definition.ts';
import { shown } from '../shown.ts';
import type { SlotKind } from '../slot.ts';
import { slotView } from '../views.ts';

export const credentialState = eventState('CredentialChanged', 'credentialId');
type CredentialState = SlotOf<typeof credentialState>;
type Needed = 'tokenHash' | 'kind' | 'reach';
export type CredentialSlot = Omit<CredentialState, Needed> & {
  readonly [Name in Needed]: NonNullable<CredentialState[Name]>;
};
export const CREDENTIAL: SlotKind<CredentialSlot> = 'credential';

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
const credentialView = slotView({
  name: 'credential',
  slot: CREDENTIAL,
  ...shown(credentialState, 'credentialId', { hidden: ['tokenHash'] }),
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
