import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { judgeLabel } from './key-rules.ts';
import { mayBeLabel } from './label-prefilter.ts';

/** Every run of letters and digits in the rules on names, words and pieces of their expressions alike. */
const source = readFileSync(new URL('key-rules.ts', import.meta.url), 'utf8');
const expressions = [...source.matchAll(/(?<=[=(,?|&] ?|\n\s*)\/(?![/*])(?:\\.|[^\\/\n])+\/[a-z]*/g)].join('\n');
const plain = expressions.replace(/\(\?<?[:=!]|\\[a-zA-Z]|\?/g, (sign) => (sign === '?' ? '' : ' '));
const words = [...new Set([...plain.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word))];
const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/** Of a person's identifications more labels say something than elsewhere, and none fewer. */
const says = (label: string): boolean => judgeLabel(label, true) !== null;
const PATIENCE_MS = 60_000;

it('knows the words of the rules', () => {
  expect(words).toEqual(
    expect.arrayContaining(['ssn', 'itinumber', 'passport', 'socialsecurity', 'taxid', 'employer']),
  );
  expect(words.filter(says).length).toBeGreaterThan(20);
});

it('leaves out no label that says something', { timeout: PATIENCE_MS }, () => {
  const missed: string[] = [];
  const check = (label: string): void => {
    if (missed.length < 10 && !mayBeLabel(label) && says(label)) missed.push(label);
  };
  for (const first of [...words, ...letters]) {
    for (const second of ['', ...words, ...letters]) {
      check(`${first}${second}`);
      check(`${first.toUpperCase()} ${second}`);
    }
  }
  expect(missed).toEqual([]);
});

it.each(['CRLiab00123', 'FIRST BANK OF OHIO', 'Revolving', '0196f0a4-7c1e-7b6a', 'request answered'])(
  'spares the rules a look at %s',
  (text) => expect(mayBeLabel(text)).toBe(false),
);
