import { ASCII_DIGIT_ZERO, digitValue } from './characters.ts';
import type { Span } from './digit-runs.ts';
import type { SubjectNumbers } from './subject-numbers.ts';
import { joinedSpans } from './text-spans.ts';
import { findWrittenNumbers, LOOK_ALIKES, mayHoldWrittenDigits } from './written-digits.ts';

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
  if (isOdd && hasOtherDigits(text)) return true;
  if (prefilter === null && mayHoldOtherWriting(text, subjects)) return true;
  return mayHoldWrittenDigits(text) && findWrittenNumbers(text, subjects).length > 0;
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

/** Between digits stands whatever has no digit; between letters that look like some, signs and short words. */
const GAP = String.raw`\D{0,320}`;
const SIGNS_AND_WORDS = String.raw`(?:[^a-zA-Z\d]{1,4}[a-zA-Z]{2,8}){0,4}[^a-zA-Z\d]{0,8}`;
const POSITION = String.raw`\D{1,8}\d{1,2}\D{1,8}`;
/** A space, a dash, a point or a slash between digits that are told by their codes. */
const CODE_GAP = String.raw`\D{1,8}(?:(?:32|4[567])\D{1,8})?`;

function writingsOf(number: number): readonly string[] {
  const digits = String(number).padStart(9, '0');
  const short = String(number);
  const significant = short.replace(/0+$/, '');
  const each = (gap: string, is: (digit: string) => string, of = digits): string => [...of].map(is).join(gap);
  const plain = (digit: string): string => digit;
  return [
    each(GAP, plain, short.length >= 7 ? short : digits),
    each(POSITION, plain),
    each(CODE_GAP, (digit) => String(digit.charCodeAt(0))),
    each(SIGNS_AND_WORDS, (digit) => `[${digit}${LOOK_ALIKES[Number(digit)] ?? ''}]`),
    digits.slice(-4),
    `${each(String.raw`\D?`, plain, significant)}(?:0{0,8}\\s?[eE×xX*]|\\.)`,
    ...[16, 8, 2].map((base) =>
      number.toString(base).replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`),
    ),
  ];
}

const HUNDRED_MILLION = 100_000_000;
const TEN_MILLION = 10_000_000;
/** Another base, an exponent, codes of digits, digits behind their positions. */
const OTHER_WRITING =
  /\d(?:[eE]\s?[+-]?\d|\s?[xX×*]\s?10)|0[xXoObB][0-9a-fA-F]|(?:(?<!\d)(?:32|4[5-9]|5[0-7])\D{1,8}){8}|(?:(?<!\d)\d{1,2}\D{1,8}\d\D{1,8}){8}/;
/** Eight letters that are one of the few numbers of an event are so by chance once in four thousand million. */
export const HEXADECIMAL = /(?<![0-9a-zA-Z])(?=[0-9]{0,7}[a-fA-F])[0-9a-fA-F]{7,8}h?(?![0-9a-zA-Z])/g;
const LOOKS_ALIKE = /\d[OoQlI|!ZzSsGbBgq]|[OoQlI|!ZzSsGbBgq]\d/;

function mayHoldOtherWriting(text: string, subjects: SubjectNumbers): boolean {
  return (
    OTHER_WRITING.test(text) ||
    (text.match(HEXADECIMAL) ?? []).some((spelled) => subjects.hasNine(Number.parseInt(spelled, 16))) ||
    (LOOKS_ALIKE.test(text) && holdsDigits(text.replace(ALIKE, digitAlike), subjects))
  );
}

const ALIKE = new RegExp(`[${LOOK_ALIKES.join('')}]`, 'g');

function digitAlike(letter: string): string {
  return String(LOOK_ALIKES.findIndex((letters) => letters.includes(letter)));
}

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
