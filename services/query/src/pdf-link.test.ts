import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasExpired, linkKeys, type PdfLink, readLink, signLink } from './pdf-link.ts';

const SECRET = 'a secret for tests that is long enough';
const OTHER = 'another secret for tests, long enough too';
const keys = linkKeys(SECRET, null);
const LINK: PdfLink = {
  locationId: 'loc-1',
  companyId: 'acme',
  credentialId: 'key-1',
  requestId: 'request-1',
  contentDigest: 'ab'.repeat(32),
  expiresAt: 1_000,
};

const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const link = fc.record({
  locationId: id,
  companyId: id,
  credentialId: id,
  requestId: id,
  contentDigest: fc.stringMatching(/^[0-9a-f]{64}$/),
  expiresAt: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
});

test('a link contains what it was made for', () => {
  fc.assert(
    fc.property(link, (made) => {
      expect(readLink(keys, signLink(keys, made))).toEqual(made);
    }),
    propertySeed(),
  );
});

test('a link that is altered in any one bit is refused', () => {
  const text = signLink(keys, LINK);
  const raw = Buffer.from(text, 'base64url');
  for (let bit = 0; bit < raw.length * 8; bit += 1) {
    const altered = Buffer.from(raw);
    altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(readLink(keys, altered.toString('base64url')), `bit ${bit} of what it holds`).toBeNull();
  }
  const characters = Buffer.from(text, 'latin1');
  for (let bit = 0; bit < characters.length * 8; bit += 1) {
    const altered = Buffer.from(characters);
    altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(readLink(keys, altered.toString('latin1')), `bit ${bit} of its text`).toBeNull();
  }
});

test('a link that is cut, lengthened, spelled otherwise or made up is refused', () => {
  const text = signLink(keys, LINK);
  for (let length = 0; length < text.length; length += 1) expect(readLink(keys, text.slice(0, length))).toBeNull();
  for (const other of [`${text}A`, `${text}=`, ` ${text}`, text.toUpperCase(), 'A'.repeat(5_000), '']) {
    expect(readLink(keys, other)).toBeNull();
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(readLink(keys, Buffer.from(bytes).toString('base64url'))).toBeNull();
    }),
    propertySeed(),
  );
});

test('no two links have a text in common, whatever their parts hold', () => {
  fc.assert(
    fc.property(link, link, (one, two) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(two));
      expect(signLink(keys, one)).not.toBe(signLink(keys, two));
    }),
    propertySeed(),
  );
});

test('links of the previous key verify until it is removed; new ones use the new key', () => {
  const before = signLink(keys, LINK);
  const rotated = linkKeys(OTHER, SECRET);
  const after = signLink(rotated, LINK);
  expect([readLink(rotated, before), readLink(rotated, after)]).toEqual([LINK, LINK]);
  expect(readLink(linkKeys(OTHER, null), before)).toBeNull();
  expect(readLink(keys, after)).toBeNull();
});

test('a link ends exactly at its instant', () => {
  expect([999, 1_000, 1_001].map((now) => hasExpired(LINK, now))).toEqual([false, true, true]);
});
