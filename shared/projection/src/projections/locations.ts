import type { EventOf } from '@fundlens/contracts/event-types';
import { type LocationFields, locations as readModel } from '@fundlens/read-models/definitions';
import type { Slots } from '@fundlens/read-models/slot';
import { jsonBytes } from '@fundlens/read-models/json-body';
import { childSlots, type Projection, slotChange, slotValue, versionOf } from './projection.ts';

type ProfileSlot = {
  readonly name: string | null;
  readonly timezone: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: string | null;
};

type InstallationSlot = {
  readonly state: Exclude<EventOf<'InstallationChanged'>['state'], null>;
  readonly installedAt: number;
};

const PROFILE = 'profile';
const INSTALLATION = 'installation';
const NOBODY: LocationFields = { companyId: null };

/** One document per location: its profile, and one slot per company that ever installed it, which decide its owner. */
export const locations: Projection = {
  readModel,
  on: {
    LocationChanged: (event) => [
      slotChange(
        event,
        { documentId: { kind: 'location', locationId: event.meta.locationId }, slot: PROFILE },
        ({ name, timezone, email, phone, address }): ProfileSlot => ({ name, timezone, email, phone, address }),
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
  render({ id, slots }) {
    const companyId = ownerOf(slots);
    // A location that the CRM deleted is closed to everybody; one whose profile has not arrived yet is not.
    const deleted = slots.get(PROFILE)?.value === null;
    if (companyId === null || deleted || id.kind !== 'location') return { fields: NOBODY, body: null };
    const profile = slotValue<ProfileSlot>(slots, PROFILE);
    const body = jsonBytes({
      locationId: id.locationId,
      name: profile?.name ?? null,
      companyId,
      timezone: profile?.timezone ?? null,
      email: profile?.email ?? null,
      phone: profile?.phone ?? null,
      address: profile?.address ?? null,
    });
    return { fields: { companyId, listKey: id.locationId }, body };
  },
};

/**
 * A deleted installation that still says when it was made counts as an uninstalled one: what took the location from an
 * earlier owner must not give it back by being cleaned away. One that says nothing is as if it had never been.
 */
function installationSlot({ meta, state, installedAt }: EventOf<'InstallationChanged'>): InstallationSlot | null {
  if (installedAt === null) return null;
  if (meta.deleted) return { state: 'uninstalled', installedAt };
  return state === null ? null : { state, installedAt };
}

/**
 * Who may read the location now: the company that installed it last, over all states, and only while it still has it
 * installed. So an uninstall, however late, never gives the location back to an earlier owner. Of two that installed
 * it at the same instant nobody knows which was last: nobody may.
 */
function ownerOf(slots: Slots): string | null {
  let last: { id: string; value: InstallationSlot } | null = null;
  let tied = false;
  for (const installation of childSlots<InstallationSlot>(slots, INSTALLATION)) {
    const later = last === null ? 1 : installation.value.installedAt - last.value.installedAt;
    if (later > 0) last = installation;
    if (later >= 0) tied = later === 0;
  }
  return last === null || tied || last.value.state !== 'installed' ? null : last.id;
}
