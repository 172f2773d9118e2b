import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitValue } from './characters.ts';
import { hasBase64Run, hasHexRun } from './code-runs.ts';

/** The zeros of the scripts of the basic plane of which the digits follow each other. */
const ZEROS = Array.from({ length: 0x10000 }, (_, code) => code).filter((zero) =>
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].every((digit) => digitValue(zero + digit) === digit),
);

/** Numbers of which the digits differ, as they are written: the gates may be cheap, but must open for all of them. */
const writing = fc
  .record({
    digits: fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 })
      .filter((digits) => new Set(digits).size > 1),
    separator: fc.constantFrom('', '-', ' ', '.', '_', '/'),
    zero: fc.oneof(fc.constant(0x30), fc.constantFrom(...ZEROS)),
    encoding: fc.constantFrom('utf8' as const, 'utf16le' as const, 'utf16be' as const),
  })
  .map(({ digits, separator, zero, encoding }) => {
    const written = digits.map((digit) => String.fromCharCode(zero + digit));
    const text = [written.slice(0, 3), written.slice(3, 5), written.slice(5)]
      .map((part) => part.join(''))
      .join(separator);
    const bytes = Buffer.from(text, encoding === 'utf8' ? 'utf8' : 'utf16le');
    return encoding === 'utf16be' ? bytes.swap16() : bytes;
  });

test('opens for the base64 of every number, in either alphabet, and for the base64 of that', () => {
  fc.assert(
    fc.property(writing, (bytes) => {
      const base64 = bytes.toString('base64');
      expect(hasBase64Run(base64)).toBe(true);
      expect(hasBase64Run(bytes.toString('base64url'))).toBe(true);
      expect(hasBase64Run(Buffer.from(base64).toString('base64'))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('opens for the hex codes of every number, together and in pairs, and for those of its base64', () => {
  fc.assert(
    fc.property(writing, (bytes) => {
      const hex = bytes.toString('hex');
      expect(hasHexRun(hex)).toBe(true);
      expect(hasHexRun(hex.replace(/../g, '$& '))).toBe(true);
      expect(hasHexRun(Buffer.from(bytes.toString('base64')).toString('hex'))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('stays shut for what reports are full of', () => {
  const ordinary = [
    'CCCCCCCCCCCC1CCCCCCCCCCC',
    '111111111111111111111111',
    '------------------------------------',
    'FIRST BANK OF SAMPLE',
    'DEPARTMENT STORE',
    'SocialSecurityNumberIndicator',
  ];
  for (const text of ordinary) expect([text, hasBase64Run(text), hasHexRun(text)]).toEqual([text, false, false]);
});
