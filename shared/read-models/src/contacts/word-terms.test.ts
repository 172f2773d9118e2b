import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldedText } from './folded-text.ts';
import { askedWordTerms, storedWords, wordConditions } from './word-terms.ts';

/** As MongoDB does: every term is there, every range has a word in it, and something was asked for. */
function finds(asked: string, ...stored: string[]): boolean {
  const { terms, words } = storedWords(stored);
  const wanted = askedWordTerms(asked);
  return wanted.length > 0 && wanted.every((term) => matches(term, new Set(terms), words));
}

function matches(askedTerm: string, terms: ReadonlySet<string>, words: readonly string[]): boolean {
  const { term, range } = wordConditions(askedTerm);
  const isInRange = (word: string) => range === null || (order(word, range.$gte) >= 0 && order(word, range.$lt) < 0);
  return terms.has(term) && words.some(isInRange);
}

/** MongoDB compares strings by their UTF-8 bytes. */
function order(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

test.each([
  ["O'Brien", ['obrien', "o'brien", 'O’BRIEN', 'brien', 'obr', 'bri', "o'b"]],
  ['Smith-Jones', ['smith', 'jones', 'smith-jones', 'jones-smith', 'smithjones', 'smith-j', 'smith jo']],
  ["McDonald-O'Brien", ["o'brien", 'mcdonald', 'mcdonaldobrien', 'brien mcd']],
  ['José Müller', ['jose', 'JOSÉ', 'muller', 'müll', 'Jose\u0301']],
  ['Weiß', ['weiss', 'WEISS', 'weiß', 'weis']],
  ['WEIẞ', ['weiss', 'Weiß', 'weis']],
  ['Łukasz Søren Æsir', ['lukasz', 'soren', 'aesir', 'ŁUK']],
  ['ﬁnley ＦＵＬＬ', ['finley', 'fi', 'full']],
  ['İpek Işık', ['ipek', 'isik', 'IŞIK']],
  ['ΟΔΥΣΣΕΥΣ', ['οδυσσευς', 'Οδυσσεύς', 'οδυσσευ']],
  ['Алёна Цветкова', ['алена', 'алён', 'ЦВЕТ']],
  ['محمد', ['مُحَمَّد', 'محم']],
  ['प्रिया शर्मा', ['प्रि', 'शर्मा']],
  ['李小龙', ['李', '小龙', '李小', '李小龙', '龙']],
  ['김민수', ['김', '민수', '김민수']],
  ['株式会社ガーデン', ['株式', 'ガーデン', '会社', 'ガー']],
  ['ABC株式会社', ['abc', 'abc株', '株式会社']],
  ['A.B.C. Lenders, Inc.', ['abc', 'lenders', 'inc', 'a.b.c.', 'lend abc', 'lenders,']],
  ['Christopherson', ['christ', 'christopherson', 'christophe']],
])('%s is found by %j', (stored, asked) => {
  expect(asked.filter((text) => !finds(text, stored))).toEqual([]);
});

test('a word of one letter is passed over beside others, and alone asks for nothing', () => {
  expect(finds('mary j', 'Mary', 'Smith')).toBe(true);
  for (const nothing of ['j', ' ', '-', "'", '!!', '', 'j k', '\u0301']) expect(askedWordTerms(nothing)).toEqual([]);
});

test('what finds fewest is asked for first', () => {
  expect(askedWordTerms('li lopez maria-josefina')).toEqual(['w:josefina', 'w:lopez', 'w:maria', 'w:li']);
});

const letters = fc.constantFrom(...'abcdefgzßñüéıŁøÆéДёЖσςΣ');
const word = fc.string({ unit: letters, minLength: 2, maxLength: 16 });
const name = fc
  .array(fc.record({ word, after: fc.constantFrom(' ', '-', "'", '.', ', ') }), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.map((part) => part.word + part.after).join(''));
const cjkWord = fc.string({ unit: fc.constantFrom(...'李小龙王田中太郎ガはば김민수한'), minLength: 1, maxLength: 8 });

/** The words of a text as a plain reading has them: runs of letters, compared up to ten characters. */
const plainWords = (text: string) => foldedText(text).split(/[^\p{L}]+/u);

test('a contact is found by every prefix of every word of its name, and by any two of them', () => {
  fc.assert(
    fc.property(name, fc.nat(), fc.nat(), (stored, first, second) => {
      const prefixes = plainWords(stored).flatMap((text) =>
        Array.from(text, (_, end) => text.slice(0, end + 1)).filter((prefix) => prefix.length >= 2),
      );
      expect(prefixes.filter((prefix) => !finds(prefix, stored))).toEqual([]);
      const pick = (n: number) => prefixes[n % prefixes.length] ?? '';
      expect(finds(`${pick(first)} ${pick(second)}`, stored)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a contact is never found by a word that none of its words, nor what is left of its chunks, begins with', () => {
  fc.assert(
    fc.property(name, word, (stored, asked) => {
      const [wanted = '', ...others] = plainWords(asked);
      fc.pre(others.length === 0);
      const starts = foldedText(stored)
        .split(/\s+/)
        .flatMap((chunk) => {
          const pieces = chunk.split(/[^\p{L}]+/u);
          return pieces.map((_, index) => pieces.slice(index).join(''));
        });
      const prefix = wanted.slice(0, 10);
      expect(finds(asked, stored)).toBe(starts.some((start) => start.startsWith(prefix)));
    }),
    { numRuns: 1_000 },
  );
});

test('a name in Chinese, Japanese or Korean is found by exactly what stands together in it', () => {
  fc.assert(
    fc.property(cjkWord, cjkWord, (stored, asked) => {
      expect(finds(asked, stored)).toBe(foldedText(stored).includes(foldedText(asked)));
    }),
    { numRuns: 2_000 },
  );
});

test('whatever the texts are, terms and words are bounded in number and length, and folding again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 320 }), { maxLength: 4 }), (texts) => {
      const { terms, words } = storedWords(texts);
      expect(Math.max(terms.length, words.length)).toBeLessThanOrEqual(256);
      expect(Math.max(0, ...terms.map((term) => [...term].length))).toBeLessThanOrEqual(10);
      expect(Math.max(0, ...words.map((stored) => [...stored].length))).toBeLessThanOrEqual(10);
      for (const text of texts) expect(foldedText(foldedText(text))).toBe(foldedText(text));
    }),
    { numRuns: 500 },
  );
});
