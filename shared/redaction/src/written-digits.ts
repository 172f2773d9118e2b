import { ASCII_DIGIT_ZERO, digitValue } from './characters.ts';
import type { SubjectNumbers } from './subject-numbers.ts';

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

const WORDS: Readonly<Record<string, string>> = {
  zero: '0',
  oh: '0',
  nought: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  thirteen: '13',
  fourteen: '14',
  fifteen: '15',
  sixteen: '16',
  seventeen: '17',
  eighteen: '18',
  nineteen: '19',
  twenty: '20',
  thirty: '30',
  forty: '40',
  fifty: '50',
  sixty: '60',
  seventy: '70',
  eighty: '80',
  ninety: '90',
  cero: '0',
  uno: '1',
  dos: '2',
  tres: '3',
  cuatro: '4',
  cinco: '5',
  seis: '6',
  siete: '7',
  ocho: '8',
  nueve: '9',
};
const NUMERALS = ['〇零', '一壹Ⅰⅰ', '二贰Ⅱⅱ', '三叁Ⅲⅲ', '四肆Ⅳⅳ', '五伍Ⅴⅴ', '六陆Ⅵⅵ', '七柒Ⅶⅶ', '八捌Ⅷⅷ', '九玖Ⅸⅸ'];
/** What typists and scanners put for digits. */
export const LOOK_ALIKES: readonly string[] = ['OoQ', 'lI|!', 'Zz', '', '', 'Ss', 'Gb', '', 'B', 'gq'];

const VALUES = new Map<string, string>(Object.entries(WORDS));
for (const signs of [NUMERALS, LOOK_ALIKES]) {
  for (const [digit, letters] of signs.entries()) for (const letter of letters) VALUES.set(letter, String(digit));
}

const byLength = (a: string, b: string): number => b.length - a.length;
const WORD = Object.keys(WORDS).toSorted(byLength).join('|');
const NUMERAL = `[${NUMERALS.join('')}]`;
const LOOK_ALIKE = LOOK_ALIKES.join('');
/** A group of digits with letters among them is alone: words and codes have digits too. */
const TOKEN = new RegExp(
  String.raw`(double|triple)\s+(?=${WORD}|\d)|(${WORD})|(${NUMERAL})|(?<![\p{L}\p{N}])((?=[^\s\d]{0,8}\d)[\d${LOOK_ALIKE}]{2,32})(?![\p{L}\p{N}])|(\p{Nd})`,
  'giu',
);
const FILLERS =
  /^[^\p{L}\p{N}]{0,4}(?:(?:hyphen|dash|minus|point|dot|period|slash|stroke|space|comma|and|then|hundred|thousand|y|gui[oó]n|raya|punto|espacio|diagonal|ends?|ending|in|with)[^\p{L}\p{N}]{1,4}){1,4}$/iu;
/** A line break may stand as an escape. */
const SIGNS = /^(?:\\[nrt]|[^\p{L}\p{N}]){0,8}$/u;
const LONGEST_GAP = 40;

/** Reads what in a text may be digits, in order. Time is linear. */
export function readWrittenDigits(text: string): WrittenDigits {
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
    let digits = group === undefined ? (VALUES.get(said ?? numeral ?? '') ?? plainDigit(digit ?? '')) : '';
    for (const letter of group ?? '') digits += VALUES.get(letter) ?? letter;
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
        const isPlain = digit !== undefined || (group !== undefined && isDigitAt(text, start + index));
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

function plainDigit(digit: string): string {
  return String(digitValue(digit.codePointAt(0) ?? 0));
}

function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at) - ASCII_DIGIT_ZERO;
  return code >= 0 && code <= 9;
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

