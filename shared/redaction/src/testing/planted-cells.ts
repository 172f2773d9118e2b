import { jsonText, spelled } from './json-spelling.ts';
import { inLongText, isLong } from './long-texts.ts';
import { ASCII_WRITINGS, ENCODINGS, grouped, PATTERN_WRITINGS, WRITINGS, type Writing } from './number-writings.ts';
import { errorAbout, labelledPair, pageWith } from './planted-labels.ts';
import type { Random } from '@fundlens/runtime/testing/random';

/** One value, or one small object of values, with a number in it. */
export type PlantedCell = {
  readonly number: string;
  /** The form in words: writing, encoding and place. */
  readonly form: string;
  /** JSON text. */
  readonly json: string;
};

type Form = {
  readonly name: string;
  readonly build: (digits: string, random: Random) => unknown;
  readonly accepts?: (digits: string) => boolean;
};

/** Numbers that lost more than two zeros are too short to be told from others, and are not looked for. */
const keepsSeven = (digits: string): boolean => !digits.startsWith('000');

function formFor<T extends Form | Writing>(forms: readonly T[], digits: string, random: Random): T {
  for (;;) {
    const form = random.pick(forms);
    if (form.accepts?.(digits) !== false) return form;
  }
}

/** Where a text with a number may stand. */
const PLACES: readonly Form[] = [
  { name: 'value', build: (text) => ({ note: text }) },
  { name: 'key', build: (text) => ({ [text]: true }) },
  { name: 'key of a list', build: (text) => ({ [text]: ['x', { y: null }] }) },
  { name: 'item', build: (text) => [{ deep: [{ list: [text, 'x'] }] }] },
  { name: 'nested JSON', build: (text) => JSON.stringify({ inner: text }) },
  { name: 'spelled in escapes', build: (text) => ({ note: spelled(escapedString(text)) }) },
  { name: 'beside other values', build: (text) => ({ name: 'TESTA SAMPLE', note: text, ok: false }) },
];

function escapedString(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
}

/** Forms that are no text: numbers, lists and fields of an object that only together are the number. */
const STRUCTURES: readonly Form[] = [
  { name: 'JSON number', build: (digits) => ({ n: spelled(digits.replace(/^0+/, '')) }), accepts: keepsSeven },
  {
    name: 'JSON number with exponent',
    build: (digits) => ({ n: spelled(`${significant(digits)}.0e+0`) }),
    accepts: keepsSeven,
  },
  {
    name: 'JSON number with point',
    build: (digits) => ({ n: spelled(`${significant(digits)}.00`) }),
    accepts: keepsSeven,
  },
  {
    name: 'scaled JSON number',
    build: (digits) => ({ n: spelled(`${scaled(significant(digits))}E${significant(digits).length - 1}`) }),
    accepts: keepsSeven,
  },
  { name: 'negative JSON number', build: (digits) => ({ n: spelled(`-${significant(digits)}`) }), accepts: keepsSeven },
  { name: 'longer JSON number', build: (digits, random) => ({ n: spelled(`1${random.digits(2)}${digits}`) }) },
  { name: 'digits in a list', build: (digits) => ({ list: [...digits] }) },
  { name: 'digits in a list of numbers', build: (digits) => ({ list: [...digits].map(Number) }) },
  { name: 'groups in a list', build: (digits) => grouped(digits, ' ').split(' ') },
  {
    name: 'groups in fields',
    build: (digits) => ({ a: digits.slice(0, 3), b: digits.slice(3, 5), c: digits.slice(5) }),
  },
  {
    name: 'groups in fields apart',
    build: (digits) => ({ a: digits.slice(0, 3), x: 'y', b: digits.slice(3, 5), z: {}, c: digits.slice(5) }),
  },
  {
    name: 'first five and last four',
    build: (digits) => ({ first: digits.slice(0, 5), name: 'x', last: digits.slice(5) }),
  },
];

const significant = (digits: string): string => digits.replace(/^0+/, '');
const scaled = (digits: string): string => `${digits.charAt(0)}.${digits.slice(1)}`;

/** A number that the document names elsewhere, in any writing, encoding and place (rule 3). */
export function subjectCell(number: string, random: Random): PlantedCell {
  if (random.chance(0.2)) {
    const structure = formFor(STRUCTURES, number, random);
    return { number, form: structure.name, json: jsonText(structure.build(number, random)) };
  }
  const encoding = random.pick(ENCODINGS);
  const isBase64 = encoding.name.includes('base64');
  const writing = formFor(isBase64 ? ASCII_WRITINGS : WRITINGS, number, random);
  const place = random.pick(isBase64 ? FREE_PLACES : PLACES);
  const text = encoding.encode(writing.write(number, random), random);
  return textCell(number, { form: `${writing.name}, ${encoding.name}, ${place.name}`, text, place }, random);
}

/** A text at its place, now and then in the middle of a long one. */
function textCell(
  number: string,
  { form, text, place }: { readonly form: string; readonly text: string; readonly place: Form },
  random: Random,
): PlantedCell {
  if (!isLong(random)) return { number, form, json: jsonText(place.build(text, random)) };
  const { layout, text: long } = inLongText(text, random);
  return { number, form: `${form}, in a long ${layout}`, json: jsonText(place.build(long, random)) };
}

