import type { Finding } from '../edits.ts';
import type { Mention } from './prose-words.ts';

/*
 * Numbers that are written neither in digits nor in an encoding that is read: they are not understood, and go where a word
 * about SSNs stands before them in the line.
 */

/** So far behind a word about SSNs they may begin. */
const MAX_BEFORE = 60;
/** Nine digits in words, with signs and fillers between. */
const LONGEST = 240;

const WORD = `(?:${[
  'zero|oh|nought|one|two|three|four|five|six|seven|eight|nine|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve',
  'ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen',
  'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|double|triple',
].join('|')})`;
const FILLER = '(?:and|then|hyphen|dash|minus|point|dot|slash|space|comma|y|gui[oó]n|raya|punto)';
const BETWEEN = String.raw`[^\p{L}\p{N}]{0,4}(?:${FILLER}[^\p{L}\p{N}]{1,4})?`;
/** Five words at least: fewer may count something. */
const IN_WORDS = `(?:${WORD}|\\d{1,3})(?:${BETWEEN}(?:${WORD}|\\d{1,4})){4,24}`;
/** Codes of nine digits: ASCII in hex, with or without signs between. */
const IN_HEX = String.raw`(?:(?:0x|\\x|%)?3\d[\s,:;._-]{0,2}){8}(?:0x|\\x|%)?3\d`;
const ODD = new RegExp(`(?<![\\p{L}\\p{N}])(?:(?<hex>${IN_HEX})|${IN_WORDS})(?![\\p{L}\\p{N}])`, 'gu');
const WORDS = new RegExp(WORD, 'g');
const LEAST_WORDS = 3;

/** Whether a text may have any: a cheap look. */
export function mayBeOdd(small: string): boolean {
  return MAY_BE_ODD.test(small);
}

const MAY_BE_ODD =
  /(?:one|two|three|four|five|six|seven|eight|nine|zero|oh)\W+(?:one|two|three|four|five|six|seven|eight|nine|zero|oh|dash|and)\W|uno|dos|tres|3\d\D{1,2}3\d/;

/** @param small the text in small letters */
export function findOddWritings(small: string, mentions: readonly Mention[]): readonly Finding[] {
  const found: Finding[] = [];
  for (const { end: from } of mentions) {
    const [line = ''] = small.slice(from, from + MAX_BEFORE + LONGEST).split('\n', 1);
    for (const { 0: odd, index, groups } of line.matchAll(ODD)) {
      if (index > MAX_BEFORE) break;
      if (groups?.hex === undefined && (odd.match(WORDS)?.length ?? 0) < LEAST_WORDS) continue;
      const start = from + index;
      found.push({
        start,
        end: start + odd.length,
        digits: null,
        rule: 'context',
        because: 'written oddly beside a word about it',
      });
    }
  }
  return found;
}
