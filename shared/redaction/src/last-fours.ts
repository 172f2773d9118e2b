import { type Edit, removal } from './edits.ts';
import { namesOtherNumber } from './ssn-words.ts';
import type { SubjectNumbers } from './subject-numbers.ts';

const FOUR = /(?<![\d$€£.,:/+]|\d[/.]|\d\d[ -])\d{4}(?![\d%]|[.,:/-]\d|-[\d(])/g;
/** Words that say that a number's end is told, right before it. */
const TOLD =
  /(?:(?:last|final)[\s_-]?(?:4|four)(?:[\s_-]?(?:digits?|nos?|numbers?|#s?))?|\b(?:ends\s(?:in|with|on)|ending\swith))(?:\sof\s(?:the\s|his\s|her\s|their\s)?(?:ssn?|social))?(?:\s(?:is|are|was|were|as|of|to|given|verified|confirmed|came))*[\s:=#"'(-]{0,4}$/i;
/** Words about SSNs, in the same sentence or in the name that stands before the digits. */
const ABOUT_SSN = /(?:ssn|social|\bss\b|itin)(?![\s\S]{0,64}(?:[.;]\s|\n\n))[\s\S]{0,48}$/i;
const YEAR = /^(?:19|20)\d\d$/;
const REACH = 72;

/**
 * Rule 3 on the last four digits of a number of the event: where words say that it is the end of one (`the last 4
 * came: 3920`), or beside words about SSNs (`ssn-last4-3920`). Elsewhere four digits are a year or an amount by chance.
 */
export function findLastFours(text: string, subjects: SubjectNumbers): readonly Edit[] {
  const edits: Edit[] = [];
  for (const match of text.matchAll(FOUR)) {
    const start = match.index;
    if (!subjects.hasLastFour(Number(match[0]))) continue;
    const before = text.slice(Math.max(0, start - REACH), start);
    if (!isTold(before) && (YEAR.test(match[0]) || !isAboutSsn(before))) continue;
    edits.push(removal(start, start + match[0].length, 'subject'));
  }
  return edits;
}

function isTold(before: string): boolean {
  return TOLD.test(before) && !CARD.test(before);
}

function isAboutSsn(before: string): boolean {
  const [about] = ABOUT_SSN.exec(before) ?? [];
  return about !== undefined && !namesOtherNumber(about) && !CARD.test(about);
}

/** Other numbers of which the last four are told. */
const CARD =
  /\b(?:cards?|visa|mc|mastercard|amex|discover|debit|credit\scard|acc(?:oun)?ts?|acct|loan|phone|cell|mobile|tel|checking|savings|bank|routing|vin|zip|iban)\b[\s\S]{0,48}$/i;
