import {
  CUSTOM_FIELD,
  customFieldState,
  INSTALLATION,
  type InstallationSlot,
  PROFILE,
  profileState,
  locations as readModel,
} from '@fundlens/read-models/locations/locations';
import type { DocumentId } from '@fundlens/read-models/document';
import { type ProjectedEvent, type Projection, slotChange, versionOf } from './projection.ts';

export const locations: Projection = {
  readModel,
  on: {
    LocationChanged: (event) => slotChange(event, ofLocation(event), PROFILE, profileState.of),
    CustomFieldChanged: (event) =>
      slotChange(event, ofLocation(event), `${CUSTOM_FIELD}:${event.fieldId}`, customFieldState.of),
    InstallationChanged(event) {
      const slot = `${INSTALLATION}:${event.companyId}`;
      return [{ documentId: ofLocation(event), slot, version: versionOf(event), value: installationSlot(event) }];
    },
  },
};

function ofLocation({ meta }: { readonly meta: { readonly locationId: string } }): DocumentId {
  return { kind: 'location', locationId: meta.locationId };
}

/**
 * A deleted installation that still says when it was made counts as an uninstalled one: what took the location from an
 * earlier owner must not give it back by being cleaned away. One without `installedAt` counts as never made.
 */
function installationSlot({
  meta,
  state,
  installedAt,
}: ProjectedEvent<'InstallationChanged'>): InstallationSlot | null {
  if (installedAt === null) return null;
  if (meta.deleted) return { state: 'uninstalled', installedAt };
  return state === null ? null : { state, installedAt };
}
