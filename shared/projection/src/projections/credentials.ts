import {
  CREDENTIAL,
  type CredentialSlot,
  credentials as readModel,
} from '@fundlens/read-models/credentials/credentials';
import { type ProjectedEvent, type Projection, slotChange } from './projection.ts';

export const credentials: Projection = {
  readModel,
  on: {
    CredentialChanged: (event) => [
      slotChange(
        event,
        { documentId: { kind: 'credential', credentialId: event.credentialId }, slot: CREDENTIAL },
        credentialSlot,
      ),
    ],
  },
};

/** A credential that lacks what authentication needs opens nothing: it is treated like a deleted one. */
function credentialSlot(event: ProjectedEvent<'CredentialChanged'>): CredentialSlot | null {
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
