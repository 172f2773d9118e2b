import type { Finding } from '../edits.ts';
import { readName } from '../names.ts';

/*
 * A number that a text tells in parts, each after a name of its own or of all of them: three, two and four digits, five and
 * four, or nine single ones (`ssn1=531&…`, `ssn:\n  area: 531\n…`, `First five of SSN: 53184; last four: …`).
 */

/**
 * What stands before a group of digits says of it:
 * - `ssn`: a part of an SSN, by a name that says so: `ssn1=`, `ssn[area]=`, `ssn:\n  area:`
 * - `part`: a part of what the group before is one of: `; last four: `
 * - `bare`: the same, without a name: `, `
 * - `phrase`: as `part`, by words that only an SSN's parts have: `first five`
 */
type Naming = 'ssn' | 'part' | 'bare' | 'phrase' | 'other';
type Part = { readonly start: number; readonly end: number; readonly digits: string; readonly naming: Naming };

/** Names are looked for no further before a group than this. */
const MAX_REACH = 160;
const MAX_WORDS = 12;
/** Fields of something else may stand between those of a number, but not more than this. */
const MAX_BETWEEN = 256;
const LONGEST_PART = 5;
const ORDERS = [
  [3, 2, 4],
  [5, 4],
  [1, 1, 1, 1, 1, 1, 1, 1, 1],
] as const;

/** All namings have one of these. */
const ANY = /ss|soc|tin|tax|first|area/;

/** @param small the text in small letters */
export function findParts(text: string, small: string): readonly Finding[] {
  const found: Finding[] = [];
  if (!ANY.test(small)) return found;
  let parts: Part[] = [];
  let lastEnd = 0;
  for (const { 0: digits, index: start } of text.matchAll(/\d+/g)) {
    const end = start + digits.length;
    if (isOfName(text, start, end)) continue;
    const isPart = digits.length <= LONGEST_PART && standsAlone(text, start, end);
    const naming = isPart
      ? namingBefore(text.slice(Math.max(lastEnd, start - MAX_REACH), start), start - lastEnd)
      : 'other';
    const follows = parts.at(-1)?.end === lastEnd;
    lastEnd = end;
    if (naming === 'other' || (naming !== 'ssn' && naming !== 'phrase' && !follows)) {
      // A field of something else: only what has a name of its own goes on behind it.
      if (follows) parts = parts.filter((part) => part.naming === 'ssn');
      continue;
    }
    if (start - (parts.at(-1)?.end ?? start) > MAX_BETWEEN) parts = [];
    parts.push({ start, end, digits, naming });
    // Between fields that say so, one that might be a part may be something else.
    const whole = wholeOf(parts) ?? (naming === 'ssn' ? wholeOf(parts.filter((part) => part.naming === 'ssn')) : null);
    if (whole !== null) {
      const number = whole.map((part) => part.digits).join('');
      for (const part of whole)
        found.push({ start: part.start, end: part.end, digits: number, rule: 'context', because: 'parts of a number' });
      parts = [];
    } else if (parts.length > 9) parts.shift();
  }
  return found;
}

/** The number that the last of these parts make up, in its order. */
function wholeOf(parts: readonly Part[]): readonly Part[] | null {
  for (const order of ORDERS) {
    const last = parts.slice(-order.length);
    if (last.length < order.length) continue;
    const isInOrder = order.every((length, i) => last[i]?.digits.length === length);
    // What has a name may stand in any order.
    const isNamed = last.every(({ naming }) => naming !== 'bare');
    const chosen = isInOrder ? last : isNamed ? inOrder(last, order) : null;
    if (chosen === null || !isOfSsn(chosen)) continue;
    // `1, 2, 3, 4, 5, 6, 7, 8, 9`, `1,0,1,1,0,1,1,1,1`: a count, flags.
    const digits = chosen.map((part) => part.digits).join('');
    return order.length === 9 && (new Set(digits).size <= 2 || digits === '123456789') ? null : chosen;
  }
  return null;
}

function inOrder(parts: readonly Part[], order: readonly number[]): readonly Part[] | null {
  const chosen = order.map((length) => parts.find(({ digits }) => digits.length === length));
  return new Set(chosen).size === order.length && !chosen.includes(undefined) ? (chosen as Part[]) : null;
}

/** An SSN's name stands before one of them, or each has a phrase that only an SSN's parts have. */
function isOfSsn(parts: readonly Part[]): boolean {
  return parts.some(({ naming }) => naming === 'ssn') || parts.every(({ naming }) => naming === 'phrase');
}

