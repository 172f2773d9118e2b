import { describe, expect, it } from 'vitest';
import { characterClass, DASH, DIGIT, digitsOf, digitValue, INVISIBLE, LETTER, NEWLINE, SPACE } from './characters.ts';

describe('characters', () => {
  it('knows every decimal digit that this version of Unicode has, with its value', () => {
    const missed: string[] = [];
    let zero = -10;
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      if (!/^\p{Nd}$/u.test(String.fromCodePoint(codePoint))) continue;
      if (codePoint >= zero + 10) zero = codePoint;
      if (digitValue(codePoint) !== codePoint - zero) missed.push(codePoint.toString(16));
    }
    expect(missed).toEqual([]);
  });

  it('reads superscripts, circled digits and keycaps as digits', () => {
    expect(digitsOf('¹²³⁴⑤❻➆₈⓪1️⃣')).toBe('1234567801');
  });

  it.each([
    [0x2d, DASH],
    [0x2013, DASH],
    [0x2212, DASH],
    [0xfe63, DASH],
    [0xa0, SPACE],
    [0x3000, SPACE],
    [0x0a, NEWLINE],
    [0x200b, INVISIBLE],
    [0xad, INVISIBLE],
    [0xfeff, INVISIBLE],
    [0x20e3, INVISIBLE],
    [0x00, INVISIBLE],
    [0x41, LETTER],
    [0xe9, LETTER],
    [0x39, DIGIT],
  ])('classifies U+%d', (codePoint, expected) => {
    expect(characterClass(codePoint)).toBe(expected);
  });
});
