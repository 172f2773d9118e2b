import { newestFirst } from '@fundlens/read-models/list-key';
import { deletionOf } from '@fundlens/testing/deletions';
import { contactChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import { expect, test } from 'vitest';
import { contacts } from './contacts.ts';
import { given } from './testing/given.ts';

const KEY = 'loc-1:contact-1';

test('a contact shows everything but birth date and number', () => {
  const contact = contactChanged({ dateOfBirth: '1980-01-01', ssn: 'kept by nobody' });
  const shown = given(contacts, contact)[KEY];

  expect(shown?.body).toEqual({
    contactId: 'contact-1',
    firstName: 'Maria',
    lastName: 'Lopez',
    name: 'Maria Lopez',
    companyName: 'Lopez Bakery',
    email: 'maria@lopez.example',
    phone: '+1 312 555 0142',
    address: { line1: '2 Oak Avenue', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' },
    source: 'web form',
    tags: ['lead', 'bakery'],
    assignedTo: 'user-7',
    dnd: false,
    customFields: [{ id: 'field-1', value: 'monthly' }],
    createdAt: '2026-02-19T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:00.000Z',
  });
  expect(shown?.text).not.toContain('1980');
});

test('a contact is listed by creation and found by e-mail, phone, words of its names, and tag', () => {
  const createdAt = USUAL_INSTANT;
  const contact = contactChanged({
    createdAt,
    firstName: 'Al',
    lastName: 'Poe',
    companyName: 'Inc',
    email: ' Mia@Lopez.Example',
    tags: ['lead', 'vip', 'lead'],
  });
  expect(given(contacts, contact)[KEY]?.fields).toEqual({
    listKey: newestFirst(createdAt, 'contact-1'),
    terms: [
      ...['e:mia@lopez.example', 'p:13125550142', 'p:3125550142'],
      ...['w:po', 'w:poe', 'w:al', 'w:in', 'w:inc', 'w:mi', 'w:mia'],
    ],
    tags: ['lead', 'vip'],
  });
});

test('a name that is written without a blank is found as a whole, and by its parts', () => {
  const { fields } = given(contacts, contactChanged({ lastName: '李', firstName: '小龙' }))[KEY] ?? {};
  expect(fields?.terms).toEqual(expect.arrayContaining(['w:李', 'w:李小龙', 'w:小龙']));
});

test('a contact with the longest names of the contract has a bounded number of terms and is found by its last name', () => {
  const names = Array.from({ length: 4 }, (_, n) => `${n}amé-`.repeat(80).slice(0, 320));
  const [lastName = '', firstName = '', companyName = '', email = ''] = names;
  const shown = given(contacts, contactChanged({ lastName, firstName, companyName, email }))[KEY];
  const terms = (shown?.fields.terms ?? []) as string[];
  expect(terms).toContain('w:0ame');
  expect(terms.length).toBeLessThanOrEqual(260);
});

test('fields that the upstream left out are nulls, and such a contact is listed last', () => {
  const bare = contactChanged({ ...deletionOf(contactChanged()).event, meta: { deleted: false } });
  const shown = given(contacts, bare)[KEY];
  expect(shown?.fields).toEqual({ listKey: newestFirst(null, 'contact-1'), terms: [], tags: [] });
  expect(shown?.body).toMatchObject({ name: null, email: null, dnd: false, customFields: [], createdAt: null });
});

test('the values of custom fields keep the spelling of their numbers', () => {
  const contact = contactChanged({
    customFields: [
      { id: 'rate', valueJson: '1.10' },
      { id: 'big', valueJson: ' [12345678901234567890, 1E400]' },
      { id: 'none', valueJson: null },
    ],
  });
  expect(given(contacts, contact)[KEY]?.text).toContain(
    '"customFields":[{"id":"rate","value":1.10},{"id":"big","value": [12345678901234567890, 1E400]},{"id":"none","value":null}]',
  );
});

test('a custom field that is no JSON is refused before it can break a page', () => {
  const contact = contactChanged({ customFields: [{ id: 'a', valueJson: '1},{"x":2' }] });
  expect(() => given(contacts, contact)).toThrow(expect.objectContaining({ code: 'custom_field_not_json' }));
});

test('a contact too large for a list is refused, whatever else has arrived', () => {
  const contact = contactChanged({ customFields: [{ id: 'a', valueJson: JSON.stringify('x'.repeat(65_536)) }] });
  const later = contactChanged({ meta: { version: 2 } });
  const refused = expect.objectContaining({ kind: 'invalid', code: 'document_too_large' });
  expect(() => given(contacts, contact)).toThrow(refused);
  expect(() => given(contacts, later, contact)).toThrow(refused);
});

test('a deleted contact leaves list and search', () => {
  const contact = contactChanged();
  expect(given(contacts, contact, deletionOf(contact))[KEY]).toMatchObject({ fields: {}, body: null });
});

test('an update that arrives after the deletion it preceded does not bring the contact back', () => {
  const deletion = deletionOf(contactChanged(), { version: 3 });
  expect(given(contacts, deletion, contactChanged({ meta: { version: 2 } }))[KEY]?.body).toBeNull();
});

test('the same contact id in another location is another contact', () => {
  const other = contactChanged({ meta: { locationId: 'loc-2' }, firstName: 'Eva' });
  const shown = given(contacts, contactChanged(), other);
  expect(shown['loc-1:contact-1']?.body).toMatchObject({ firstName: 'Maria' });
  expect(shown['loc-2:contact-1']?.body).toMatchObject({ firstName: 'Eva' });
});
