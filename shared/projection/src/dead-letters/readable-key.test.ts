import { expect, it } from 'vitest';
import { accessBlock, readKey } from './readable-key.ts';

const read = (key: string) => readKey(Buffer.from(key));

it('names the entity of a key that follows the rules', () => {
  const named = { entity: 'credit-report', scope: 'loc-1', ids: ['contact-1', 'request-1'] };
  expect(read('credit-report:loc-1:contact-1:request-1')).toEqual(named);
});

it.each([
  ...['', 'contact', 'contact:loc', 'contact::x', 'Contact:loc:x', 'contact:loc:x y', 'contact:loc:１２３'],
  ...['contact:loc:a:b:c', ':a:b', `contact:loc:${'x'.repeat(129)}`],
  // What may hold a Social Security number.
  ...['contact:loc:123-45-6789', 'contact:loc:123456789', 'contact:loc:id~123.45.6789', 'contact:123_45_6789:x'],
  ...['123-45-6789', 'contact:loc:ssn123456789', 'contact:loc:1-2-3-4-5-6-7-8-9', 'contact:loc:123.456.789'],
  'contact:loc:12345-6789x',
])('shows nothing of %j', (key) => expect(read(key)).toBeNull());

it('shows nothing of what is missing or is not UTF-8', () => {
  expect(readKey(null)).toBeNull();
  expect(readKey(Buffer.from([0x63, 0xff, 0xfe]))).toBeNull();
});

it.each(['1234567890', '507f1f77bcf86cd799439011', '9f123456789a4c1e8b7d0c2e', '3f2b8c1e-4a5d-4e6f-8a7b-c123456789de'])(
  'takes %j for an id',
  (id) => expect(read(`contact:loc:${id}`)).not.toBeNull(),
);

it.each([
  ['credential:loc-1:key-1', 'credential:key-1'],
  ['company:co-1:co-1', 'company:co-1'],
  ['installation:loc-1:co-1', 'location:loc-1'],
  ['contact:loc-1:contact-1', null],
  ['credential:loc-1:key-1:more', null],
])('an invalid event of %s blocks %s', (key, block) => {
  const entity = read(key);
  expect(entity && accessBlock(entity)).toBe(block);
});
