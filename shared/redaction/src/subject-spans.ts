import { ASCII_DIGIT_ZERO, digitValue } from './characters.ts';
import type { Span } from './digit-runs.ts';
import type { SubjectNumbers } from './subject-numbers.ts';
import { joinedSpans } from './text-spans.ts';

/** A long text is read in parts of this length, which overlap by the longest number with tags and words between. */
const PART = 2048;
const OVERLAP = 512;

const NO_SPANS: readonly Span[] = [];

/**
 * Where in a text one of the event's numbers may stand in any writing: a cheap look that leaves out nothing. Of a short
 * text all, if there is anything in it.
 */
export function findSubjectSpans(text: string, subjects: SubjectNumbers): readonly Span[] {
  if (subjects.isEmpty() || text.length < 4) return NO_SPANS;
  if (text.length <= PART + OVERLAP)
    return mayHoldSubject(text, [0, text.length], subjects) ? [[0, text.length]] : NO_SPANS;
  const prefilter = prefilterOf(subjects);
  const spans: [number, number][] = [];
  for (let from = 0; from < text.length; from += PART) {
    const to = from + PART + OVERLAP;
    if (mayHoldAny(text.slice(from, to), subjects, prefilter)) spans.push([from, to]);
  }
  return joinedSpans(text, spans);
}

/** Neither printed in ASCII nor a space. */
const ODD = /[^\t-\r -~]/;
const DIGIT_IN_TAG = /<[^<>\d]*\d/;

/** Whether one of the event's numbers may stand in a short part of a text. */
export function mayHoldSubject(text: string, [from, to]: Span, subjects: SubjectNumbers): boolean {
  const digits = readDigits(text, [from, to], subjects);
  if (digits !== MORE_THAN_DIGITS) return digits === SUBJECT;
  return mayHoldAny(text.slice(from, to), subjects, null);
}

function mayHoldAny(text: string, subjects: SubjectNumbers, prefilter: RegExp | null): boolean {
  const has = (read: string): boolean => (prefilter === null ? holdsDigits(read, subjects) : prefilter.test(read));
  if (has(text)) return true;
  if (text.includes('<') && DIGIT_IN_TAG.test(text) && has(text.replace(TAGS, ''))) return true;
  const isOdd = ODD.test(text);
  return isOdd && hasOtherDigits(text);
}

const TAGS = /<[^<>]*>/g;

/** For more numbers than these no expression is made. */
const MAX_SOUGHT = 8;
type Prefilter = { readonly count: number; readonly expression: RegExp | null };
const prefilters = new WeakMap<SubjectNumbers, Prefilter>();

/** What finds the few numbers of an event in one pass; null when there are many. */
function prefilterOf(subjects: SubjectNumbers): RegExp | null {
  const numbers = subjects.all();
  const known = prefilters.get(subjects);
  if (known?.count === numbers.size) return known.expression;
  const expression = numbers.size > MAX_SOUGHT ? null : new RegExp([...numbers].flatMap(writingsOf).join('|'));
  prefilters.set(subjects, { count: numbers.size, expression });
  return expression;
}

/** Between digits stands whatever has no digit. */
const GAP = String.raw`\D{0,320}`;

function writingsOf(number: number): readonly string[] {
  const digits = String(number).padStart(9, '0');
  const short = String(number);
  return [[...(short.length >= 7 ? short : digits)].join(GAP), digits.slice(-4)];
}

const HUNDRED_MILLION = 100_000_000;
const TEN_MILLION = 10_000_000;
function holdsDigits(text: string, subjects: SubjectNumbers): boolean {
  return readDigits(text, [0, text.length], subjects) === SUBJECT;
}

const NO_SUBJECT = 0;
const SUBJECT = 1;
/** There is no number in the digits alone, but there are letters, or digits enough for codes of them. */
const MORE_THAN_DIGITS = 2;
/** Groups of digits, one for each digit of a number. */
const LEAST_CODED = 8;
/** Signs of dates, amounts and telephones: between digits they say nothing. */
const IS_PLAIN_SIGN = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[\s.,:/()$+-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Whether the digits of a number stand one after the other, whatever is between them, or its last four by themselves. */
function readDigits(text: string, [from, to]: Span, subjects: SubjectNumbers): number {
  const shortForms = subjects.hasShortForms();
  let value = 0;
  let count = 0;
  let group = 0;
  let groups = 0;
  let result = NO_SUBJECT;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    const digit = code - ASCII_DIGIT_ZERO;
    if (digit < 0 || digit > 9) {
      if (group === 4 && subjects.hasLastFour(value % TEN_THOUSAND)) return SUBJECT;
      if (group > 0) groups++;
      group = 0;
      if (code >= 0x80 || IS_PLAIN_SIGN[code] === 0) result = MORE_THAN_DIGITS;
      continue;
    }
    value = (value % HUNDRED_MILLION) * 10 + digit;
    group++;
    count++;
    if (count < LEAST_DIGITS) continue;
    if (count >= 9 && subjects.hasNine(value)) return SUBJECT;
    if (shortForms && (subjects.hasShort(value % HUNDRED_MILLION) || subjects.hasShort(value % TEN_MILLION)))
      return SUBJECT;
  }
  if (group === 4 && subjects.hasLastFour(value % TEN_THOUSAND)) return SUBJECT;
  return groups >= LEAST_CODED ? MORE_THAN_DIGITS : result;
}

const TEN_THOUSAND = 10_000;
/** What is left of nine digits when two leading zeros are lost. */
const LEAST_DIGITS = 7;

/** Digits of another script or kind. */
function hasOtherDigits(text: string): boolean {
  for (const character of text) {
    const codePoint = character.codePointAt(0) as number;
    if (codePoint >= 0x80 && digitValue(codePoint) >= 0) return true;
  }
  return false;
}
