import { eventState, type SlotOf } from '@fundlens/contracts/event-state';
import type { EventOf } from '@fundlens/contracts/event-types';
import { z } from 'zod';
import { address, objectText } from '../bodies.ts';
import { ZONE_CHANGED } from '../dashboards/dashboard-measures.ts';
import { DIRTY_KEY, type IndexedFields, type ReadModelDefinition } from '../definition.ts';
import { shown } from '../shown.ts';
import { childSlots, type SlotKind, type Slots, slotValue } from '../slot.ts';
import { stateView } from '../views.ts';

export const profileState = eventState('LocationChanged');
export type ProfileSlot = SlotOf<typeof profileState>;
export const PROFILE: SlotKind<ProfileSlot> = 'profile';

export type InstallationSlot = {
  readonly state: NonNullable<EventOf<'InstallationChanged'>['state']>;
  readonly installedAt: number;
};
/** One per company, named `installation:<companyId>`. */
export const INSTALLATION: SlotKind<InstallationSlot> = 'installation';

export const customFieldState = eventState('CustomFieldChanged', 'fieldId');
export type CustomFieldSlot = SlotOf<typeof customFieldState>;
/** One per field that the location defines, named `custom-field:<fieldId>`. */
export const CUSTOM_FIELD: SlotKind<CustomFieldSlot> = 'custom-field';

export type LocationFields = {
  /** The company that may read it now; null while none may. */
  readonly companyId: string | null;
  /** That of its dashboard; null where the profile states none. */
  readonly timeZone: string | null;
};

export const locationBody = z
  .strictObject({
    locationId: z.string().describe('Pass it as `locationId` elsewhere.'),
    name: z.string().nullable(),
    companyId: z.string().describe('The company that has the location installed.'),
    timeZone: z
      .string()
      .nullable()
      .describe('IANA name, e.g. `America/Chicago`; days of the dashboard are days there.'),
    timezone: z.string().nullable().meta({ deprecated: true, description: 'Use `timeZone`.' }),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    postalAddress: address
      .nullable()
      .describe('All of it in `line1` where the CRM has the address as one text only. Null without any.'),
    address: z.string().nullable().meta({
      deprecated: true,
      description: 'One line of text. Use `postalAddress`, which has the members of any address.',
    }),
  })
  .meta({ id: 'Location', description: 'A CRM account.' });

/** /locations, and every check of a location. */
const locationView = stateView({
  name: 'location',
  reads: [PROFILE, INSTALLATION],
  state: readableBy,
  body: locationBody,
  fields: { names: ['listKey'], of: (_, locationId) => ({ listKey: locationId }) },
  // A change of the zone, marked by a day of its own, makes all days of the dashboard outdated.
  outdates: (_, before, after) => (timeZoneOf(before) === timeZoneOf(after) ? [] : [ZONE_CHANGED]),
  text(companyId, locationId, { slots }) {
    const profile = slotValue(slots, PROFILE);
    return JSON.stringify({
      locationId,
      name: profile?.name ?? null,
      companyId,
      timeZone: profile?.timezone ?? null,
      timezone: profile?.timezone ?? null,
      email: profile?.email ?? null,
      phone: profile?.phone ?? null,
      postalAddress: profile === null ? null : postalAddressOf(profile),
      address: profile?.address ?? null,
    });
  },
});

function postalAddressOf(profile: ProfileSlot): z.infer<typeof address> | null {
  const { address: text, address1: line1, city, state, postalCode, country } = profile;
  const parts = { line1, city, state, postalCode, country };
  if (Object.values(parts).some((part) => part !== null)) return parts;
  return text === null ? null : { ...parts, line1: text };
}

const customField = shown(customFieldState, 'fieldId', {
  meaning: { fieldId: 'The `id` of `customFields` in a contact.' },
  meta: { id: 'CustomField', description: 'A custom field that the location defines for its contacts.' },
});

export const customFieldsBody = z.strictObject({
  customFields: z.array(customField.body).describe('All of them, in the order of ids.'),
});

/** /custom-fields. A location that defines none shows nothing. */
export const customFieldsView = stateView({
  name: 'customFields',
  reads: [CUSTOM_FIELD],
  state: (slots) => childSlots(slots, CUSTOM_FIELD).sort((a, b) => (a.id < b.id ? -1 : 1)),
  body: customFieldsBody,
  text: (fields) => objectText({ customFields: customField.list(fields) }),
});

/** Of every document, also of one that holds nothing but custom fields yet. */
const locationFields: IndexedFields = {
  names: ['companyId', 'timeZone'],
  of: ({ slots }) => ({ companyId: readableBy(slots), timeZone: timeZoneOf(slots) }) satisfies LocationFields,
};

/**
 * One document per location: its profile, one slot per company that ever installed it, which decide its owner, and one per
 * custom field that it defines.
 *
 * Fields: `companyId` (the owner, or null), `listKey` (locationId, only while a company owns it), `timeZone` (that of its
 * dashboard). The listing of an agency is a range of listKey under its companyId.
 */
export const locations: ReadModelDefinition = {
  name: 'locations',
  // 3: a window's sums are of another layout, so all are counted anew.
  viewsVersion: 3,
  streams: ['crm', 'access'],
  views: [locationView, customFieldsView],
  fields: locationFields,
  indexes: [{ key: { companyId: 1, listKey: 1 }, name: 'by_company' }, DIRTY_KEY],
};

/** The zone that a location's profile names; null when it names none or is not known yet. */
export function timeZoneOf(slots: Slots): string | null {
  return slotValue(slots, PROFILE)?.timezone ?? null;
}

/** A location that the CRM deleted is closed to all companies; one whose profile has not arrived yet is not. */
function readableBy(slots: Slots): string | null {
  return slots.get(PROFILE)?.value === null ? null : ownerOf(slots);
}

/**
 * The company that installed the location last, over all states, and only while it still has it installed. So an
 * uninstall, however late, never gives the location back to an earlier owner. Of two that installed it at the same instant
 * neither is the last: none may read it.
 */
function ownerOf(slots: Slots): string | null {
  const [last, other] = childSlots(slots, INSTALLATION).sort((a, b) => b.value.installedAt - a.value.installedAt);
  const isTied = last?.value.installedAt === other?.value.installedAt;
  return last?.value.state === 'installed' && !isTied ? last.id : null;
}