/** A word gives two digits at most: `thirteen`; what doubles and trebles them is a word too. */
const DIGITS_PER_WORD = 2;
const LEAST_DIGITS = 9;
/** The words by their first three letters as fifteen bits; 0 where none begins so, else a place in the list. */
const TRIGRAMS = 0x8000;
const WORDS_OF_BEGINNING: string[][] = [[]];
const BEGINNINGS = new Uint8Array(TRIGRAMS);
for (const word of [...Object.keys(WORDS), 'double', 'triple']) {
  let trigram = 0;
  for (const letter of word.slice(0, 3)) trigram = (trigram << 5) | (letter.charCodeAt(0) & 31);
  if (BEGINNINGS[trigram] === 0) BEGINNINGS[trigram] = WORDS_OF_BEGINNING.push([]) - 1;
  (WORDS_OF_BEGINNING[BEGINNINGS[trigram] as number] as string[]).push(word);
}

/** Whether one of the words, of which the first three letters stand here, stands here. */
function isWordAt(words: readonly string[], text: string, at: number): boolean {
  for (const word of words) {
    let length = 3;
    while (length < word.length && (text.charCodeAt(at + length) | 0x20) === word.charCodeAt(length)) length++;
    if (length >= word.length) return true;
  }
  return false;
}

const HUNDRED_MILLION = 100_000_000;
const NONE = -1;
/** What an ASCII character reads as: a digit, or (plus ten) one by its looks. */
const LIKENESS = Int8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\d/.test(character)) return Number(character);
  const digit = LOOK_ALIKES.findIndex((letters) => letters.includes(character));
  return digit < 0 ? NONE : digit + 10;
});
const IS_LETTER = Uint8Array.from({ length: 0x80 }, (_, code) => (/[a-z]/i.test(String.fromCharCode(code)) ? 1 : 0));

/**
 * Whether a part of a text may write nine digits so: a cheap look that is never wrong when it says no.
 *
 * @param subjects where words between digits, and letters in place of digits, count too: in numbers that are known
 */
export function mayHoldWrittenDigits(
  text: string,
  [from, to]: readonly [number, number],
  subjects: SubjectNumbers | null,
): boolean {
  if (to - from < LEAST_DIGITS) return false;
  let digits = 0;
  let words = 0;
  let trigram = 0;
  /** The last nine digits, and the last nine with letters in place of some, and how many of these there are. */
  let plain = 0;
  let alike = 0;
  let alikes = 0;
  /** How many of them there were at the last letter, and up to the last letter in place of one. */
  let digitsBeforeLetter = 0;
  let alikesBeforeLetter = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) {
      if (IS_NUMERAL.test(text.charAt(i))) words++;
      else if (digitValue(code) >= 0) digits++;
      digitsBeforeLetter = digits;
      trigram = 0;
      continue;
    }
    const likeness = LIKENESS[code] as number;
    if (likeness >= 0) {
      if (likeness < 10) digits++;
      if (subjects !== null) {
        alikes++;
        if (likeness >= 10) alikesBeforeLetter = alikes;
        alike = (alike % HUNDRED_MILLION) * 10 + (likeness % 10);
        // A number without letters in or between its digits is found as the digits that it is.
        const hasAlike = alikes >= LEAST_DIGITS && alikes - alikesBeforeLetter < LEAST_DIGITS;
        if (hasAlike && subjects.hasNine(alike)) return true;
        if (likeness < 10) plain = (plain % HUNDRED_MILLION) * 10 + likeness;
        const hasLetter = digits >= LEAST_DIGITS && digits - digitsBeforeLetter < LEAST_DIGITS;
        if (hasLetter && likeness < 10 && subjects.hasNine(plain)) return true;
      }
    }
    if (IS_LETTER[code] === 0) {
      trigram = 0;
      continue;
    }
    digitsBeforeLetter = digits;
    trigram = ((trigram << 5) | (code & 31)) & (TRIGRAMS - 1);
    const beginning = BEGINNINGS[trigram] as number;
    if (beginning > 0 && isWordAt(WORDS_OF_BEGINNING[beginning] as string[], text, i - 2)) words++;
  }
  return words > 0 && digits + words * DIGITS_PER_WORD >= LEAST_DIGITS;
}

const IS_NUMERAL = new RegExp(NUMERAL, 'u');
