import { expect, test } from 'vitest';
import { areReadable, openSums } from './dashboard-sums.ts';

test('bytes of another layout are refused, not misread', () => {
  const former = Buffer.from('\0\0\0\x07[[],[]]');
  for (const bytes of [former, Buffer.of()]) {
    expect(areReadable(bytes)).toBe(false);
    expect(() => openSums(bytes)).toThrow(expect.objectContaining({ code: 'window_outdated' }));
  }
});
