import { ZONE_CHANGED } from '@fundlens/read-models/dashboards/dashboard-measures';
import { outdatingView } from '@fundlens/read-models/definition';
import { locations as readModel } from '@fundlens/read-models/locations/locations';
import { NO_SLOTS } from '@fundlens/read-models/slot';
import { deletionOf } from '@fundlens/testing/deletions';
import { customFieldChanged, installationChanged, locationChanged } from '@fundlens/testing/event-builders';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import { expect, test } from 'vitest';
import { referenceFold } from '../fold/testing/reference-fold.ts';
import { given } from '../testing/given.ts';
import { locations } from './projections.ts';

const ownerAfter = (...events: readonly Typed[]) => given(locations, ...events)['loc-1']?.fields.companyId;
const install = (companyId: string, installedAt: number) => installationChanged({ companyId, installedAt });
const uninstall = (companyId: string, installedAt: number) =>
  installationChanged({ companyId, installedAt, state: 'uninstalled', meta: { version: 2 } });

test('a location whose profile has not arrived yet is listed with nulls', () => {
  const shown = given(locations, install('company-1', 1))['loc-1'];
  expect(shown?.fields).toEqual({ companyId: 'company-1', listKey: 'loc-1', timeZone: null });
  expect(shown?.views.location).toMatchObject({ locationId: 'loc-1', name: null, timeZone: null, postalAddress: null });
});

test('an address in parts is shown in parts, whatever stands beside it as text', () => {
  const parts = { address1: '1 Main Street', city: 'Springfield', state: null, postalCode: '62701', country: null };
  const addressAfter = (fields: Partial<typeof parts> & { address?: string | null }) =>
    given(locations, locationChanged(fields), install('company-1', 1))['loc-1']?.views.location;
  const { address1: line1, ...others } = parts;
  expect(addressAfter(parts)).toMatchObject({
    postalAddress: { line1, ...others },
    address: '1 Main Street, Springfield',
  });
  const cityAlone = { line1: null, city: 'Springfield', state: null, postalCode: null, country: null };
  expect(addressAfter({ city: 'Springfield', address: null })).toMatchObject({
    postalAddress: cityAlone,
    address: null,
  });
  expect(addressAfter({ address: null })).toMatchObject({ postalAddress: null, address: null });
});

const NOT_LISTED = { views: {}, texts: {} };

test('a location that no company has installed has no owner and is not listed', () => {
  expect(given(locations, locationChanged())['loc-1']).toEqual({
    fields: { companyId: null, timeZone: 'America/Chicago' },
    ...NOT_LISTED,
  });
});

const [first, second, tied] = [install('company-1', 1), install('company-2', 2), install('company-2', 1)];
const out = installationChanged({ installedAt: 1, state: 'transferred_out', meta: { version: 2 } });
/** Deletes the second installation and says when it was made. */
const deletedAt2 = installationChanged({ ...second.event, meta: { version: 2, deleted: true } });

test.each<[whose: string, owner: string | null, events: readonly Typed[]]>([
  ['of the company that installed it last', 'company-2', [first, second]],
  ['of that company, whichever event came first', 'company-1', [install('company-1', 2), install('company-2', 1)]],
  ['nobody’s after an uninstall', null, [first, uninstall('company-1', 1)]],
  [
    'of the new owner after a late uninstall by the earlier one',
    'company-2',
    [first, second, uninstall('company-1', 1)],
  ],
  ['not of the earlier owner when the new one uninstalls', null, [first, second, uninstall('company-2', 2)]],
  ['nobody’s when it was transferred out', null, [first, out]],
  ['of the company to which it was transferred', 'company-2', [first, out, install('company-2', 5)]],
  ['nobody’s when two installed at the same instant', null, [first, tied]],
  ['nobody’s then, though one of them uninstalls', null, [tied, first, uninstall('company-1', 1)]],
  ['of the last owner, whatever tie there was before', 'company-3', [first, tied, install('company-3', 2)]],
  ['not given back by a deletion that says when it was installed', null, [first, deletedAt2]],
  [
    'of the earlier owner where a deletion says nothing: as if the later one had never been',
    'company-1',
    [first, second, deletionOf(second)],
  ],
])('a location is %s', (_, owner, events) => {
  expect(ownerAfter(...events)).toBe(owner);
});

test('a location that the CRM deleted is closed to its owner too', () => {
  const profile = locationChanged();
  const shown = given(locations, profile, install('company-1', 1), deletionOf(profile))['loc-1'];
  expect(shown).toEqual({ fields: { companyId: null, timeZone: null }, ...NOT_LISTED });
});

test('a location that the CRM has again after its deletion is open to its owner', () => {
  const profile = locationChanged();
  const back = locationChanged({ meta: { version: 3 } });
  const events = [profile, install('company-1', 1), deletionOf(profile, { version: 2 })];
  expect(ownerAfter(...events)).toBeNull();
  expect(ownerAfter(...events, back)).toBe('company-1');
});

test('a change of the zone makes all days of the location’s dashboard wrong, a change of anything else none', () => {
  const id = { kind: 'location', locationId: 'loc-1' } as const;
  const slotsAfter = (...events: readonly Typed[]) => {
    const documents = referenceFold(
      events.map((event) => assumeRedacted(event)),
      [locations],
    );
    return documents.get('locations/loc-1')?.slots ?? NO_SLOTS;
  };
  const daysBetween = (before: readonly Typed[], after: readonly Typed[]) =>
    outdatingView(readModel)?.outdates(id, slotsAfter(...before), slotsAfter(...after));
  const [profile, moved] = [locationChanged(), locationChanged({ timezone: 'Europe/Berlin' })];

  expect(daysBetween([profile], [moved])).toEqual([ZONE_CHANGED]);
  expect(daysBetween([], [profile])).toEqual([ZONE_CHANGED]);
  expect(daysBetween([profile], [deletionOf(profile)])).toEqual([ZONE_CHANGED]);
  expect(daysBetween([profile], [locationChanged({ name: 'Southside' }), install('company-1', 1)])).toEqual([]);
  expect(daysBetween([], [locationChanged({ timezone: null })])).toEqual([]);
});

const fieldsAfter = (...events: readonly Typed[]) => given(locations, ...events)['loc-1']?.views.customFields;
const fieldOf = (fieldId: string) => customFieldChanged({ fieldId });

test('a deleted custom field is not shown any more, and without any the view is empty', () => {
  const others = fieldsAfter(fieldOf('a'), fieldOf('b'), deletionOf(fieldOf('a')));
  expect(others).toMatchObject({ customFields: [{ fieldId: 'b' }] });
  expect(fieldsAfter(fieldOf('a'), deletionOf(fieldOf('a')))).toBeUndefined();
});

test('a custom field that arrives before its location gives no company access to it', () => {
  expect(given(locations, customFieldChanged())['loc-1']).toMatchObject({
    fields: { companyId: null, timeZone: null },
  });
  expect(ownerAfter(customFieldChanged(), install('company-1', 1))).toBe('company-1');
});