const NEAR = 24;
/** `SSN 1\t531`, `SSN 1 | 531` */
const COUNTS_PART = /^[ \t]?[|\s][ \t]?\d{2,5}(?!\d)/;
/** Attributes whose numbers are about the field. */
const OF_FIELD = /\b(?:(?:max|min)(?:length)?|size|width|height|tabindex|rows|cols|step|type|class|id)\s?=\s?["']?$/i;

/** `ssn1=`, `[0] =>`, `first 3`, `maxlength=3`: digits of a name or beside one. */
function isOfName(text: string, start: number, end: number): boolean {
  if (/^["'\])]{0,3}\s{0,2}[:=]/.test(text.slice(end, end + NEAR))) return true;
  const before = text.slice(Math.max(0, start - NEAR), start);
  if (OF_FIELD.test(before)) return true;
  if (end - start === 1 && /[a-z] $/i.test(before) && COUNTS_PART.test(text.slice(end, end + NEAR))) return true;
  const isInName = /(?:[\p{L}_]|(?:first|last|middle|mid|next)\s)$/iu.test(before);
  return isInName && (end - start === 1 || /[A-Za-z_]$/.test(before));
}

/** No part of a word, an amount or a decimal. */
function standsAlone(text: string, start: number, end: number): boolean {
  return !/[$€£#.+]/.test(text.charAt(start - 1)) && !/^(?:[\p{L}_%]|[.:/]\d)/u.test(text.slice(end, end + 2));
}

/** Said of nothing but an SSN's parts, all of them together. */
const PART_PHRASE = /\b(?:area|group|serial|first (?:five|5|three|3)|middle (?:two|2)|last (?:four|4))\b/i;
/** Phrases that may follow words of something else. */
const FIRST_PART_PHRASE = /\b(?:area|first (?:five|5|three|3)|last (?:four|4))\b/i;
/** Such phrases are also used of other numbers, and there are other areas. */
const OTHER_WORD =
  /zip|postal|card|acc(?:oun)?t|phone|routing|loan|code|of|ein|visa|servic|sales|floor|living|cover|metro/i;
const PART_WORD =
  /^(?:area|gro?u?p|serial|ser|first|second|third|middle|mid|last|next|final|prefix|suffix|parts?|p|segments?|seg|pieces?|box|field|digits?|numbers?|no|nr|and|then|the|with|in|by|followed|begins?|starts?|starting|ends?|ending|of|are|is|was|array|value|val|name|input|str|string|int|one|two|three|four|five|nine|[a-z]|(?:part|box|field|digit|seg|[a-z])?_?\d{1,2})$/i;
const PARTS_VALUES = /[,;|\n()[\]{}"'<>&]/;

/** @param distance how far back the group before ends */
function namingBefore(label: string, distance: number): Naming {
  const words = [...label.matchAll(/[\w\u00c0-\uffff]+/g)].slice(-MAX_WORDS).toReversed();
  let phrase = '';
  for (const { 0: word, index } of words) {
    if (namesSsn(word, phrase.split(' ', 1)[0] as string, label.slice(0, index))) {
      // `ssn=&a=…`: the name has a value of its own, or none.
      return /[&,;]/.test(label.slice(index + word.length)) && !PART_PHRASE.test(phrase) ? 'other' : 'ssn';
    }
    if (!PART_WORD.test(word)) return FIRST_PART_PHRASE.test(phrase) && !OTHER_WORD.test(word) ? 'phrase' : 'other';
    phrase = phrase === '' ? word : `${word} ${phrase}`;
  }
  if (PART_PHRASE.test(phrase)) return 'phrase';
  if (distance > MAX_REACH) return 'other';
  if (phrase !== '') return 'part';
  return PARTS_VALUES.test(label) ? 'bare' : 'other';
}

/** `ss1`, `soc_2`, `socialArea`: alone these say little, in parts enough. */
const SHORT = /^(?:ss|soc(?:ial)?(?:sec(?:urity)?)?)(?:part|area|group|serial|first\w*|middle\w*|last\w*)?\d{0,2}$/;
/** What programs count or measure about SSNs. */
const COUNTS =
  /check|hit|attempt|retr|fail|pass|scan|lookup|found|size|len|limit|rate|page|line|row|col|order|version|match|valid|year|ms$/;

function namesSsn(word: string, next: string, before: string): boolean {
  if (!/ss|soc|tin|tax|security/i.test(word)) return false;
  if (/^sec(?:urity)?$/i.test(word)) return /soc(?:ial)?\W{0,3}$/i.test(before.slice(-10));
  const { says, squashed } = readName(word);
  if (SHORT.test(squashed)) return next === '' || PART_WORD.test(next);
  return (says === 'sure' || says === 'taxpayer') && !COUNTS.test(squashed);
}
