import type { Finding } from '../edits.ts';
import type { Structure } from '../index/structure.ts';
import { MAY_NAME, type Name, readName } from '../names.ts';

/*
 * A number that is told in parts: three, two and four digits, five and four, three and six, or nine single ones. Nothing but names of
 * parts and signs stands between them and a word about SSNs (`ssn1=531&ssn2=84&…`, `"ssn": {"area": 531, …`, `First five of SSN: 53184;
 * last four: …`).
 */

type Part = { readonly start: number; readonly end: number; readonly digits: string };

const NINE_DIGITS = /(?:\d\D*){9}/;
const TOKEN = /[\p{L}_][\p{L}\p{N}_]*|\d+/gu;
const LONGEST_PART = 6;
const PART_WORD =
  /^(?:area|gro?u?p|serial|ser|first|second|third|middle|mid|last|next|final|prefix|suffix|parts?|p|segments?|seg|pieces?|box|field|digits?|numbers?|no|nr|and|then|uhm?|um|dash|hyphen|space|its?|sure|yes|yeah|okay|please|caller|customer|client|user|the|with|in|by|followed|begins?|starts?|starting|ends?|ending|of|are|is|was|array|value|val|key|name|input|label|type|text|maxlength|str|string|int|one|two|three|four|five|nine|br|t[dhr]|sec(?:urity)?|[a-z]|(?:part|box|field|digit|seg|[a-z])?_?\d{1,2})$/i;
/** Digits that count a part, or tell about its field. */
const COUNTS = /(?:(?:first|last|middle|next|part|maxlength|size)[\s_]?=?["']?|\[)$/i;

const WORD_BEFORE = /(?<=([\p{L}\p{N}_]{0,48}))/uy;
/** The first digits are too few for a whole number: most names have one. */
const MAY_BEGIN = /\D{0,80}\d{1,6}(?!\d)/y;
const MAY_TELL = new RegExp(MAY_NAME, 'gi');

/** @param text as `normalized` gives it */
export function findParts(text: string): readonly Finding[] {
  const found: Part[] = [];
  if (text.search(MAY_TELL) < 0 || !NINE_DIGITS.test(text)) return [];
  let done = 0;
  for (const { index } of text.matchAll(MAY_TELL)) {
    if (index < done) continue;
    // A term may begin within a word: "tin" in "itin".
    WORD_BEFORE.lastIndex = index;
    const before = WORD_BEFORE.exec(text)?.[1] ?? '';
    done = readParts(text, Math.max(done, index - before.length), found);
  }
  return found.map((part) => ({ ...part, rule: 'context', because: 'parts of a number' }));
}

/** The parts of numbers which a name or a label before them names, each with all of its number. */
export function findPartsOfFields(
  structure: Structure,
  names: readonly Name[],
  labels: readonly number[],
): readonly Part[] {
  const { text } = structure;
  const found: Part[] = [];
  const mayTell = names.map(isOfNumber);
  const begins = labels.map((label) => structure.startOf(label));
  for (let entry = mayTell.includes(true) ? 0 : structure.length; entry < structure.length; entry++)
    if (mayTell[structure.nameOf(entry)] === true) begins.push(structure.keyStart(entry));
  let done = 0;
  for (const begin of begins.sort((a, b) => a - b)) {
    MAY_BEGIN.lastIndex = begin;
    if (begin >= done && MAY_BEGIN.test(text)) done = readParts(text, begin, found);
  }
  return found;
}

/** @returns where something else begins */
function readParts(text: string, from: number, found: Part[]): number {
  let parts: Part[] = [];
  let isSaid = false;
  TOKEN.lastIndex = from;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const { 0: token, index: start } = match;
    const end = start + token.length;
    const after = text.slice(end, end + 8);
    if (!/^\d/.test(token)) {
      // `ssn=&a=…`: the name has a value of its own, or none.
      if (isOfNumber(readName(token))) isSaid = !/^["'\])]{0,3}\s?[:=]["']?[&,]/.test(after);
      else if (!PART_WORD.test(token)) return end;
      continue;
    }
    const before = text.slice(Math.max(0, start - 16), start);
    if (token.length <= 2 && COUNTS.test(before)) continue;
    if (token.length > LONGEST_PART || /[$€£#.+]$/.test(before) || /^(?:[\p{L}_%]|[./]\d)/u.test(after)) return end;
    parts = [...parts, { start, end, digits: token }].slice(-9);
    const whole = isSaid ? wholeOf(parts) : null;
    if (whole === null) continue;
    const digits = whole.map((part) => part.digits).join('');
    found.push(...whole.map((part) => ({ ...part, digits })));
    return end;
  }
  return text.length;
}

/** How long the parts of a number are. */
const PARTED = /(?:324|54|36|1{9})$/;
/** Flags, counts and marks on a scale have fewer kinds of digits. */
const LEAST_KINDS = 4;

/** The parts of the number that the last of these make up. */
function wholeOf(parts: readonly Part[]): readonly Part[] | null {
  const [lengths = ''] = PARTED.exec(parts.map(({ digits }) => digits.length).join('')) ?? [];
  if (lengths === '') return null;
  const whole = parts.slice(-lengths.length);
  if (lengths.length < 9) return whole;
  // `1, 2, 3, 4, 5, 6, 7, 8, 9`, `1,0,1,1,0,1,1,1,1`: a count, flags.
  const digits = whole.map((part) => part.digits).join('');
  return new Set(digits).size >= LEAST_KINDS && digits !== '123456789' ? whole : null;
}

/** `ss1`, `soc_2`, `socialArea`: alone these say little, in parts enough. */
const SHORT =
  /^(?:q\d{1,3})?(?:ss|soc(?:ial)?(?:sec(?:urity)?)?)(?:part|area|group|serial|first\w*|middle\w*|last\w*)?\d{0,2}$/;

function isOfNumber({ says, squashed }: Name): boolean {
  return SHORT.test(squashed) || says === 'sure';
}
