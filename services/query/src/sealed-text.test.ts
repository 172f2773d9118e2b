import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasExpired, linkKeys, type PdfLink, readLink, signLink } from './pdf-link.ts';
import { cursorKeys, openWalk, type Walk } from './routes/paging.ts';
import { seal, sealKeys, unseal } from './sealed-text.ts';

const SECRET = 'a secret for tests that is long enough';
const OTHER = 'another secret for tests, long enough too';
const keys = sealKeys('test', SECRET, null);
const bound = () => ['/pipeline', 'location-1'];
const text = seal(keys, bound, '000000000000123:contact-1');
const read = (given: string) => unseal(keys, bound, given);

it('a sealed text gives back what it holds', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 150, unit: 'grapheme' }), (held) => {
      fc.pre(held.isWellFormed());
      expect(read(seal(keys, bound, held))).toBe(held);
    }),
    propertySeed(),
  );
});

it('a sealed text is refused with any bit altered, of what it holds or of its spelling', () => {
  for (const encoding of ['base64url', 'latin1'] as const) {
    const bytes = Buffer.from(text, encoding);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const altered = Buffer.from(bytes);
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(read(altered.toString(encoding)), `bit ${bit}`).toBeNull();
    }
  }
});

it('a sealed text is refused when it is cut, lengthened, moved about, spelled otherwise or made up', () => {
  for (let length = 0; length < text.length; length += 1) expect(read(text.slice(0, length))).toBeNull();
  for (const other of [`${text}A`, `${text}=`, ` ${text}`, `${text}\n`, `${text}AA==`, text.toUpperCase()]) {
    expect(read(other)).toBeNull();
  }
  const bytes = Buffer.from(text, 'base64url');
  fc.assert(
    fc.property(fc.nat(bytes.length), fc.nat(bytes.length), fc.uint8Array({ maxLength: 300 }), (from, to, added) => {
      const changed = Buffer.concat([bytes.subarray(0, from), added, bytes.subarray(to)]);
      fc.pre(!changed.equals(bytes));
      expect(read(changed.toString('base64url'))).toBeNull();
      expect(read(Buffer.from(added).toString('base64url'))).toBeNull();
    }),
    propertySeed(),
  );
});

it('texts of the previous secret are taken until it is removed; new ones are sealed with the new one', () => {
  const rotated = sealKeys('test', OTHER, SECRET);
  const after = seal(rotated, bound, 'held');
  expect([unseal(rotated, bound, text), unseal(rotated, bound, after)]).toEqual([read(text), 'held']);
  expect([unseal(sealKeys('test', OTHER, null), bound, text), read(after)]).toEqual([null, null]);
});

const caller = { reach: 'agency', companyId: 'company-1', locationId: 'location-1' } as const;
const walk: Walk = { route: '/pipeline', caller, filters: { stage: 'submitted' } };
const cursor = openWalk(cursorKeys(SECRET), walk, undefined).cursorOf('key');

it.each<[string, Partial<Walk>, string | null]>([
  ['its own scope', {}, 'key'],
  ['another route', { route: '/deals' }, null],
  ['another reach', { caller: { ...caller, reach: 'location' } }, null],
  ['no company', { caller: { ...caller, companyId: null } }, null],
  ['no location', { caller: { ...caller, locationId: null } }, null],
  ['other filters', { filters: { stage: 'funded' } }, null],
  [
    'parts that only read alike',
    { caller: { ...caller, companyId: 'company-1","location-1', locationId: null } },
    null,
  ],
])('a cursor is one of %s', (_, change, held) => {
  const open = () => openWalk(cursorKeys(SECRET), { ...walk, ...change }, cursor);
  if (held === null) expect(open).toThrow('cursor must be');
  else expect(open().held).toBe(held);
});

it('a cursor is one that earlier releases made, and the other way round', () => {
  expect(cursor).toBe('AQciuFPXKam04D7M6HVU_2zXVd2-4uHwy1PQ1FUsXDqsa2V5');
});

it('a link holds what it was made for, is no cursor, and ends exactly at its instant', () => {
  const links = linkKeys(SECRET, null);
  const ids = { locationId: 'loc-1', companyId: 'acme', credentialId: 'key-1', requestId: 'request-1' };
  const link: PdfLink = { ...ids, contentDigest: 'ab'.repeat(32), expiresAt: 1_000 };
  expect(readLink(links, signLink(links, link))).toEqual(link);
  const { cursorOf } = openWalk(cursorKeys(SECRET), walk, undefined);
  expect(readLink(links, cursorOf(JSON.stringify(Object.values(link))))).toBeNull();
  expect([999, 1_000, 1_001].map((now) => hasExpired(link, now))).toEqual([false, true, true]);
});
