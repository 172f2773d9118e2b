import { isOfBusiness } from './business-words.ts';
import { LETTER, SYMBOL } from './characters.ts';
import { type DigitRuns, digitsText, groupEnd, isEmployerForm, isJoint } from './digit-runs.ts';
import { judgeKey, type KeyJudgement } from './key-rules.ts';
import { isCounted, namesOtherNumber } from './ssn-words.ts';
import { wholeNumberDigits } from './subject-numbers.ts';

/**
 * A number in free text whose name, right before it, says that it is an SSN, a part of one or a taxpayer's:
 * `APPSSN: 531847296`, `tax_id=531847296`, `"l4ssn" => '7296'`. Names are judged like those of JSON and XML.
 */
export type NamedNumber = {
  readonly start: number;
  readonly end: number;
  /** Nine digits, eight or seven that lost their zeros, or a part. */
  readonly digits: string;
  readonly name: string;
};

/** A number as it stands: digits `from`…`to` of the runs. */
type Candidate = { readonly start: number; readonly from: number; readonly group: number; readonly to: number };

type Name = {
  /** The words before the number, the last one last. */
  readonly words: readonly string[];
  /** A colon, an equals sign or the like stands between. */
  readonly isAssigned: boolean;
};

/** Fewer digits than an SSN's last group are named by words only. */
const LEAST_DIGITS = 4;

/** The numbers of a text that their names give away. Time is linear: each looks back over a few words. */
export function findNamedNumbers(text: string, runs: DigitRuns): readonly NamedNumber[] {
  const found: NamedNumber[] = [];
  const { count, starts, ends, gaps } = runs;
  let isList = false;
  for (let from = 0; from < count; ) {
    const group = groupEnd(runs, from);
    const start = starts[from] as number;
    let to = group;
    while (to - from < 9 && to < count && isJoint(gaps[to] as number)) to = groupEnd(runs, to);
    const candidate = { start, from, group, to };
    const last = found.at(-1);
    const goesOn = last !== undefined && to - from === 9 && continuesList(text.slice(last.end, start), isList);
    const number = goesOn ? ninesOf(runs, candidate, last.name) : namedNumber(text, runs, candidate);
    if (number === null) {
      from = group;
      continue;
    }
    if (!goesOn) isList = beginsList(text, start);
    found.push(number);
    while (from < count && (ends[from] as number) <= number.end) from++;
  }
  return found;
}

function namedNumber(text: string, runs: DigitRuns, candidate: Candidate): NamedNumber | null {
  const { start, from, group, to } = candidate;
  // A name has letters, or ends with a digit and then a colon.
  if (((runs.gaps[from] as number) & (LETTER | SYMBOL)) === 0) return null;
  const isNine = to - from === 9;
  const end = runs.ends[group - 1] as number;
  if (!isNine && group - from < LEAST_DIGITS && !DECIMAL_SIGN.test(text.charAt(end))) return null;
  const name = nameBefore(text, start, isNine);
  if (name === null || (!name.isAssigned && isCounted(text, end))) return null;
  const judged = judgeName(text, start, name);
  if (judged === null) return null;
  const { judgement, phrase } = judged;
  const verdict = judgement.says;
  const decimal = name.isAssigned ? decimalAt(text, start) : null;
  if (decimal !== null && (decimal.digits.length === 9 || verdict === 'ssn')) return { ...decimal, name: phrase };
  if (isNine) {
    if (isEmployerForm(runs, from) && (verdict === 'taxpayer' || NAMES_EMPLOYER.test(name.words.join(' '))))
      return null;
    if (verdict === 'taxpayer' && IS_EMPLOYERS.test(text.slice(end, end + 8))) return null;
    const number = ninesOf(runs, candidate, phrase);
    return judgement.flags && new Set(number.digits).size <= 2 ? null : number;
  }
  const isPart = verdict === 'ssn' && name.isAssigned && group - from >= LEAST_DIGITS;
  if (!isPart || GOES_ON.test(text.slice(end, end + 2))) return null;
  return { start, end, digits: digitsText(runs, from, group), name: phrase };
}

