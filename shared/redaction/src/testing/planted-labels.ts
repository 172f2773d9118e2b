import { grouped } from './number-writings.ts';
import type { Random } from '@fundlens/runtime/testing/random';

/** A label and a value beside it, as forms, trackers, CRMs and document signers name the two. */
const PAIRS = [
  ...'tabLabel:value identification-class:identification-number id_class:id_number displayName:stringValue'.split(' '),
  ...'display_name:string_value fieldKey:fieldValueString fieldKey:field_value key:field_value heading:body'.split(' '),
  ...'header:content caption:text prompt:reply question:answerText title:response attr:to field:newValue'.split(' '),
  ...'fieldName:newValue propertyName:propertyValue columnName:cellValue parameterKey:parameterValue'.split(' '),
  ...'label:valueString name:textValue'.split(' '),
];
const LABELS = ['SSN', 'ssn', 'Social Security Number', 'Applicant SSN', 'contact.ssn', 'Borrower SSN'] as const;

/** A value that a label beside it names (rule 2). */
export function labelledPair(value: unknown, random: Random): Readonly<Record<string, unknown>> {
  const [label = '', name = ''] = random.pick(PAIRS).split(':');
  const pair = { [label]: random.pick(LABELS), [name]: value };
  return random.chance(0.5) ? pair : Object.fromEntries(Object.entries(pair).reverse());
}

/** How a program words that a value is refused. */
const REFUSALS = [
  '~ is invalid',
  '"~" is not a valid value',
  'value ~ is invalid',
  'Value ~ not accepted',
  'invalid: ~',
];
const PLACES_OF_ERRORS: readonly ((message: string) => unknown)[] = [
  (message) => ({ pointer: '/data/attributes/ssn', detail: message }),
  (message) => ({ errors: [{ source: { pointer: '/data/attributes/ssn' }, title: 'Invalid', detail: message }] }),
  (message) => ({ errors: [{ extensions: { field: 'ssn' }, message }] }),
  (message) => ({ field: 'ssn', message }),
  (message) => ({ path: ['body', 'ssn'], message }),
  (message) => ({ loc: ['body', 'ssn'], msg: message }),
  (message) => ({ details: [{ path: ['ssn'], message, context: { key: 'ssn' } }] }),
];

/** A value in the text of an error, beside the field that it is about. */
export function errorAbout(digits: string, random: Random): unknown {
  const number = random.chance(0.5) ? digits : grouped(digits, '-');
  return random.pick(PLACES_OF_ERRORS)(random.pick(REFUSALS).replace('~', number));
}

const other = (random: Random): string => random.digits(9);
const PAGES: readonly ((number: string, random: Random) => string)[] = [
  (number) => `<table><tr><td>SSN</td><td>${number}</td></tr></table>`,
  (number) => `<table><tr><th>Name</th><th>SSN</th></tr><tr><td>TESTA</td><td>${number}</td></tr></table>`,
  (number) => `<table><thead><tr><th>SSN</th></tr></thead><tbody><tr><td>${number}</td></tr></tbody></table>`,
  (number, random) =>
    `<table><tr><th>Account</th></tr><tr><td>${other(random)}</td></tr></table><table><tr><td>SSN:</td><td>${number}</td></tr></table>`,
  (number) =>
    `<table><tr><td><table><tr><td>Social Security Number</td><td>${number}</td></tr></table></td></tr></table>`,
  (number) => `<dl><dt>SSN</dt><dd>${number}</dd></dl>`,
  (number) => `<p>SSN</p><p>${number}</p>`,
  (number) => `<label>SSN</label><input value="${number}">`,
];

/** A number in the HTML of a page, bare or with dashes. */
export function pageWith(digits: string, random: Random): unknown {
  return { html: random.pick(PAGES)(random.chance(0.5) ? digits : grouped(digits, '-'), random) };
}
