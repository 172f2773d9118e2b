import { contactChanged } from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { expect, test } from 'vitest';
import { contacts } from './projections.ts';
import { given } from '../testing/given.ts';

const after = (...events: readonly Typed[]) => given(contacts, ...events)['loc-1:contact-1'];

// What else is shown of it is `shown.property.test.ts`'s.
test('a contact shows neither birth date nor number', () => {
  const shown = after(contactChanged({ dateOfBirth: '1980-01-01', ssn: 'never kept' }));
  expect(shown?.texts.contact).toContain('"name":"Maria Lopez"');
  expect(shown?.texts.contact).not.toMatch(/1980|never kept/);
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
