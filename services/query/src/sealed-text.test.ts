import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linkKeys, type PdfLink, readLink, signLink } from './pdf-link.ts';
import { cursorKeys, openWalk, type Walk } from './routes/paging.ts';
import { seal, sealKeys, unseal } from './sealed-text.ts';

const SECRET = 'a secret for tests that is long enough';
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

const caller = { reach: 'agency', companyId: 'company-1', locationId: 'location-1' } as const;
const walk: Walk = { route: '/pipeline', caller, filters: { stage: 'submitted' } };
const cursor = openWalk(cursorKeys(SECRET), walk, undefined).cursorOf('key');

// Of other walks: routes/pages.int.test.ts.
it('a cursor is none of a walk whose parts only read alike', () => {
  const open = (companyId: string, locationId: string | null) =>
    openWalk(cursorKeys(SECRET), { ...walk, caller: { ...caller, companyId, locationId } }, cursor).held;
  expect(open('company-1', 'location-1')).toBe('key');
  expect(() => open('company-1","location-1', null)).toThrow('cursor must be');
});

it('a cursor is one that earlier releases made, and the other way round', () => {
  expect(cursor).toBe('AQciuFPXKam04D7M6HVU_2zXVd2-4uHwy1PQ1FUsXDqsa2V5');
});

it('a link holds what it was made for, and is no cursor', () => {
  const links = linkKeys(SECRET, null);
  const ids = { locationId: 'loc-1', companyId: 'acme', credentialId: 'key-1', requestId: 'request-1' };
  const link: PdfLink = { ...ids, contentDigest: 'ab'.repeat(32), expiresAt: 1_000 };
  expect(readLink(links, signLink(links, link))).toEqual(link);
  const { cursorOf } = openWalk(cursorKeys(SECRET), walk, undefined);
  expect(readLink(links, cursorOf(JSON.stringify(Object.values(link))))).toBeNull();
});
