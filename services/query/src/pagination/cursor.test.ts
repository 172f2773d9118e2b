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
    );
  });

  it('is refused in any other spelling of the same bytes, and for arbitrary text', () => {
    const cursor = encodeCursor(keys, scope, listKey);
    for (const spelling of [`${cursor}=`, ` ${cursor}`, `${cursor}\n`, cursor.replace(/.$/, '$&!'), `${cursor}AA==`]) {
      expect(decodeCursor(keys, scope, spelling)).toBeNull();
    }
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), (text) => {
        expect(decodeCursor(keys, scope, text)).toBeNull();
      }),
    );
  });

  it.each([
    ['no company', { companyId: null }],
    ['no location', { locationId: null }],
    ['parts that only read alike when joined', { companyId: 'company-1","location-1', locationId: null }],
  ])('is refused with %s', (_, change) => {
    expect(decodeCursor(keys, { ...scope, ...change }, encodeCursor(keys, scope, listKey))).toBeNull();
  });
});
