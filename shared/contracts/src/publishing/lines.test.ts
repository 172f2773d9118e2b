import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Line, linesOf } from './lines.ts';

async function split(chunks: readonly Uint8Array[], max = 1_000): Promise<Line[]> {
  async function* stream() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  const lines: Line[] = [];
  for await (const line of linesOf(stream(), max)) lines.push(line);
  return lines;
}

test('lines are the same wherever the stream was cut', async () => {
  const text = fc
    .array(fc.constantFrom('a', 'é', '{}', '\n', '\r\n', ''), { maxLength: 40 })
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (whole, size) => {
      const bytes = Buffer.from(whole);
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      const expected = whole.split('\n');
      if (expected.at(-1) === '') expected.pop();
      const lines = await split(chunks);
      expect(lines.map(({ bytes: line }) => String(line))).toEqual(expected);
      expect(lines.map(({ number }) => number)).toEqual(expected.map((_, index) => index + 1));
    }),
  );
});

test('a line that is too long is named and passed over', async () => {
  const lines = await split([Buffer.from('abcdef'), Buffer.from('ghi\nab\n'), Buffer.from('abcdef')], 4);
  expect(lines.map(({ number, bytes }) => [number, bytes && String(bytes)])).toEqual([
    [1, null],
    [2, 'ab'],
    [3, null],
  ]);
});
