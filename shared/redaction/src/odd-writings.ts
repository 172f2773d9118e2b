import { type Edit, removal } from './edits.ts';
import type { SsnWords } from './ssn-words.ts';

/*
 * Numbers that are written neither in digits nor in an encoding that is read: they are not understood, and go where a word
 * about SSNs stands before them in the line.
 */

/** So far behind a word about SSNs they may begin. */
const MAX_BEFORE = 60;
/** Nine digits in words, with signs and fillers between. */
const LONGEST = 240;

const UNITS =
  'zero|oh|nought|one|two|three|four|five|six|seven|eight|nine|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve';
const TEENS = 'ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen';
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|double|triple';
const WORD = `(?:${UNITS}|${TEENS}|${TENS})`;
const FILLER = '(?:and|then|hyphen|dash|minus|point|dot|slash|space|comma|y|gui[oó]n|raya|punto)';
const BETWEEN = String.raw`[^\p{L}\p{N}]{0,4}(?:${FILLER}[^\p{L}\p{N}]{1,4})?`;
/** Five words at least: fewer may count something. */
const IN_WORDS = `(?:${WORD}|\\d{1,3})(?:${BETWEEN}(?:${WORD}|\\d{1,4})){4,24}`;
/** Codes of nine digits: ASCII in hex, with or without signs between. */
const IN_HEX = String.raw`(?:(?:0x|\\x|%)?3\d[\s,:;._-]{0,2}){8}(?:0x|\\x|%)?3\d`;
const ODD = new RegExp(`(?<![\\p{L}\\p{N}])(?:${IN_HEX}|${IN_WORDS})(?![\\p{L}\\p{N}])`, 'giu');
const HEX = new RegExp(`^${IN_HEX}$`, 'iu');
const LEAST_WORDS = 3;
const WORDS = new RegExp(WORD, 'giu');

/** Whether a text may have any: a cheap look. */
export function mayBeOddlyWritten(text: string): boolean {
  return /(?:3\d[^\d]{0,4}){8}/.test(text) || (text.match(WORDS)?.length ?? 0) >= LEAST_WORDS;
}

/** What is written oddly in the line of a word about SSNs. */
export function findOddWritings(text: string, { ends }: SsnWords): readonly Edit[] {
  if (!mayBeOddlyWritten(text)) return [];
  const edits: Edit[] = [];
  for (const end of ends) {
    const [line = ''] = text.slice(end, end + MAX_BEFORE + LONGEST).split('\n', 1);
    for (const { 0: found, index } of line.matchAll(ODD)) {
      if (index > MAX_BEFORE) break;
      if (HEX.test(found) || (found.match(WORDS)?.length ?? 0) >= LEAST_WORDS) {
        edits.push(removal(end + index, end + index + found.length, 'context', 'written oddly beside a word about it'));
      }
    }
  }
  return edits;
}
