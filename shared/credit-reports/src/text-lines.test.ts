import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textLines } from './text-lines.ts';

const characters = (text: string) => [...text].length;
const lines = (text: string, width: number, maxLines = 100) => textLines(text, characters, { width, maxLines });

test('breaks between words, and words that are wider than a line where the line ends', () => {
  expect(lines('one two three', 7)).toEqual(['one two', 'three']);
  expect(lines('000000111222', 5)).toEqual(['00000', '01112', '22']);
  expect(lines('a 0000001112 b', 5)).toEqual(['a', '00000', '01112', 'b']);
});

test('what is cut says so', () => {
  expect(lines('one two three four', 7, 2)).toEqual(['one two', 'three…']);
  expect(lines('one two', 7, 1)).toEqual(['one two']);
});

test('no line is too wide, none too many, and nothing is lost that there is room for', () => {
  const words = fc.array(fc.stringMatching(/^[a-z0-9]{1,30}$/), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 10 }), (list, width, maxLines) => {
      const text = list.join(' ');
      const shown = lines(text, width, maxLines);
      expect(shown.length).toBeLessThanOrEqual(maxLines);
      for (const line of shown) expect(characters(line)).toBeLessThanOrEqual(width);
      expect(lines(text, width, 10_000).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }),
  );
});
