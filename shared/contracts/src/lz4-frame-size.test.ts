import fc from 'fast-check';
import lz4 from 'lz4-napi';
import { expect, it } from 'vitest';
import { lz4FrameBytes } from './lz4-frame-size.ts';

/** Pieces that repeat and pieces that do not: literals and matches of every length, several blocks. */
const content = fc
  .array(fc.tuple(fc.uint8Array({ maxLength: 400 }), fc.integer({ min: 1, max: 3_000 })), { maxLength: 20 })
  .map((pieces) => Buffer.concat(pieces.flatMap(([piece, times]) => Array.from({ length: times }, () => piece))));

it('computes the expanded size of any frame', async () => {
  await fc.assert(
    fc.asyncProperty(content, fc.boolean(), async (bytes, blockChecksums) => {
      const frame = await lz4.compressFrame(bytes, { blockChecksums, contentChecksum: true });
      expect(lz4FrameBytes(frame, Number.POSITIVE_INFINITY)).toBe(bytes.length);
    }),
    { numRuns: 50 },
  );
});

it('stops counting beyond the limit, and refuses what is no frame or breaks off', async () => {
  const frame = await lz4.compressFrame(Buffer.alloc(1_000_000));
  expect(lz4FrameBytes(frame, 10)).toBeGreaterThan(10);
  for (const broken of [Buffer.from('no frame'), frame.subarray(0, 20), frame.subarray(0, -4), Buffer.alloc(0)]) {
    expect(() => lz4FrameBytes(broken, 2_000_000)).toThrow(RangeError);
  }
});
