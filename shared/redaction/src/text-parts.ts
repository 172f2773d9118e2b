import { type DigitRuns, digitsText, groupEnd } from './digit-runs.ts';
import { judgeKey } from './key-rules.ts';
import { ORDERS, oneOfEach, tellsNothing } from './ssn-parts.ts';

/** A number that a text tells in parts, each after a name of its own or of all of them. */
export type PartedText = {
  readonly digits: string;
  readonly parts: readonly (readonly [start: number, end: number])[];
};

/**
 * What stands before a group of digits says of it:
 * - `ssn`: a part of an SSN, by a name that says so: `ssn1=`, `ssn[area]=`, `ssn:\n  area:`
 * - `part`: a part of what the group before is one of: `; last four: `
 * - `bare`: the same, without a name: `, `
 * - `phrase`: as `part`, by words that only an SSN's parts have: `first five`
 */
type Naming = 'ssn' | 'part' | 'bare' | 'phrase' | 'other';
type Part = {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  readonly naming: Naming;
};

/** Names are looked for no further before a group than this; a form's field has attributes. */
const MAX_REACH = 160;
const MAX_WORDS = 12;
/** Fields of something else may stand between those of a number, but not more than this. */
const MAX_BETWEEN = 256;
const LONGEST_PART = 5;

/** Whether a text may tell a number so: all namings have one of these. */
const ANY = /ss|soc|tin|tax|first|area/i;

/**
 * The numbers that a text tells in parts: three, two and four digits, five and four, or nine single ones (`ssn1=531&…`,
 * `ssn:\n  area: 531\n…`, `First five of SSN: 53184; last four: …`). Time is linear: each group looks back over a few
 * words.
 */
export function findPartedNumbers(text: string, runs: DigitRuns): readonly PartedText[] {
  if (runs.count < 9 || !ANY.test(text)) return [];
  const found: PartedText[] = [];
  let parts: Part[] = [];
  let lastEnd = 0;
  for (let from = 0; from < runs.count; ) {
    const to = groupEnd(runs, from);
    const start = runs.starts[from] as number;
    const end = runs.ends[to - 1] as number;
    const digits = to - from > LONGEST_PART ? '' : digitsText(runs, from, to);
    from = to;
    if (isOfName(text, start, end)) continue;
    const naming = digits === '' || !standsAlone(text, start, end) ? 'other' : namingBefore(text, lastEnd, start, end);
    const follows = parts.at(-1)?.end === lastEnd;
    lastEnd = end;
    if (naming === 'other' || (naming !== 'ssn' && naming !== 'phrase' && !follows)) {
      // A field of something else: only what has a name of its own goes on behind it.
      if (follows) parts = parts.filter((part) => part.naming === 'ssn');
      continue;
    }
    const last = parts.at(-1);
    if (last !== undefined && start - last.end > MAX_BETWEEN) parts = [];
    parts.push({ start, end, digits, naming });
    // Between fields that say so, one that might be a part may be something else.
    const whole = wholeOf(parts) ?? (naming === 'ssn' ? wholeOf(parts.filter((part) => part.naming === 'ssn')) : null);
    if (whole !== null) {
      found.push(whole);
      parts = [];
    } else if (parts.length > 9) parts.shift();
  }
  return found;
}

/** The number that the last of these parts make up. */
function wholeOf(parts: readonly Part[]): PartedText | null {
  if (!mayBeWhole(parts)) return null;
  for (const order of ORDERS) {
    const last = parts.slice(-order.length);
    // What has a name may stand in any order.
    const isInOrder = order.every((length, i) => last[i]?.digits.length === length);
    const isNamed = last.every(({ naming }) => naming !== 'bare');
    const chosen = isInOrder ? last : isNamed ? oneOfEach(last, order) : null;
    if (chosen !== null && isOfSsn(chosen)) return joined(chosen);
  }
  const singles = parts.slice(-9);
  if (singles.length < 9 || singles.some(({ digits }) => digits.length !== 1)) return null;
  const whole = joined(singles);
  return tellsNothing(whole.digits) || !isOfSsn(singles) ? null : whole;
}

/** Whether the last two, three or nine parts have nine digits. */
function mayBeWhole(parts: readonly Part[]): boolean {
  let length = 0;
  for (let i = 1; i <= 9 && i <= parts.length && length < 9; i++) {
    length += (parts[parts.length - i] as Part).digits.length;
    if (length === 9) return i === 2 || i === 3 || i === 9;
  }
  return false;
}

/** An SSN's name stands before one of them, or each has a phrase that only an SSN's parts have. */
function isOfSsn(parts: readonly Part[]): boolean {
  return parts.some(({ naming }) => naming === 'ssn') || parts.every(({ naming }) => naming === 'phrase');
}

function joined(parts: readonly Part[]): PartedText {
  return {
    digits: parts.map(({ digits }) => digits).join(''),
    parts: parts.map(({ start, end }) => [start, end] as const),
  };
}

