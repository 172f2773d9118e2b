import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { judgeKey, judgeLabel } from './key-rules.ts';
import { findHints, findNameHints } from './ssn-hints.ts';

/** Every run of letters and digits in the rules on names, words and pieces of their expressions alike. */
const source = readFileSync(new URL('key-rules.ts', import.meta.url), 'utf8');
const expressions = [...source.matchAll(/(?<=[=(,?|&] ?|\n\s*)\/(?![/*])(?:\\.|[^\\/\n])+\/[a-z]*/g)].join('\n');
const plain = expressions.replace(/\(\?<?[:=!]|\\[a-zA-Z]|\?/g, (sign) => (sign === '?' ? '' : ' '));
const words = [...new Set([...plain.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word))];
const PATIENCE_MS = 60_000;
/** An ordinary run begins names with a quarter of the words, another one each day; `PROPERTY_RUNS=4` with all. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 1);
const today = Math.floor(Date.now() / 86_400_000);
const beginnings = words.filter((_, index) => (index + today) % 4 < RUNS);

/** Labels of other numbers keep values; they find none. */
const KEEPS = new Set(['employer', 'other', null]);

it('has a hint of every name and label that says something about SSNs', { timeout: PATIENCE_MS }, () => {
  const missed: string[] = [];
  const check = (name: string): void => {
    const says = judgeKey(name).says !== 'none' || !KEEPS.has(judgeLabel(name, false));
    if (says && missed.length < 10 && findNameHints(name, true).length === 0) missed.push(name);
  };
  for (const first of beginnings) {
    // Shorter pieces make words across a space: `hits sn`.
    for (const second of ['', ...words.filter(({ length }) => length > 2)]) {
      check(`${first}${second}`);
      check(`${first}_${second}`);
      check(`${first.toUpperCase()} ${second}`);
    }
  }
  expect(missed).toEqual([]);
});

it.each(['class="a">rating', 'business address', 'accounts settled', 'first of all', 'taxes on textarea', 'stating'])(
  'has none of %s',
  (text) => expect(findHints(text)).toEqual([]),
);

it.each([
  ...[
    'SSN',
    's.s.n',
    'Social Security',
    'applicantSS 1',
    'ITIN',
    'myTIN',
    'tax_id',
    'TAX ID',
    'nationalId',
    'i. t. i. n.',
  ],
  ...[
    'S<b>SN</b>',
    'so<i>cial</i>',
    'S\u200bSN',
    'ＳＳＮ',
    'seguro social',
    'area 531',
    'first five 53184',
    'ss#',
    'snn: 1',
  ],
])('has one of %s', (text) => expect(findNameHints(text, true).length + findHints(text).length).toBeGreaterThan(0));
