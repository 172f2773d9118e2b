import { digitValue } from './characters.ts';
import type { Span } from './digit-runs.ts';
import { type Edit, removal } from './edits.ts';
import { isBesideSsnWord, type SsnWords } from './ssn-words.ts';
import type { SubjectNumbers } from './subject-numbers.ts';
import { partsOf } from './text-spans.ts';

/** Digits as people say, transcribe or scan them: words, numerals of other scripts, letters that look like digits. */
export type WrittenDigits = {
  readonly values: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Of each digit: how it is written. */
  readonly kinds: readonly DigitKind[];
  /** Of each digit: whether it goes on from the one before. */
  readonly joins: readonly boolean[];
};

/** - `plain`: a digit; `worded`: a digit behind a separator in words; `other`: anything else that reads as a digit. */
export type DigitKind = 'plain' | 'worded' | 'other';

/** The words of each number, up to twenty and of the tens. */
const WORDS = new Map(
  Object.entries({
    0: 'zero oh nought cero',
    1: 'one uno',
    2: 'two dos',
    3: 'three tres',
    4: 'four cuatro',
    5: 'five cinco',
    6: 'six seis',
    7: 'seven siete',
    8: 'eight ocho',
    9: 'nine nueve',
    10: 'ten',
    11: 'eleven',
    12: 'twelve',
    13: 'thirteen',
    14: 'fourteen',
    15: 'fifteen',
    16: 'sixteen',
    17: 'seventeen',
    18: 'eighteen',
    19: 'nineteen',
    20: 'twenty',
    30: 'thirty',
    40: 'forty',
    50: 'fifty',
    60: 'sixty',
    70: 'seventy',
    80: 'eighty',
    90: 'ninety',
  }).flatMap(([digits, words]) => words.split(' ').map((word) => [word, digits] as const)),
);
const NUMERALS = ['〇零', '一壹Ⅰⅰ', '二贰Ⅱⅱ', '三叁Ⅲⅲ', '四肆Ⅳⅳ', '五伍Ⅴⅴ', '六陆Ⅵⅵ', '七柒Ⅶⅶ', '八捌Ⅷⅷ', '九玖Ⅸⅸ'];
/** What typists and scanners put for digits. */
export const LOOK_ALIKES: readonly string[] = ['OoQ', 'lI|!', 'Zz', '', '', 'Ss', 'Gb', '', 'B', 'gq'];

const VALUES = new Map(WORDS);
for (const signs of [NUMERALS, LOOK_ALIKES]) {
  for (const [digit, letters] of signs.entries()) for (const letter of letters) VALUES.set(letter, String(digit));
}

const byLength = (a: string, b: string): number => b.length - a.length;
const WORD = [...WORDS.keys()].toSorted(byLength).join('|');
const NUMERAL = `[${NUMERALS.join('')}]`;
const LOOK_ALIKE = LOOK_ALIKES.join('');
/** A group of digits with letters among them is alone: words and codes have digits too. */
const TOKEN = new RegExp(
  String.raw`(double|triple)\s+(?=${WORD}|\d)|(${WORD})|(${NUMERAL})|(?<![\p{L}\p{N}])((?=[^\s\d]{0,8}\d)[\d${LOOK_ALIKE}]{2,32})(?![\p{L}\p{N}])|(\p{Nd})`,
  'giu',
);
const FILLER =
  'hyphen|dash|minus|point|dot|period|slash|stroke|space|comma|and|then|hundred|thousand|y|gui[oó]n|raya|punto|espacio|diagonal|ends?|ending|in|with';
const FILLERS = new RegExp(String.raw`^[^\p{L}\p{N}]{0,4}(?:(?:${FILLER})[^\p{L}\p{N}]{1,4}){1,4}$`, 'iu');
/** Without any of these, digits are what they are. */
const UNUSUAL = new RegExp(
  String.raw`${WORD}|${NUMERAL}|\d[${LOOK_ALIKE}]|[${LOOK_ALIKE}]\d|\d[^\p{L}\p{N}]{0,4}(?:${FILLER})[^\p{L}\p{N}]`,
  'iu',
);
/** A line break may stand as an escape. */
const SIGNS = /^(?:\\[nrt]|[^\p{L}\p{N}]){0,8}$/u;
const LONGEST_GAP = 40;