function ninesOf(runs: DigitRuns, { start, from, to }: Candidate, name: string): NamedNumber {
  return { start, end: runs.ends[to - 1] as number, digits: digitsText(runs, from, to), name };
}

const NAMES_EMPLOYER = /f?ein|employer/i;
const IS_EMPLOYERS = /^\W{1,3}f?ein\b/i;

/** A date, an amount, a word that begins with digits: not a part of a number. */
const GOES_ON = /^(?:[-./:,]?\d|[\p{L}%])/u;

const DECIMAL_SIGN = /[.eE]/;
const DECIMAL = /\d{1,9}(?:\.0{1,6}|(?:\.\d{1,12})?[eE][+-]?\d{1,3})(?![\d.])/y;

/** `12853947.0`, `5.31847296E+8`: whole numbers as spreadsheets write them. */
function decimalAt(text: string, start: number): Omit<NamedNumber, 'name'> | null {
  DECIMAL.lastIndex = start;
  const spelling = DECIMAL.exec(text)?.[0];
  const digits = spelling === undefined ? null : wholeNumberDigits(spelling.replace('e+', 'e'));
  if (spelling === undefined || digits === null || digits.length < 7) return null;
  return { start, end: start + spelling.length, digits };
}

/** `ssns: [531847296, 666453920]`, `SSN: 531847296 / 666453920` */
function continuesList(between: string, isList: boolean): boolean {
  if (between.length > 16) return false;
  return (isList ? NEXT_ITEM : OR_ANOTHER).test(between);
}

