import { type Form, findForms } from './forms.ts';
import { normalized } from './normalized.ts';

/**
 * What a whole value is: a form of a number and nothing else but signs around it (`'412663971`, `(412) 66-3971.`), or
 *
 * - `text`: other digits, with or without words (a date, an amount, an id);
 * - `nothing`: no digits, 0 or 1.
 */
export type ValueForm = Form | 'text' | 'nothing';

export type Value = {
  readonly form: ValueForm;
  /** Of a whole number seven to nine ASCII digits, else all of its digits; of a JSON number of another form, or a long text, none. */
  readonly digits: string;
};

/** What spreadsheets and people put around a number: `'123`, `="123"`, `#123`, `(123).` */
const DRESS = /^[\s'"`=#([{]+|[\s'"`)\]}.,;]+$/g;
/** Until 2049: no report states a later date, and one would hide a number that has lost its first zero. JSON numbers are none. */
const BARE_DATE =
  /^(?:(?:19\d|20[0-4])\d(?:0\d|1[0-2])(?:[0-2]\d|3[01])|(?:0\d|1[0-2])(?:[0-2]\d|3[01])(?:19\d|20[0-4])\d)$/;
/** One decimal point, and at most two digits behind it. */
const AMOUNT = /^[$€£]?[\d,]*\.\d{1,2}$|^[$€£]/;
/** No number is longer; what is, is a text. */
const MAX_VALUE = 256;

/** What a string is as a value. */
export function readValue(spelling: string): Value {
  if (spelling.length > MAX_VALUE) return { form: /\d{4}/.test(spelling) ? 'text' : 'nothing', digits: '' };
  const text = normalized(spelling).replaceAll('\u200b', '');
  const digits = text.replace(/\D/g, '');
  const bare = text.replace(DRESS, '');
  if (digits === '' || /^[01]$/.test(bare)) return { form: 'nothing', digits };
  const float = /\.0$/.test(bare) ? wholeDigits(bare) : null;
  if (float !== null && float.length >= 7) return ofRun(float);
  if (AMOUNT.test(bare)) return { form: 'text', digits };
  const candidate = bare === digits ? [] : findForms(bare);
  const [only] = candidate;
  if (candidate.length === 1 && only?.start === 0 && only.end === bare.length && only.form !== 'short')
    return { form: only.form, digits: only.digits };
  if (!/[A-Za-z\u0080-\uffff]/.test(bare)) return ofDigits(bare, digits);
  return { form: 'text', digits };
}

/** Digits and signs: nine in any groups are a number; zeros before nine are left out. */
function ofDigits(bare: string, digits: string): Value {
  const nine = /^0+\d{9}$/.test(digits) ? digits.slice(-9) : digits;
  if (nine.length === 9) return { form: bare === digits ? 'nine' : 'grouped', digits: nine };
  if (BARE_DATE.test(digits)) return { form: 'text', digits };
  return /^[*#_.\s-]/.test(bare) && digits.length === 4 ? { form: 'tail', digits } : ofRun(digits);
}

function ofRun(digits: string): Value {
  const form = ({ 9: 'nine', 8: 'short', 7: 'short', 4: 'four' } as const)[digits.length];
  return { form: form ?? 'text', digits };
}

/** What a JSON number is as a value. */
export function readNumber(spelling: string): Value {
  const digits = wholeDigits(spelling);
  if (digits === null) return { form: 'text', digits: '' };
  if (digits === '' || digits === '1') return { form: 'nothing', digits };
  return ofRun(digits);
}

/** The digits of a whole number, also of one with a point: `123456789.0`. Null for others and for those too long to be one. */
function wholeDigits(spelling: string): string | null {
  return /^-?0*(\d{0,9})(?:\.0*)?$/.exec(spelling)?.[1] ?? null;
}

const WHOLE = /^(?:nine|separated|grouped|zip|employer|short)$/;
/** Six digits by themselves have lost three zeros. */
const EVERY_NUMBER = /(?<!\d)(?:\d{9}|\d{3}[-. ]\d{2}[-. ]\d{4})(?!\d)|^\d{6}$/g;

/** The numbers that a value holds which goes: all of it, or those among its words. */
export function numbersIn(spelling: string, { form, digits }: Value): readonly string[] {
  if (WHOLE.test(form)) return [digits];
  return (normalized(spelling).match(EVERY_NUMBER) ?? []).map((number) => number.replace(/\D/g, ''));
}
