import { CREDENTIAL, credentialState, credentials as readModel } from '@fundlens/read-models/credentials/credentials';
import { type Projection, slotChange } from './projection.ts';

export const credentials: Projection = {
  readModel,
  on: {
    CredentialChanged(event) {
      const documentId = { kind: 'credential', credentialId: event.credentialId } as const;
      const { tokenHash, kind, reach } = event;
      // A credential that lacks what authentication needs opens nothing: it is treated like a deleted one.
      const isComplete = tokenHash !== null && kind !== null && reach !== null;
      return slotChange(event, { documentId, slot: CREDENTIAL }, () => (isComplete ? credentialState.of(event) : null));
    },
  },
};
