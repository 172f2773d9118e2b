import { CARD, inProse, LAST_FOUR as LAST_FOUR_TERMS } from '../vocabulary.ts';
import type { Mention } from './prose-words.ts';

const LAST_FOUR = String.raw`${inProse(LAST_FOUR_TERMS)}(?:[\s_-]?(?:digits?|nos?|numbers?|#))?`;
/** Words that say that a number's end is told. */
const ENDS = String.raw`(?:${LAST_FOUR}|\b(?:end(?:s|ing)?|termina)(?:\s(?:in|with|w\/|on|en|con)\b)?|\b(?:suffix|serial|tail|masked)\b)`;
const EVERY_END = new RegExp(ENDS, 'g');
const ENDS_TOLD = new RegExp(`${ENDS}\\D*$`);
const LAST_FOUR_TOLD = new RegExp(`${LAST_FOUR}\\D*$`);
/** Right behind a mention: signs alone, a mask in brackets, or a word before a bracket. */
const BARE = /^\(?4?(?:[\s:=#"'>|()*_-]{0,12}|[^\w\n]*\[\w+\]|\s\w+\s?\(\s?)$/;
const ENDS_CELL =
  /^[\s,;.)"'<|*_]*(?:$|[\n<|,;/+&]|[-.]\s)|^\.[a-z]{3,4}\b|^\s(?:verified|confirmed|on file|\(last|(?!of\b)[a-z]+(?<!s)\b)/;
/** A date, a telephone: not `3971/8842` and `last4-3971`. */
const GOES_ON = /^(?:-|\/(?!\d{4}(?!\d)))?\d/;
const GOES_BEFORE = /(?<!(?:last|ssn|\bl)[\s_-]?)\d[-./]$/;
/** Says when, as does `verified 2021`. */
const YEAR = /^(?:19|20)\d\d$/;
const STATED = /\b(?:verified|confirmed|validated|checked|match(?:es|ed)?)\W*$/;
const OTHER = new RegExp(`(?<![a-z])${inProse(CARD, ['amount', 'balance', 'paid', 'order'])}(?:(?![a-z])|last)|\\$`);
/** As far as a person looks. */
const REACH = 64;

type Around = { readonly text: string; readonly start: number; readonly end: number; readonly isTail: boolean };

/** Whether words about SSNs say that four digits are the last ones of a number: no other number is named or stands between. */
export function isLastFour({ text, start, end, isTail }: Around, before?: Mention, after?: Mention): boolean {
  if (GOES_ON.test(text.slice(end, end + 6)) || GOES_BEFORE.test(text.slice(Math.max(0, start - 7), start)))
    return false;
  const isYear = YEAR.test(text.slice(start, end));
  const phrase = text.slice(Math.max(0, Math.min(before?.start ?? start, start) - REACH), start);
  if (before !== undefined && start - before.end <= REACH) {
    const between = text.slice(before.end, start);
    const said = isYear && STATED.test(between) ? 'another' : saidBetween(between);
    if (said === 'the end') return true;
    if (before.kind === 'taxpayer') return false;
    if (said === null && (isTail || LAST_FOUR_TOLD.test(phrase))) return true;
    if (
      (!isYear || /[:#=]/.test(between)) &&
      BARE.test(between) &&
      (/[[(]/.test(between) || ENDS_CELL.test(text.slice(end, end + 12)))
    )
      return true;
  }
  if (after === undefined || after.start - end > REACH) return false;
  const between = text.slice(end, after.start);
  const said = saidBetween(between);
  const clause = phrase.replace(/^[\s\S]*(?:(?<!no)[.;]\s|\n)/, '');
  const isTold = isTail || ENDS_TOLD.test(clause) || (!isYear && /^\s?\($/.test(between));
  return said === 'the end' || (said === null && isTold && !OTHER.test(clause));
}

/** What stands between four digits and words about SSNs. */
function saidBetween(between: string): 'the end' | 'another' | null {
  const rest = between.replace(EVERY_END, ' ');
  if (/\d/.test(rest) || OTHER.test(between)) return 'another';
  return rest === between ? null : 'the end';
}

/** Four digits by themselves, no end of an amount, a date or a longer number, and no part of an escape. */
const FOUR = /(?<![\d$€£.,:/+]|\d[/.]|\d\d[ -]|\\u|&#)\d{4}(?![\d%]|[.,:/-]\d|-[\d(])/y;
const ABOUT_SSN = /(?:ssn|social|\bss\b|itin)[\s\S]*$/;

/** Whether four digits that end a number of the event are told as such; elsewhere they are a year or an amount by chance. */
export function isToldAsLastFour(text: string, start: number): boolean {
  FOUR.lastIndex = start;
  if (!FOUR.test(text)) return false;
  const before = text
    .slice(Math.max(0, start - REACH), start)
    .replace(/_|(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  const [about] = ABOUT_SSN.exec(before) ?? [];
  if (OTHER.test(about ?? before)) return false;
  return (
    ENDS_TOLD.test(before) || (about !== undefined && !/\d/.test(about) && !YEAR.test(text.slice(start, start + 4)))
  );
}
