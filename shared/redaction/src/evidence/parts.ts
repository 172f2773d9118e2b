import type { Finding } from '../edits.ts';
import { MAY_NAME, readName } from '../names.ts';
import { PART_TOLD } from '../vocabulary.ts';

/*
 * A number that a text tells in parts: three, two and four digits, five and four, or nine single ones. Either each has a name
 * that says which part it is (`ssn1=531&…&ssn2=84`), or nothing but such names and signs stands between them and a word about
 * SSNs (`ssn:\n  area: 531\n…`, `First five of SSN: 53184; last four: …`).
 */

type Part = { readonly start: number; readonly end: number; readonly digits: string };

const NINE_DIGITS = /(?:\d\D*){9}/;
/** From the beginning of a word on: beginning at each letter would cost the square of a name's length. */
const NAMED =
  /(?<![A-Za-z_])([A-Za-z_][\w.-]{0,126})["'\])]{0,3}\s{0,4}(?:[:=]>?|\bvalue=|(?<=["']\s{2,4}))\s{0,4}["'(]{0,2}(\d{1,5})(?![\w.])/g;
const TOKEN = /[\p{L}_][\p{L}\p{N}_]*|\d+/gu;
const LONGEST_PART = 6;

/** @param text as `normalized` gives it */
export function findParts(text: string): readonly Finding[] {
  return text.search(MAY_TELL) >= 0 && NINE_DIGITS.test(text) ? [...namedParts(text), ...tellingParts(text)] : [];
}

/** Fields of other things may stand between. */
function namedParts(text: string): readonly Finding[] {
  const byStem = new Map<string, Part[]>();
  const found: Finding[] = [];
  for (const { 0: field, 1: name = '', 2: digits = '', index } of text.matchAll(NAMED)) {
    const { partOf } = readName(name);
    if (partOf === null) continue;
    const end = index + field.length;
    const parts = [...(byStem.get(partOf) ?? []), { start: end - digits.length, end, digits }].slice(-9);
    const whole = wholeOf(parts);
    byStem.set(partOf, whole === null ? parts : []);
    found.push(...findingsOf(whole));
  }
  return found;
}

/** Said of nothing but an SSN's parts, all of them together. */
const PHRASE = new RegExp(`^(?:${PART_TOLD.join('|')})$`, 'i');
const PART_WORD =
  /^(?:area|gro?u?p|serial|ser|first|second|third|middle|mid|last|next|final|prefix|suffix|parts?|p|segments?|seg|pieces?|box|field|digits?|numbers?|no|nr|and|then|uhm?|um|dash|hyphen|the|with|in|by|followed|begins?|starts?|starting|ends?|ending|of|are|is|was|array|value|val|name|input|type|text|maxlength|str|string|int|one|two|three|four|five|nine|br|sec(?:urity)?|[a-z]|(?:part|box|field|digit|seg|[a-z])?_?\d{1,2})$/i;
/** Digits that count a part, or tell about its field. */
const COUNTS = /(?:(?:first|last|middle|next|part|maxlength|size)[\s_]?=?["']?|\[)$/i;
/** `SSN 1\t531`, `SSN 1 | 531` */
const IN_NEXT_CELL = /^[ \t]?[|\s][ \t]?\d{2,5}(?!\d)/;

const MAY_TELL = new RegExp(`${MAY_NAME.source}|${PART_TOLD.join('|')}`, 'gi');
const WORD_BEFORE = /(?<=([\p{L}\p{N}_]{0,48}))/uy;

/** Parts in their order, with nothing else between. */
function tellingParts(text: string): readonly Finding[] {
  const found: Finding[] = [];
  let done = 0;
  for (const { index } of text.matchAll(MAY_TELL)) {
    if (index < done) continue;
    // A term may begin within a word: "tin" in "itin".
    WORD_BEFORE.lastIndex = index;
    const before = WORD_BEFORE.exec(text)?.[1] ?? '';
    done = readParts(text, Math.max(done, index - before.length), found);
  }
  return found;
}

/** @returns where something else begins */
function readParts(text: string, from: number, found: Finding[]): number {
  let parts: Part[] = [];
  let isSaid = false;
  let phrases = 0;
  TOKEN.lastIndex = from;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const { 0: token, index: start } = match;
    const end = start + token.length;
    const after = text.slice(end, end + 8);
    if (!/^\d/.test(token)) {
      // `ssn=&a=…`: the name has a value of its own, or none.
      if (namesSsn(token)) isSaid = !/^["'\])]{0,3}\s?[:=]?["']?[&,]/.test(after);
      else if (!PART_WORD.test(token)) return end;
      else if (PHRASE.test(token)) phrases++;
      continue;
    }
    const before = text.slice(Math.max(0, start - 16), start);
    if (token.length <= 2 && (COUNTS.test(before) || (/[a-z] $/i.test(before) && IN_NEXT_CELL.test(after)))) continue;
    if (token.length > LONGEST_PART || /[$€£#.+]$/.test(before) || /^(?:[\p{L}_%]|[.:/]\d)/u.test(after)) return end;
    parts = [...parts, { start, end, digits: token }].slice(-9);
    const whole = isSaid || phrases >= parts.length ? wholeOf(parts) : null;
    found.push(...findingsOf(whole));
    if (whole !== null) return end;
  }
  return text.length;
}

/** How long the parts of a number are, however they are ordered, and the order: three, two, four; five, four; three, six. */
const PARTED = /(?:324|342|234|243|423|432|54|45|36|1{9})$/;
const ORDER = '35_264';
/** Flags, counts and marks on a scale have fewer kinds of digits. */
const LEAST_KINDS = 4;

/** The parts of the number that the last of these make up, in its order. */
export function wholeOf<Part extends { readonly digits: string }>(parts: readonly Part[]): readonly Part[] | null {
  const [lengths = ''] = PARTED.exec(parts.map(({ digits }) => digits.length).join('')) ?? [];
  if (lengths === '') return null;
  const whole = parts.slice(-lengths.length);
  const rank = ({ digits }: Part): number => ORDER.indexOf(String(digits.length));
  if (lengths.length < 9) return whole.sort((one, other) => rank(one) - rank(other));
  // `1, 2, 3, 4, 5, 6, 7, 8, 9`, `1,0,1,1,0,1,1,1,1`: a count, flags.
  const digits = whole.map((part) => part.digits).join('');
  return new Set(digits).size >= LEAST_KINDS && digits !== '123456789' ? whole : null;
}

function findingsOf(whole: readonly Part[] | null): readonly Finding[] {
  const digits = (whole ?? []).map((part) => part.digits).join('');
  return (whole ?? []).map(({ start, end }) => ({ start, end, digits, rule: 'context', because: 'parts of a number' }));
}

/** `ss1`, `soc_2`, `socialArea`: alone these say little, in parts enough. */
const SHORT = /^(?:ss|soc(?:ial)?(?:sec(?:urity)?)?)(?:part|area|group|serial|first\w*|middle\w*|last\w*)?\d{0,2}$/;
function namesSsn(word: string): boolean {
  const { says, squashed } = readName(word);
  return SHORT.test(squashed) || says === 'sure' || says === 'taxpayer';
}
