import { LETTER, SYMBOL } from './characters.ts';
import { type DigitRuns, digitsText, groupEnd, isEmployerForm, isJoint } from './digit-runs.ts';
import { judgeKey, type KeyJudgement } from './key-rules.ts';
import { isOfBusiness } from './business-words.ts';
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
};

/** A number as it stands: digits `from`…`to` of the runs, of which the first group ends at `group`. */
type Candidate = { readonly from: number; readonly group: number; readonly to: number };

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
    const last = found.at(-1);
    const goesOn = last !== undefined && to - from === 9 && continuesList(text.slice(last.end, start), isList);
    const number = goesOn ? numberOf(runs, from, to) : namedNumber(text, runs, { from, group, to });
    if (number === null) {
      from = group;
      continue;
    }
    if (!goesOn) isList = BEGINS_LIST.test(text.slice(Math.max(0, start - LIST_REACH), start));
    found.push(number);
    while (from < count && (ends[from] as number) <= number.end) from++;
  }
  return found;
}

function namedNumber(text: string, runs: DigitRuns, { from, group, to }: Candidate): NamedNumber | null {
  // A name has letters, or ends with a digit and then a colon.
  if (((runs.gaps[from] as number) & (LETTER | SYMBOL)) === 0) return null;
  const isNine = to - from === 9;
  const start = runs.starts[from] as number;
  const end = runs.ends[group - 1] as number;
  if (!isNine && group - from < LEAST_DIGITS && !DECIMAL_SIGN.test(text.charAt(end))) return null;
  const name = nameBefore(text, start);
  if (!name.isAssigned && (!isNine || isCounted(text, end))) return null;
  const verdict = judgeName(text, start, name);
  if (verdict === null) return null;
  const decimal = name.isAssigned ? decimalAt(text, start) : null;
  if (decimal !== null && (decimal.digits.length === 9 || verdict === 'ssn')) return decimal;
  if (isNine) {
    const isEmployers = isEmployerForm(runs, from) || IS_EMPLOYERS.test(text.slice(end, end + 8));
    return verdict === 'taxpayer' && isEmployers ? null : numberOf(runs, from, to);
  }
  const isPart = verdict === 'ssn' && name.isAssigned && group - from >= LEAST_DIGITS;
  return isPart && !GOES_ON.test(text.slice(end, end + 2)) ? numberOf(runs, from, group) : null;
}

function numberOf(runs: DigitRuns, from: number, to: number): NamedNumber {
  const start = runs.starts[from] as number;
  return { start, end: runs.ends[to - 1] as number, digits: digitsText(runs, from, to) };
}

const IS_EMPLOYERS = /^\W{1,3}f?ein\b/i;

/** A date, an amount, a word that begins with digits: not a part of a number. */
const GOES_ON = /^(?:[-./:,]?\d|[\p{L}%])/u;

const DECIMAL_SIGN = /[.eE]/;
const DECIMAL = /\d{1,9}(?:\.0{1,6}|(?:\.\d{1,12})?[eE][+-]?\d{1,3})(?![\d.])/y;

/** `12853947.0`, `5.31847296E+8`: whole numbers as spreadsheets write them. */
function decimalAt(text: string, start: number): NamedNumber | null {
  DECIMAL.lastIndex = start;
  const spelling = DECIMAL.exec(text)?.[0];
  const digits = spelling === undefined ? null : wholeNumberDigits(spelling.replace('e+', 'e'));
  if (spelling === undefined || digits === null || digits.length < 7) return null;
  return { start, end: start + spelling.length, digits };
}

const LIST_REACH = 16;
const BEGINS_LIST = /(?:s|\[|\()["']?\s?(?:[:=]\s{0,4})?[[("'\s-]*$/i;
const NEXT_ITEM = /^["']?\s{0,2}(?:[,;|/&+]|and|or|\n)?[\s-]{0,8}["']?$/i;
const OR_ANOTHER = /^["']?\s?(?:[/&+]|and|or)\s?["']?$/i;

/** `ssns: [531847296, 666453920]`, `SSN: 531847296 / 666453920` */
function continuesList(between: string, isList: boolean): boolean {
  return between.length <= LIST_REACH && (isList ? NEXT_ITEM : OR_ANOTHER).test(between);
}

/** No name stands further from its number than this, and none is longer. */
const MAX_REACH = 72;
/** Words of a name, from the number backwards. */
const MAX_WORDS = 5;

const OPENS_VALUE = /[\s"'`’“”([{#*_-]+$/;
const ASSIGNS = /[=-]>$|[:=：＝]$/;
/** A type between the sign and the number: `N'…'`, `!!str "…"`, `string(9) "…"`. */
const TYPED = /(?<=[:=])\s{0,2}(?:!!\w{1,10}\s|\w{1,10}\(\d{0,2}\)\s?|[A-Za-z]{1,2}(?=["'])|\w{1,10}(?=\())["'(]{0,2}$/;
/** What stands after a name: `"name" :`, `name?))`. */
const FOLLOWS_NAME = /[\s"'`’“”\])?!*]+$/;
const SIGN_FOLLOWS = /[:=：＝>-]+$/;
/** Words without a sign that no name has. */
const LAST_WORDS = /[^,;:=：＝&?!|<>{}"'`’“”\\\n\r\t]*$/;
const VERBS = /(?:\s|^)(?:(?:is|was|are|reads?|equals|value|val|with|in|like)\s*)+$/i;

/** What stands right before a number and may be its name. */
export function nameBefore(text: string, start: number): Name {
  const before = text.slice(Math.max(0, start - MAX_REACH), start);
  const bare = before.replace(OPENS_VALUE, '');
  const assigned = ASSIGNS.test(bare) ? bare : before.replace(TYPED, '');
  const isAssigned = ASSIGNS.test(assigned);
  const name = (isAssigned ? assigned.replace(SIGN_FOLLOWS, '') : bare).replace(FOLLOWS_NAME, '');
  const words = LAST_WORDS.exec(name)?.[0] ?? '';
  const said = isAssigned ? words : words.replace(VERBS, '');
  return { words: said.split(/\s+/).filter(Boolean).slice(-MAX_WORDS), isAssigned };
}

/** What the shortest end of the phrase that says anything says. */
function judgeName(text: string, start: number, { words, isAssigned }: Name): KeyJudgement['says'] | null {
  for (let first = words.length - 1; first >= 0; first--) {
    const phrase = words.slice(first).join(' ');
    const { says } = judgeKey(phrase);
    if (says === 'none') continue;
    const isPhrase = first < words.length - 1;
    // "SSN matched on …": what a sentence says, `ssn-words.ts` judges.
    if (isPhrase && ((!isAssigned && says !== 'taxpayer') || namesOtherNumber(phrase))) return null;
    return says === 'taxpayer' && isOfBusiness(text, start) ? null : says;
  }
  return null;
}