const NEXT_ITEM = /^["']?\s{0,2}(?:[,;|/&+]|and|or|\n)?[\s-]{0,8}["']?$/i;
const OR_ANOTHER = /^["']?\s?(?:[/&+]|and|or)\s?["']?$/i;

function beginsList(text: string, start: number): boolean {
  return /(?:s|\[|\()["']?\s?(?:[:=]\s{0,4})?[[("'\s-]*$/i.test(text.slice(Math.max(0, start - 16), start));
}

/** No name stands further from its number than this, and none is longer. */
const MAX_REACH = 72;
/** Words of a name, from the number backwards: more of them before a colon than before a bare number. */
const MAX_WORDS = 5;
const MAX_BARE_WORDS = 4;

/** What a sign may be between a name and its number; a sign may be several of these. */
const OPENS_VALUE = 1;
const ASSIGNS = 2;
const ENDS_CELL = 4;
/** Stands after a name: `"name" :`, `name?))` */
const FOLLOWS_NAME = 8;
/** No name has it. */
const ENDS_NAME = 16;
const PARTS_WORDS = 32;
const LETTER_SIGN = 64;

const SIGNS: readonly (readonly [signs: RegExp, is: number])[] = [
  [/[\s"'`’“”([{#*_-]/, OPENS_VALUE],
  [/[:=：＝]/, ASSIGNS],
  [/[,;|/]/, ENDS_CELL],
  [/[\s"'`’“”\])?!*]/, FOLLOWS_NAME],
  [/[,;:=：＝&?!|<>{}"'`’“”\\\n\r\t]/, ENDS_NAME],
  [/[^\S\n\r\t]/, PARTS_WORDS],
  [/\p{L}/u, LETTER_SIGN],
];
const ASCII_SIGNS = Uint8Array.from({ length: 0x80 }, (_, code) => classify(String.fromCharCode(code)));

function classify(sign: string): number {
  return SIGNS.reduce((sum, [signs, is]) => (signs.test(sign) ? sum | is : sum), 0);
}

function signAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 0x80) return ASCII_SIGNS[code] as number;
  return Number.isNaN(code) ? 0 : classify(text.charAt(at));
}

/** A type between the sign and the number: `N'…'`, `!!str "…"`, `string(9) "…"`. */
const TYPED = /[:=]\s{0,2}(?:!!\w{1,10}\s|\w{1,10}\(\d{0,2}\)\s?|[A-Za-z]{1,2}(?=["'])|\w{1,10}(?=\())["'(]{0,2}$/;
const TYPE_REACH = 24;
const VERBS = new Set(['is', 'was', 'are', 'read', 'reads', 'equals', 'value', 'val', 'with', 'in', 'like']);

/** What stands right before a number and may be its name. */
function nameBefore(text: string, start: number, isNine: boolean): Name | null {
  const least = Math.max(0, start - MAX_REACH);
  const skip = (from: number, is: number): number => {
    let at = from;
    while (at > least && (signAt(text, at - 1) & is) !== 0) at--;
    return at;
  };
  let end = skip(start, OPENS_VALUE);
  const sign = text.charAt(end - 1);
  let isAssigned = (signAt(text, end - 1) & ASSIGNS) !== 0 || (sign === '>' && /[=-]/.test(text.charAt(end - 2)));
  if (!isAssigned && !isNine) return null;
  if (!isAssigned) {
    const from = Math.max(least, start - TYPE_REACH);
    const typed = end === start || start - end > 3 ? null : TYPED.exec(text.slice(from, start));
    if (typed !== null) {
      end = from + typed.index + 1;
      isAssigned = true;
    }
  }
  if (isAssigned) while (end > least && /[:=：＝>-]/.test(text.charAt(end - 1))) end--;
  else if ((signAt(text, end - 1) & ENDS_CELL) !== 0) end--;
  end = skip(end, FOLLOWS_NAME);
  // Most numbers stand after other numbers and words that end them.
  if (end === least || (!isAssigned && (signAt(text, end - 1) & LETTER_SIGN) === 0)) return null;
  const words = wordsBefore(text, end, least, isAssigned ? MAX_WORDS : MAX_BARE_WORDS);
  while (!isAssigned && VERBS.has((words.at(-1) ?? '').toLowerCase())) words.pop();
  return words.length === 0 ? null : { words, isAssigned };
}

/** The words that end here, back to a sign that ends a name; the last of them has a letter. */
function wordsBefore(text: string, end: number, least: number, most: number): string[] {
  const words: string[] = [];
  let wordEnd = end;
  let hasLetter = false;
  for (let i = end - 1; ; i--) {
    const is = i < least ? ENDS_NAME : signAt(text, i);
    hasLetter ||= (is & LETTER_SIGN) !== 0;
    if ((is & (ENDS_NAME | PARTS_WORDS)) === 0) continue;
    if (!hasLetter) return [];
    if (i + 1 < wordEnd) words.unshift(text.slice(i + 1, wordEnd));
    wordEnd = i;
    if ((is & ENDS_NAME) !== 0 || words.length === most) return words;
  }
}

/** Said of the number as such, these words make it another one. */
const NO_PERSON = /\s(?:benefit|income|wage|office|admin|pension|retire|disab|withh|earn|payment|award)/i;

/** What the shortest end of the phrase that says anything says. */
function judgeName(
  text: string,
  start: number,
  { words, isAssigned }: Name,
): { readonly judgement: KeyJudgement; readonly phrase: string } | null {
  let phrase = '';
  for (let first = words.length - 1; first >= 0; first--) {
    phrase = phrase === '' ? (words[first] as string) : `${words[first]} ${phrase}`;
    const judgement = judgeKey(phrase);
    if (judgement.says === 'none') continue;
    // "SSN matched on …": what a sentence says, `ssn-words.ts` judges.
    if (first < words.length - 1 && !isAssigned && judgement.says !== 'taxpayer') return null;
    if (first < words.length - 1 && (namesOtherNumber(phrase) || NO_PERSON.test(phrase))) return null;
    return judgement.says === 'taxpayer' && isOfBusiness(text, start) ? null : { judgement, phrase };
  }
  return null;
}
