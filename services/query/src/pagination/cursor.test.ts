import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CursorScope, cursorKeys, decodeCursor, encodeCursor } from './cursor.ts';

const SECRET = 'a secret of at least thirty-two bytes';
const keys = cursorKeys(SECRET);
const scope: CursorScope = {
  route: '/pipeline',
  reach: 'agency',
  companyId: 'company-1',
  locationId: 'location-1',
  filters: [['stage', 'submitted']],
};
const listKey = '000000000000123:contact-1';

describe('a cursor', () => {
  it('gives back the list key that it was made of', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 150, unit: 'grapheme-ascii' }), (anyKey) => {
        expect(decodeCursor(keys, scope, encodeCursor(keys, scope, anyKey))).toBe(anyKey);
      }),
    );
  });

  it('is refused when any of its bits was changed', () => {
    const bytes = Buffer.from(encodeCursor(keys, scope, listKey), 'base64url');
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(decodeCursor(keys, scope, changed.toString('base64url'))).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  it('is refused when bytes were added, cut or put elsewhere', () => {
    const bytes = Buffer.from(encodeCursor(keys, scope, listKey), 'base64url');
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(bytes.length), fc.uint8Array({ maxLength: 8 }), (from, to, added) => {
        const changed = Buffer.concat([
          bytes.subarray(0, Math.min(from, to)),
          added,
          bytes.subarray(Math.max(from, to)),
        ]);
        fc.pre(!changed.equals(bytes));
        expect(decodeCursor(keys, scope, changed.toString('base64url'))).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  it('is refused in any other spelling of the same bytes', () => {
    const cursor = encodeCursor(keys, scope, listKey);
    for (const spelling of [`${cursor}=`, ` ${cursor}`, `${cursor}\n`, cursor.replace(/.$/, '$&!'), `${cursor}AA==`]) {
      expect(decodeCursor(keys, scope, spelling)).toBeNull();
    }
  });

  it('is refused for arbitrary text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), (text) => {
        expect(decodeCursor(keys, scope, text)).toBeNull();
      }),
    );
  });

  it.each([
    ['another route', { route: '/contacts' }],
    ['another reach', { reach: 'location' as const }],
    ['another company', { companyId: 'company-2' }],
    ['no company', { companyId: null }],
    ['another location', { locationId: 'location-2' }],
    ['no location', { locationId: null }],
    ['another filter value', { filters: [['stage', 'funded']] as const }],
    ['another filter', { filters: [['tag', 'submitted']] as const }],
    ['no filter', { filters: [] }],
    ['parts that only read alike when joined', { companyId: 'company-1","location-1', locationId: null }],
  ])('is refused with %s', (_, change) => {
    const cursor = encodeCursor(keys, scope, listKey);
    expect(decodeCursor(keys, { ...scope, ...change }, cursor)).toBeNull();
  });

  it('is refused under another secret', () => {
    const other = cursorKeys('another secret of at least thirty-two');
    expect(decodeCursor(other, scope, encodeCursor(keys, scope, listKey))).toBeNull();
  });

  it('is taken under either secret of a rotation, in its own scope only, and made with the current one', () => {
    const next = 'the secret after it, which is long enough too';
    const rotated = cursorKeys(next, SECRET);
    const [before, after] = [encodeCursor(keys, scope, listKey), encodeCursor(rotated, scope, listKey)];
    expect([decodeCursor(rotated, scope, before), decodeCursor(rotated, scope, after)]).toEqual([listKey, listKey]);
    expect(decodeCursor(cursorKeys(next), scope, after)).toBe(listKey);
    expect(decodeCursor(cursorKeys(SECRET, next), scope, after)).toBe(listKey);
    expect(decodeCursor(rotated, { ...scope, locationId: 'location-2' }, before)).toBeNull();
    expect(decodeCursor(cursorKeys(next), scope, before)).toBeNull();
  });
});
