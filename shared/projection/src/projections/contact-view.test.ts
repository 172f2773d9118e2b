import { newestFirst } from '@fundlens/read-models/list-key';
import { deletionOf } from '@fundlens/testing/deletions';
import { contactChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { expect, test } from 'vitest';
import { contacts } from './projections.ts';
import { given } from '../testing/given.ts';

/** What is shown of the contact, and the fields that list and find it. */
function after(...events: readonly Typed[]) {
  const { views, texts, fields } = given(contacts, ...events)['loc-1:contact-1'] ?? {};
  const { listKey, terms, words } = fields ?? {};
  return { body: views?.contact ?? null, text: texts?.contact ?? '', listKey, terms, words };
}

const NOT_SHOWN = { body: null, text: '', listKey: undefined, terms: undefined, words: undefined };

// What else is shown of it is `shown.property.test.ts`'s.
test('a contact shows neither birth date nor number', () => {
  const shown = after(contactChanged({ dateOfBirth: '1980-01-01', ssn: 'never kept' }));
  expect(shown.body).toMatchObject({ contactId: 'contact-1', name: 'Maria Lopez', dnd: false });
  expect(shown.text).not.toMatch(/1980|never kept/);
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
  expect(after(contact)).toMatchObject({
    listKey: newestFirst(createdAt, 'contact-1'),
    terms: [
      ...['e:mia@lopez.example', 'p:13125550142', 'p:3125550142'],
      ...['w:po', 'w:poe', 'w:al', 'w:in', 'w:inc', 'w:mi', 'w:mia'],
      ...['t:lead', 't:vip'],
    ],
    words: ['poe', 'al', 'inc', 'mia'],
  });
});

test('fields that the upstream left out are nulls, and such a contact is listed last', () => {
  const bare = contactChanged({ ...deletionOf(contactChanged()).event, meta: { deleted: false } });
  const shown = after(bare);
  expect(shown).toMatchObject({ listKey: newestFirst(null, 'contact-1'), terms: [], words: [] });
  expect(shown.body).toMatchObject({ name: null, email: null, dnd: false, customFields: [], createdAt: null });
});

test('the values of custom fields keep the spelling of their numbers', () => {
  const contact = contactChanged({
    customFields: [
      { id: 'rate', valueJson: '1.10', name: 'Rate' },
      { id: 'big', valueJson: ' [12345678901234567890, 1E400]', name: null },
      { id: 'none', valueJson: null, name: null },
    ],
  });
  expect(after(contact).text).toContain(
    '"customFields":[{"id":"rate","value":1.10},{"id":"big","value": [12345678901234567890, 1E400]},{"id":"none","value":null}]',
  );
});

test('a contact too large for a list is refused, whatever else has arrived', () => {
  const contact = contactChanged({
    customFields: [{ id: 'a', valueJson: JSON.stringify('x'.repeat(65_536)), name: null }],
  });
  const later = contactChanged({ meta: { version: 2 } });
  const refused = expect.objectContaining({ kind: 'invalid', code: 'document_too_large' });
  expect(() => after(contact)).toThrow(refused);
  expect(() => after(later, contact)).toThrow(refused);
});

test('a deleted contact leaves list and search', () => {
  const contact = contactChanged();
  expect(after(contact, deletionOf(contact))).toEqual(NOT_SHOWN);
});