const AROUND = ['', 'Client said: ', 'ID ', '"', '(', 'on 01/15/2020, ', 'é '] as const;
const FREE_PLACES = PLACES.filter(({ name }) => !name.startsWith('key'));

/** Words that make nine bare digits beside them a number (rule 5). */
const CONTEXTS: readonly Form[] = [
  ...['SSN ~', 'SSN: ~', 'ssn#~', 'ssn=~', 'borrowerSSN=~', 'SS# ~', 'S.S.N. ~', 'SSN no. ~', 'ssn card ~.jpg'],
  ...['Social Security Number ~', 'Social Security No. ~', 'social: ~', 'Possible ITIN ~', 'SSN on file: ~'],
  ...['~ (SSN)', '~ is his SSN', '<td>SSN</td><td>~</td>', '<Borrower SSN="~"/>', '<ssn>~</ssn>', '{"ssn":"~"}'],
].map((template) => ({ name: template, build: (digits) => template.replace('~', digits) }));

/** A number that nothing else names, in free text: by its groups (rule 4) or by the words beside it (rule 5). */
export function freeTextCell(number: string, random: Random): PlantedCell {
  const place = random.pick(FREE_PLACES);
  if (random.chance(0.5)) {
    const writing = formFor(PATTERN_WRITINGS, number, random);
    const text = `${random.pick(AROUND)}${writing.write(number, random)}${random.pick(['', ' today', '.', ')', '"', ', he said'])}`;
    return textCell(number, { form: `${writing.name} in free text, ${place.name}`, text, place }, random);
  }
  const context = random.pick(CONTEXTS);
  const text = context.build(number, random) as string;
  return textCell(number, { form: `${context.name} in free text, ${place.name}`, text, place }, random);
}

const NAMES = [
  ...'ssn SSN _SSN @_SSN @SSN Ssn ssnValue ssnNumber borrowerSSN borrower_ssn co-borrower-ssn mismo:SSN applicantSsn'.split(
    ' ',
  ),
  ...'SocialSecurityNumber socialSecurityNumber social_security_number subjectSocialNum inquirySocialNum'.split(' '),
  ...'social taxpayerId tin itin TaxpayerIdentifierValue ss_number SSNumber'.split(' '),
];

const VALUES: readonly Form[] = [
  { name: 'string', build: (digits) => digits },
  { name: 'dashed', build: (digits) => grouped(digits, '-') },
  { name: 'spaced', build: (digits) => grouped(digits, ' ') },
  { name: 'number', build: (digits) => spelled(significant(digits)), accepts: keepsSeven },
  { name: 'in escapes', build: (digits) => spelled(escapedString(digits)) },
  { name: 'fullwidth', build: (digits) => digits.replace(/\d/g, (d) => String.fromCodePoint(0xff10 + Number(d))) },
];

/** Where names and labels say SSN (rules 1 and 2). `value` is placed by each. */
const NAMINGS: readonly { readonly name: string; readonly build: (value: unknown, random: Random) => unknown }[] = [
  ...NAMES.map((key) => ({ name: key, build: (value: unknown) => ({ [key]: value }) })),
  ...[
    '{"ssn":[{"number":"~"}]}',
    '{"ssn":{"ssn":"~"}}',
    '{"ssns":["~"]}',
    '{"socialSecurities":[{"source":"file","number":"~"}]}',
    '{"socialSecurity":{"number":"~"}}',
    '{"SocialPartition":{"Social":[{"SocialSecurityNumber":"~"}]}}',
    '{"SocialPartition":{"Social":"~"}}',
    '{"TaxpayerIdentifierType":"SocialSecurityNumber","TaxpayerIdentifierValue":"~"}',
    '{"otherIdentification":[{"typeCode":"SSN","identificationNumber":"~"}]}',
    '{"@type":"SSN","#text":"~"}',
    '{"name":"Social Security Number","value":"~"}',
    '{"label":"Borrower SSN","answer":"~"}',
    '{"type":{"code":"SSN","description":"Social Security Number"},"number":"~"}',
  ].map((template) => ({
    name: template,
    build: (value: unknown) => JSON.parse(template, (_, each) => (each === '~' ? value : each)),
  })),
  { name: 'label and value', build: labelledPair },
  { name: 'label and value', build: labelledPair },
];

/** Names that also stand over other things: under these a JSON number is only an SSN if it has nine digits. */
const UNSURE = /^(?:social|tin|taxpayerId|TaxpayerIdentifierValue)$/;

/** A number under a name, or beside a label, that says what it is (rules 1 and 2). */
export function namedCell(number: string, random: Random): PlantedCell {
  if (random.chance(0.3)) {
    const isPage = random.chance(0.5);
    const cell = (isPage ? pageWith : errorAbout)(number, random);
    return { number, form: isPage ? 'page' : 'error', json: jsonText(cell) };
  }
  const naming = random.pick(NAMINGS);
  let value = formFor(VALUES, number, random);
  while (value.name === 'number' && number.startsWith('0') && UNSURE.test(naming.name)) value = random.pick(VALUES);
  const cell = naming.build(value.build(number, random), random);
  const nested = random.chance(0.2);
  return {
    number,
    form: `${naming.name}, ${value.name}${nested ? ', nested JSON' : ''}`,
    json: nested ? JSON.stringify(jsonText(cell)) : jsonText(cell),
  };
}
