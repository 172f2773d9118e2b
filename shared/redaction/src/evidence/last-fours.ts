import { CARD, inProse, LAST_FOUR as LAST_FOUR_TERMS } from '../vocabulary.ts';
import type { Mention } from './prose-words.ts';

const LAST_FOUR = String.raw`${inProse(LAST_FOUR_TERMS)}(?:[\s_-]?(?:digits?|nos?|numbers?|#))?`;
const ENDS = String.raw`(?:${LAST_FOUR}|\b(?:end(?:s|ing)?(?:\s(?:in|with|w\/|on))?|termina(?:\s(?:en|con))?)|\bsuffix|\bserial|\btail|\bmasked)`;
const STATE = '(?:verified|confirmed|validated|checked|given|provided|match(?:es|ed)?|on file)';
const SMALL = String.raw`(?:[\s:;=#"'(),_/?>|{}[\]-]|\b(?:of|for|in|to|the|his|her|their|my|your|ssn|social|is|are|was|were|as|only|digits?|came|both|client|on|with|w|he|she|said|gave|sure|yes|ok|del?|su|mi|son|es)\b|\b${STATE})*`;
const NEXT_SPEAKER = String.raw`(?:[\n>\s]{0,4}[a-z ]{1,20}:\s|a(?:ns(?:wer)?)?[:.]\s)?`;

/** Between a mention and four digits: `SSN ending in …`, `SSN (last 4): …`, `SSN for Ann: last four …`. */
const PHRASE_BETWEEN = new RegExp(`^\\.?${SMALL}(?:\\w{1,12}\\s){0,3}${ENDS}${SMALL}$`);
/** The phrase before a mention, and what may stand between it and the digits: `last four of your social?\nAnn: …`. */
const PHRASE_BEFORE = new RegExp(`(?:${LAST_FOUR}|[uú]ltim[oa]s\\s(?:4|cuatro)(?:\\sd[ií]gitos)?)${SMALL}$`);
const NOTHING_BETWEEN = new RegExp(`^${SMALL}${NEXT_SPEAKER}(?:sure\\W{1,3}|yes\\W{1,3}|it'?s\\s|it is\\s){0,2}$`);
/** `L4 … verified social`, `ending … (SSN)`, `… are the last four digits of her SSN` */
const PHRASE_AT_DIGITS = new RegExp(`${ENDS}${SMALL}$`);
const PHRASE_AFTER = new RegExp(`^${SMALL}${LAST_FOUR}${SMALL}$`);
const SMALL_ONLY = new RegExp(`^${SMALL}$`);
/** Right behind a mention, signs alone or a mask. */
const BARE = /^\(?4?[\s:=#"'>|()*_-]{0,12}$/;
const HIDDEN = /^[\s:=#"'(,_/-]*[[<](?:masked|redacted|removed|hidden)[\]>]$/;
const VERIFIED = new RegExp(`^\\s${STATE}\\s?\\(\\s?$`);
const ENDS_CELL = new RegExp(`^[\\s,;.)"'<|]*(?:$|[\\n<|,;/]|-\\s)|^\\.\\w{3,4}$|^\\s${STATE}`);
const YEAR = /^(?:19|20)\d\d$/;
/** The number itself, before its last four are told once more. */
const WHOLE = /\d{9}|\d{3}-\d\d-[\dx*#]{4}/g;
const STATED = new RegExp(`\\b${STATE}\\W*$`);
const OTHER_CARD = new RegExp(`\\b${inProse(CARD)}\\b`);
/** As far as a person looks. */
const REACH = 64;

type Around = { readonly text: string; readonly start: number; readonly end: number; readonly isTail: boolean };

/** Whether words about SSNs say that four digits are the last ones of a number. */
export function isLastFour({ text, start, end, isTail }: Around, before?: Mention, after?: Mention): boolean {
  if (/^[-/]?\d/.test(text.slice(end, end + 2)) || /\d[-./]$/.test(text.slice(Math.max(0, start - 2), start)))
    return false;
  if (before !== undefined && start - before.end <= REACH) {
    const between = text.slice(before.end, start).replace(WHOLE, ' ');
    const isYear = YEAR.test(text.slice(start, end));
    const phrase = text.slice(Math.max(0, before.start - REACH), before.start);
    // `verified 2021` says when.
    if (!OTHER_CARD.test(between) && !(isYear && STATED.test(between))) {
      if (PHRASE_BETWEEN.test(between)) return true;
      if (before.kind === 'taxpayer') return false;
      if (HIDDEN.test(between) || (isTail && SMALL_ONLY.test(between))) return true;
      if (NOTHING_BETWEEN.test(between) && PHRASE_BEFORE.test(phrase)) return true;
      const isBare = BARE.test(between) && ENDS_CELL.test(text.slice(end, end + 12));
      if (!isYear && (isBare || VERIFIED.test(between))) return true;
    }
  }
  if (after === undefined || after.start - end > REACH) return false;
  const between = text.slice(end, after.start);
  if (PHRASE_AFTER.test(between)) return true;
  const phrase = text.slice(Math.max(0, start - REACH), start);
  return (isTail || PHRASE_AT_DIGITS.test(phrase)) && SMALL_ONLY.test(between) && !OTHER_CARD.test(phrase);
}

/** Four digits by themselves, no end of an amount, a date or a longer number, and no part of an escape. */
const FOUR = /(?<![\d$€£.,:/+]|\d[/.]|\d\d[ -]|\\u|&#)\d{4}(?![\d%]|[.,:/-]\d|-[\d(])/y;
/** Words that say that a number's end is told, right before it. */
const TOLD = new RegExp(`(?:${LAST_FOUR}|\\b(?:ends\\s(?:in|with|on)|ending\\swith))${SMALL}$`);
/** Words about SSNs, in the same sentence or in the name that stands before the digits. */
const ABOUT_SSN = /(?:ssn|social|\bss\b|itin)(?![\s\S]{0,64}(?:[.;]\s|\n\n))[\s\S]{0,48}$/;
const NAMES_OTHER = new RegExp(`\\b${inProse(CARD, ['amount', 'balance', 'paid', 'order'])}\\b|\\$`);

/**
 * Whether four digits that end a number of the event are told as such: where words say that they are the end of one (`the last 4
 * came: 3920`), or beside words about SSNs (`ssn-last4-3920`). Elsewhere they are a year or an amount by chance.
 */
export function isToldAsLastFour(text: string, start: number): boolean {
  FOUR.lastIndex = start;
  if (!FOUR.test(text)) return false;
  const before = text
    .slice(Math.max(0, start - REACH), start)
    .replace(/_|(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  if (TOLD.test(before) && !NAMES_OTHER.test(before)) return true;
  const [about] = ABOUT_SSN.exec(before) ?? [];
  return about !== undefined && !NAMES_OTHER.test(about) && !YEAR.test(text.slice(start, start + 4));
}
