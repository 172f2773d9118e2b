import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { judgeKey, judgeLabel } from './key-rules.ts';
import { findNameHints } from './ssn-hints.ts';

/** Every run of letters and digits in the rules on names, words and pieces of their expressions alike. */
const source = readFileSync(new URL('key-rules.ts', import.meta.url), 'utf8');
const expressions = [...source.matchAll(/(?<=[=(,?|&] ?|\n\s*)\/(?![/*])(?:\\.|[^\\/\n])+\/[a-z]*/g)].join('\n');
const plain = expressions.replace(/\(\?<?[:=!]|\\[a-zA-Z]|\?/g, (sign) => (sign === '?' ? '' : ' '));
const words = [...new Set([...plain.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word))];
const PATIENCE_MS = 60_000;
/** An ordinary run begins names with an eighth of the words, another one each day; the nightly one, by `PROPERTY_RUNS`, with all. */
const isNightly = Number(process.env.PROPERTY_RUNS ?? 1) > 1;
const today = Math.floor(Date.now() / 86_400_000);
const beginnings = words.filter((_, index) => isNightly || (index + today) % 8 === 0);

/** Names and labels of which the rules say something and the look before them does not, of words of the rules in pairs. */
function missedBy(
  look: (name: string) => boolean,
  says: (name: string) => boolean,
  seconds: readonly string[],
): string[] {
  const missed: string[] = [];
  for (const first of beginnings) {
    for (const second of ['', ...seconds]) {
      for (const name of [`${first}${second}`, `${first}_${second}`, `${first.toUpperCase()} ${second}`]) {
        if (missed.length < 10 && !look(name) && says(name)) missed.push(name);
      }
    }
  }
  return missed;
}

it('knows the words of the rules', () => {
  expect(words).toEqual(
    expect.arrayContaining(['ssn', 'itinumber', 'passport', 'socialsecurity', 'taxid', 'employer']),
  );
});

it('finds a hint in every name and label that says something about SSNs', { timeout: PATIENCE_MS }, () => {
  // Labels of other numbers keep values; they find none.
  const keeps = new Set(['employer', 'other', null]);
  const says = (name: string) => judgeKey(name).says !== 'none' || !keeps.has(judgeLabel(name, false));
  // Shorter pieces make words across a space: `hits sn`.
  const seconds = words.filter(({ length }) => length > 2);
  expect(missedBy((name) => findNameHints(name, true).length > 0, says, seconds)).toEqual([]);
});
