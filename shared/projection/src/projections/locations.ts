import {
  CUSTOM_FIELD,
  type CustomFieldSlot,
  INSTALLATION,
  type InstallationSlot,
  PROFILE,
  type ProfileSlot,
  locations as readModel,
} from '@fundlens/read-models/locations/locations';
import { type ProjectedEvent, type Projection, slotChange, versionOf } from './projection.ts';

export const locations: Projection = {
  readModel,
  on: {
    LocationChanged: (event) => [
      slotChange(
        event,
        { documentId: { kind: 'location', locationId: event.meta.locationId }, slot: PROFILE },
        (profile): ProfileSlot => {
          const { name, timezone, email, phone, address, address1, city, state, postalCode, country } = profile;
          return { name, timezone, email, phone, address, address1, city, state, postalCode, country };
        },
      ),
    ],
    CustomFieldChanged: (event) => [
      slotChange(
        event,
        {
          documentId: { kind: 'location', locationId: event.meta.locationId },
          slot: `${CUSTOM_FIELD}:${event.fieldId}`,
        },
        ({ name, key, dataType }): CustomFieldSlot => ({ name, key, dataType }),
      ),
    ],
    InstallationChanged: (event) => [
      {
        documentId: { kind: 'location', locationId: event.meta.locationId },
        slot: `${INSTALLATION}:${event.companyId}`,
        version: versionOf(event),
        value: installationSlot(event),
      },
    ],
  },
};

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
