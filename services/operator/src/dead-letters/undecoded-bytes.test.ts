import fc from 'fast-check';
import { expect, it } from 'vitest';
import { undecodedBytes } from './undecoded-bytes.ts';

it('shows hex and text side by side, with every digit masked in both', () => {
  expect(undecodedBytes(Buffer.from('\0\x01ssn=666-45-3920;name=Ann'))).toBe(
    [
      '0000  00 01 73 73 6e 3d 23 23 23 2d 23 23 2d 23 23 23  ..ssn=###-##-###',
      '0010  23 3b 6e 61 6d 65 3d 41 6e 6e                    #;name=Ann',
    ].join('\n'),
  );
});

it('shows no digit of the record, whatever its bytes, and no more than its beginning', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
      const lines = undecodedBytes(bytes).split('\n');
      expect(lines.length).toBeLessThanOrEqual(65);
      for (const line of lines.filter((found) => !found.startsWith('…'))) {
        expect(line.slice(55)).not.toMatch(/[0-9]/);
        expect(line.slice(6, 53)).not.toMatch(/3[0-9]/);
      }
    }),
    { numRuns: 200 },
  );
});