const IN_NAME_BEFORE = /(?:[\p{L}_]|(?:first|last|middle|mid|next)\s)$/iu;
const IN_NAME_AFTER = /^["'\])]{0,3}\s{0,2}[:=]/;
/** `<td>SSN 1</td><td>531</td>`, `SSN 1 | 531` */
const COUNTS_PART = /^(?:\s{0,2}<\/?[a-z]{1,4}>){1,4}\s?\d{2,5}(?!\d)|^[ \t]?[|\t ][ \t]?\d{2,5}(?!\d)/i;
const LONGEST_WORD = 12;
/** Attributes whose numbers are about the field. */
const OF_FIELD =
  /\b(?:(?:max|min)(?:length)?|size|width|height|tabindex|rows|cols|colspan|rowspan|step|type|pattern|class|style|id)\s?=\s?["']?$/i;

/** `ssn1=`, `[0] =>`, `first 3`, `maxlength=3`: digits of a name or beside one. */
function isOfName(text: string, start: number, end: number): boolean {
  if (IN_NAME_AFTER.test(text.slice(end, end + LONGEST_WORD))) return true;
  const before = text.slice(Math.max(0, start - 2 * LONGEST_WORD), start);
  if (end - start === 1 && /[a-z] $/i.test(before) && COUNTS_PART.test(text.slice(end, end + 2 * LONGEST_WORD)))
    return true;
  if (end - start === 1 || /[A-Za-z_]$/.test(before)) return IN_NAME_BEFORE.test(before) || OF_FIELD.test(before);
  return before.endsWith('=') || /=["']$/.test(before) ? OF_FIELD.test(before) : false;
}

/** No part of a word, an amount or a decimal. */
function standsAlone(text: string, start: number, end: number): boolean {
  return !/[$€£#.+]/.test(text.charAt(start - 1)) && !/^(?:[\p{L}_%]|[.:/]\d)/u.test(text.slice(end, end + 2));
}

function namingBefore(text: string, lastEnd: number, start: number, end: number): Naming {
  const label = labelBefore(text, lastEnd, start, end);
  const words: string[] = [];
  const phrase = (): string => words.toReversed().join(' ');
  let at = label.length;
  while (words.length < MAX_WORDS) {
    while (at > 0 && !isWordSign(label.charCodeAt(at - 1))) at--;
    const wordEnd = at;
    while (at > 0 && isWordSign(label.charCodeAt(at - 1))) at--;
    if (at === wordEnd) break;
    const word = label.slice(at, wordEnd);
    if (namesSsn(word, words.at(-1), label, at)) {
      // `ssn=&a=…`: the name has a value of its own, or none.
      return ENDS_FIELD.test(label.slice(wordEnd)) && !PART_PHRASE.test(phrase()) ? 'other' : 'ssn';
    }
    if (!PART_WORD.test(word)) return FIRST_PART_PHRASE.test(phrase()) && !OTHER_WORD.test(word) ? 'phrase' : 'other';
    words.push(word);
  }
  if (PART_PHRASE.test(phrase())) return 'phrase';
  if (start - lastEnd > MAX_REACH) return 'other';
  if (words.length > 0) return 'part';
  return PARTS_VALUES.test(label) ? 'bare' : 'other';
}

const ENDS_FIELD = /[&,;]/;
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

function isWordSign(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x5f ||
    code >= 0xc0
  );
}

const MAY_NAME = /ss|soc|tin|tax|security/i;
/** `ss1`, `soc_2`, `socialArea`: alone these say little, in parts enough. */
const SHORT = /^(?:ss|soc(?:ial)?(?:sec(?:urity)?)?)(?:part|area|group|serial|first\w*|middle\w*|last\w*)?\d{0,2}$/;
/** What programs count or measure about SSNs. */
const NO_PART =
  /check|hit|attempt|retr|fail|pass|scan|lookup|found|size|len|limit|rate|page|line|row|col|order|version|ms$/;

function namesSsn(word: string, next: string | undefined, label: string, at: number): boolean {
  if (!MAY_NAME.test(word)) return false;
  if (/^sec(?:urity)?$/i.test(word)) return /soc(?:ial)?\W{0,3}$/i.test(label.slice(Math.max(0, at - 10), at));
  const judgement = judgeKey(word);
  if (SHORT.test(judgement.name)) return next === undefined || PART_WORD.test(next);
  if (judgement.says !== 'ssn' && judgement.says !== 'taxpayer') return false;
  return !judgement.isNoPart && !NO_PART.test(judgement.name);
}

const VALUE_BEFORE = /\bvalue\s?=\s?["']?$/i;
const FIELD_NAME = /\s(?:name|id)\s?=\s?["']?([^"'\s<>]{1,64})/i;
const TAG = /<\/?[a-z][^<>]*>/gi;

/** What stands between the group before and this one, without tags; of a form's field its name. */
function labelBefore(text: string, lastEnd: number, start: number, end: number): string {
  const label = text.slice(Math.max(lastEnd, start - MAX_REACH), start);
  if (!VALUE_BEFORE.test(label)) return label.includes('<') ? label.replace(TAG, ' ') : label;
  const open = label.lastIndexOf('<');
  const close = text.indexOf('>', end);
  const after = close < 0 || close - end > MAX_REACH ? '' : text.slice(end, close);
  const name = FIELD_NAME.exec(open < 0 ? label : label.slice(open))?.[1] ?? FIELD_NAME.exec(after)?.[1];
  if (name !== undefined) return name;
  return open < 0 ? label : `${label.slice(0, open).replace(TAG, ' ')} \n`;
}
