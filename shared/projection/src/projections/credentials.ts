import type { EventOf } from '@fundlens/contracts/event-types';
import { type CredentialFields, credentials as readModel } from '@fundlens/read-models/definitions';
import { isoInstant, jsonBytes } from '@fundlens/read-models/json-body';
import { type Projection, slotChange, slotValue } from './projection.ts';

type Credential = EventOf<'CredentialChanged'>;

type CredentialSlot = {
  readonly tokenHash: string;
  readonly kind: CredentialFields['kind'];
  readonly reach: CredentialFields['reach'];
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

const SLOT = 'credential';

/** One document per credential. The token's hash is an index field and never part of the body. */
export const credentials: Projection = {
  readModel,
  on: {
    CredentialChanged: (event) => [
      slotChange(
        event,
        { documentId: { kind: 'credential', credentialId: event.credentialId }, slot: SLOT },
        credentialSlot,
      ),
    ],
  },
  render({ id, slots }) {
    const credential = slotValue<CredentialSlot>(slots, SLOT);
    if (credential === null || id.kind !== 'credential') return { fields: {}, body: null };
    const { kind, reach, companyId, locationId, permissions, expiresAt, revokedAt, createdAt, hint } = credential;
    const { tokenHash, windowLimit, dailyCap } = credential;
    const fields: CredentialFields = {
      tokenHash,
      kind,
      reach,
      companyId,
      pinnedLocationId: locationId,
      permissions,
      expiresAt,
      revokedAt,
      windowLimit,
      dailyCap,
      hint,
    };
    const body = jsonBytes({
      credentialId: id.credentialId,
      kind,
      reach,
      companyId,
      locationId,
      permissions,
      createdAt: isoInstant(createdAt),
      expiresAt: isoInstant(expiresAt),
      revokedAt: isoInstant(revokedAt),
      hint,
      windowLimit,
      dailyCap,
    });
    return { fields, body };
  },
};

/** A credential that lacks what authentication needs opens nothing: it is treated like a deleted one. */
function credentialSlot(event: Credential): CredentialSlot | null {
  const { tokenHash, kind, reach, companyId, locationId, permissions } = event;
  if (tokenHash === null || kind === null || reach === null) return null;
  const { expiresAt, revokedAt, createdAt, hint, windowLimit, dailyCap } = event;
  return {
    tokenHash,
    kind,
    reach,
    companyId,
    locationId,
    permissions,
    expiresAt,
    revokedAt,
    createdAt,
    hint,
    windowLimit,
    dailyCap,
  };
}
