import fc from 'fast-check';
import { expect, it } from 'vitest';
import { undecodedBytes } from './undecoded-bytes.ts';

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
