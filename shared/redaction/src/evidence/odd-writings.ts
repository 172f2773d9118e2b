import type { Finding } from '../edits.ts';
import type { Mention } from './prose-words.ts';

/*
 * Numbers that are written neither in digits nor in an encoding that is read: they are not understood, and go where a word
 * about SSNs stands before them in the line.
 */

const DIGIT = 'zero|oh|one|two|three|four|five|six|seven|eight|nine';
const SPANISH = 'uno|dos|tres';
/** One of these is in every number that is told in words. */
export const DIGIT_WORDS = `${DIGIT}|${SPANISH}`;
const WORD = `(?:${DIGIT}|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|(?:ten|eleven|twelve|twenty|hundred|double|triple)|\\w{3,5}t(?:een|y))`;
const FILLER = '(?:and|hyphen|dash|minus|point|dot|slash|space|y|gui[oó]n|punto)';
/** Five words at least: fewer may count something. */
const IN_WORDS = `${WORD}(?:[^\\p{L}\\p{N}]{1,4}(?:${FILLER}[^\\p{L}\\p{N}]{1,4})?(?:${WORD}|\\d{1,4})){4,24}`;
/** Codes of nine digits: ASCII in hex, with or without signs between. */
const IN_HEX = String.raw`(?:(?:0x|\\x|%)?3\d[\s,:;._-]{0,2}){8}(?:0x|\\x|%)?3\d`;
/** At most so far behind a word about SSNs. */
const ODD = new RegExp(`^[^\\n]{0,60}?(?<![\\p{L}\\p{N}])(${IN_HEX}|${IN_WORDS})(?![\\p{L}\\p{N}])`, 'u');
const LONGEST = 300;

/** Whether a text may have any: a cheap look. */
export function mayBeOdd(small: string): boolean {
  return MAY_BE_ODD.test(small);
}

const MAY_BE_ODD = new RegExp(`(?:${DIGIT})\\W+(?:${DIGIT}|dash|and)\\W|${SPANISH}|3\\d\\D{1,2}3\\d`);

/** @param small the text in small letters */
export function findOddWritings(small: string, mentions: readonly Mention[]): readonly Finding[] {
  return mentions.flatMap(({ end: from }) => {
    const [all = '', odd = ''] = ODD.exec(small.slice(from, from + LONGEST)) ?? [];
    const [start, end] = [from + all.length - odd.length, from + all.length];
    return odd === ''
      ? []
      : [{ start, end, digits: null, rule: 'context', because: 'written oddly beside a word about it' }];
  });
}