/** Reads what in a text may be digits, in order. Time is linear. */
function readWrittenDigits(text: string): WrittenDigits {
  const values: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const kinds: DigitKind[] = [];
  const joins: boolean[] = [];
  let lastEnd = -1;
  let lastTens = false;
  let times = 1;
  let timesStart = -1;
  for (const match of text.matchAll(TOKEN)) {
    const [token, repeat, word, numeral, group, digit] = match;
    const start = match.index;
    const end = start + token.length;
    const gap = lastEnd < 0 || start - lastEnd > LONGEST_GAP ? null : text.slice(lastEnd, start);
    const isPlainGap = gap !== null && SIGNS.test(gap);
    const isWorded = gap !== null && !isPlainGap && FILLERS.test(gap);
    if (repeat !== undefined) {
      times = repeat.toLowerCase() === 'double' ? 2 : 3;
      timesStart = isPlainGap || isWorded ? start : -2 - start;
      lastEnd = end;
      continue;
    }
    const said = word?.toLowerCase();
    const plain = digit === undefined ? '' : String(digitValue(digit.codePointAt(0) as number));
    const digits = Array.from(group ?? [said ?? numeral ?? plain], (sign) => VALUES.get(sign) ?? sign).join('');
    const joined = timesStart >= 0 || (timesStart === -1 && (isPlainGap || isWorded));
    // Thirty and one are thirty-one.
    if (lastTens && isPlainGap && said !== undefined && digits.length === 1 && digits !== '0') {
      values[values.length - 1] = Number(digits);
      ends[ends.length - 1] = end;
    } else {
      const from = timesStart === -1 ? start : timesStart < 0 ? -2 - timesStart : timesStart;
      for (const [index, value] of [...digits.repeat(times)].entries()) {
        values.push(Number(value));
        // A group's letters are a character each.
        starts.push(group === undefined ? from : start + index);
        ends.push(group === undefined ? end : start + index + 1);
        const isPlain = digit !== undefined || /\d/.test(group?.charAt(index) ?? '');
        kinds.push(isPlain ? (isWorded && index === 0 ? 'worded' : 'plain') : 'other');
        joins.push(index > 0 || joined);
      }
    }
    lastTens = said !== undefined && digits.length === 2 && digits.endsWith('0') && digits !== '10';
    lastEnd = end;
    times = 1;
    timesStart = -1;
  }
  return { values, starts, ends, kinds, joins };
}

/** Nine words and as many separators in words. */
const LONGEST_NUMBER = 160;

/** The digits of a text that is nothing but written digits and signs between them; else null. */
export function writtenNumber(text: string): string | null {
  if (text.length > LONGEST_NUMBER) return null;
  const { values, starts, ends, joins } = readWrittenDigits(text);
  const [first] = starts;
  const last = ends.at(-1);
  if (first === undefined || last === undefined || joins.includes(false, 1)) return null;
  return SIGNS.test(text.slice(0, first)) && SIGNS.test(text.slice(last)) ? values.join('') : null;
}

/** What has a word may be a number: a word gives two digits at most. */
const WORDS_AND_NUMERALS = new RegExp(`${WORD}|double|triple|${NUMERAL}`, 'giu');
const DIGITS_PER_WORD = 2;

/** Whether a text may write nine digits in words: a cheap look that is never wrong when it says no. */
export function mayHoldWrittenDigits(text: string): boolean {
  const words = text.match(WORDS_AND_NUMERALS)?.length ?? 0;
  return words > 0 && words * DIGITS_PER_WORD + (text.match(/\p{Nd}/gu)?.length ?? 0) >= LENGTH;
}

const BILLION = 1_000_000_000;
const LENGTH = 9;

/** Rule 3 on numbers that are spoken, scanned or in other numerals: `five three one hyphen eight four …`, `53l-84-7296`. */
export function findWrittenNumbers(text: string, subjects: SubjectNumbers): readonly Edit[] {
  if (!UNUSUAL.test(text)) return [];
  const edits: Edit[] = [];
  const { values, starts, ends, kinds, joins } = readWrittenDigits(text);
  let window = 0;
  let length = 0;
  /** The last digit that other rules do not read. */
  let unusual = -LENGTH;
  for (const [i, value] of values.entries()) {
    if (joins[i] !== true) length = 0;
    if (kinds[i] !== 'plain') unusual = i;
    window = (window * 10 + value) % BILLION;
    length++;
    if (length < LENGTH || i - unusual >= LENGTH || !subjects.hasNine(window)) continue;
    edits.push(removal(starts[i - LENGTH + 1] as number, ends[i] as number, 'subject'));
  }
  return edits;
}

export type SpokenNumber = { readonly edit: Edit; readonly digits: string };

/** Rule 5 on nine digits of which most are words, beside words about SSNs: `my social is five three one …`. */
export function findSpokenNumbers(text: string, words: SsnWords, spans: readonly Span[]): readonly SpokenNumber[] {
  const found: SpokenNumber[] = [];
  for (const [at, part] of partsOf(text, spans)) {
    if (!mayHoldWrittenDigits(part)) continue;
    const { values, starts, ends, kinds, joins } = readWrittenDigits(part);
    for (let from = 0, to = 1; from < values.length; from = to++) {
      while (joins[to] === true) to++;
      if (to - from !== LENGTH) continue;
      if (kinds.slice(from, to).filter((kind) => kind === 'other').length < LEAST_WORDS) continue;
      const [start, end] = [at + (starts[from] as number), at + (ends[to - 1] as number)];
      if (!isBesideSsnWord(text, words, start, end)) continue;
      found.push({ edit: removal(start, end, 'context'), digits: values.slice(from, to).join('') });
    }
  }
  return found;
}

/** Fewer may be letters of a code. */
const LEAST_WORDS = 3;
