import type { Random } from '@fundlens/runtime/testing/random';

/** One way to write the nine digits of a number as text. */
export type Writing = {
  readonly name: string;
  readonly write: (digits: string, random: Random) => string;
  /** Numbers that can be written so; all if missing. */
  readonly accepts?: (digits: string) => boolean;
};

/** Groups of three, two and four with one separator. */
export function grouped(digits: string, separator: string): string {
  return `${digits.slice(0, 3)}${separator}${digits.slice(3, 5)}${separator}${digits.slice(5)}`;
}

/** Separators that a person reads over: signs, dashes, spaces and what is not seen. */
const SEPARATORS = ['-', ' ', '.', '/', '_', ' - ', ...'–—‒‑−－\u00a0\u2009\u3000·•\u200b\u00ad\t'];
const named = (separator: string): string =>
  JSON.stringify(separator).replace(/[^ -~]/g, (sign) => `U+${sign.charCodeAt(0).toString(16)}`);

/** Everything that may stand between the digits of a number that is known to be one (rule 3). */
const ANYTHING = [...SEPARATORS, '', '', ', ', ':', '|', '~', '\n', '\u2060', '\u200e', '\u0301'];

/** The zeros of all blocks of decimal digits that this program's Unicode tables know. */
const DECIMAL_ZEROS: readonly number[] = decimalZeros();

function decimalZeros(): number[] {
  const all: number[] = [];
  for (let codePoint = 0; codePoint < 0x20000; codePoint++) {
    if (/^\p{Nd}$/u.test(String.fromCodePoint(codePoint))) all.push(codePoint);
  }
  // Blocks have ten digits each, in order.
  return all.filter((_, i) => i % 10 === 0);
}

function inDigitsOf(zero: number, digits: string): string {
  return [...digits].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');
}

/** `circled` and `superscript` are no decimal digits by the letter, but are read as such. */
function spelledBy(alphabet: string): (digits: string) => string {
  const letters = [...alphabet];
  return (digits) => [...digits].map((digit) => letters[Number(digit)] ?? '').join('');
}

/** A number in a separator of its own between any two digits. */
function between(separator: string): (digits: string) => string {
  return (digits) => [...digits].join(separator);
}

const groups: readonly Writing[] = SEPARATORS.map((separator) => ({
  name: `3-2-4 with ${named(separator)}`,
  write: (digits) => grouped(digits, separator),
}));

/** All ways to write a number that the event names elsewhere. */
export const WRITINGS: readonly Writing[] = [
  { name: 'bare digits', write: (digits) => digits },
  ...groups.slice(0, 5),
  { name: 'spaces between digits', write: between(' ') },
  { name: 'hyphens between digits', write: between('-') },
  { name: 'other groups', write: (digits) => `${digits.slice(0, 4)}-${digits.slice(4, 7)}-${digits.slice(7)}` },
  { name: '5-4', write: (digits) => `${digits.slice(0, 5)}-${digits.slice(5)}` },
  ...groups.slice(5),
  { name: 'dots between digits', write: between('.') },
  { name: 'zero-width spaces between digits', write: between('\u200b') },
  { name: 'soft hyphens between digits', write: between('\u00ad') },
  { name: 'zero-width joiners between digits', write: between('\u200d') },
  { name: 'combining marks between digits', write: between('\u0301') },
  { name: 'bidi marks between digits', write: between('\u200f') },
  { name: 'thousands', write: (digits) => `${digits.slice(0, 3)},${digits.slice(3, 6)},${digits.slice(6)}` },
  { name: 'over lines', write: (digits) => grouped(digits, '\n') },
  { name: 'brackets', write: (digits) => `(${digits.slice(0, 3)}) ${digits.slice(3, 5)}-${digits.slice(5)}` },
  { name: 'within longer digits', write: (digits, random) => `${random.digits(3)}${digits}${random.digits(4)}` },
  {
    name: 'lost leading zeros',
    write: (digits) => digits.replace(/^0+/, ''),
    accepts: (digits) => /^00?[1-9]/.test(digits),
  },
  { name: 'decimal point and zero', write: (digits) => `${digits}.0` },
  { name: 'fullwidth digits', write: (digits) => inDigitsOf(0xff10, digits) },
  { name: 'Arabic digits', write: (digits) => inDigitsOf(0x660, digits) },
  { name: 'mathematical digits', write: (digits) => inDigitsOf(0x1d7ce, digits) },
  { name: 'digits of any block', write: (digits, random) => inDigitsOf(random.pick(DECIMAL_ZEROS), digits) },
  {
    name: 'digits of several blocks',
    write: (digits, random) => [...digits].map((digit) => inDigitsOf(random.pick(DECIMAL_ZEROS), digit)).join(''),
  },
  {
    name: 'fullwidth groups',
    write: (digits) => grouped(inDigitsOf(0xff10, digits), '').replace(/^(.{3})(.{2})/su, '$1\uff0d$2\uff0d'),
  },
  { name: 'circled digits', write: spelledBy('⓪①②③④⑤⑥⑦⑧⑨') },
  { name: 'superscript digits', write: spelledBy('⁰¹²³⁴⁵⁶⁷⁸⁹') },
  { name: 'subscript digits', write: spelledBy('₀₁₂₃₄₅₆₇₈₉') },
  {
    name: 'anything between digits',
    write: (digits, random) => [...digits].map((digit, i) => (i === 0 ? '' : random.pick(ANYTHING)) + digit).join(''),
  },
];

/** Those that are put into base64: nobody's system encodes digits of other scripts. */
export const ASCII_WRITINGS: readonly Writing[] = WRITINGS.filter(
  ({ name }) => !/fullwidth|Arabic|mathematical|block|circled|superscript|subscript/.test(name),
);

/** The ways to write a number that reads as an SSN though nothing names it (rule 4): not with tabs, nor with what is not seen. */
export const PATTERN_WRITINGS: readonly Writing[] = [
  ...groups.filter(({ name }) => !/2012|3000|200b|\\t/.test(name)),
  {
    name: 'fullwidth groups',
    write: (digits) => grouped(digits, '-').replace(/\d/g, (digit) => inDigitsOf(0xff10, digit)),
  },
  {
    name: 'Arabic groups',
    write: (digits) => grouped(digits, '-').replace(/\d/g, (digit) => inDigitsOf(0x660, digit)),
  },
  {
    name: 'mixed space and hyphen',
    write: (digits) => `${digits.slice(0, 3)} ${digits.slice(3, 5)}-${digits.slice(5)}`,
  },
];

/** One way to hide a text in another. */
export type Encoding = {
  readonly name: string;
  readonly encode: (text: string, random: Random) => string;
};

const base64 = (text: string | Buffer): string => Buffer.from(text as string).toString('base64');
const escapedAll = (text: string): string =>
  Array.from(text, (unit) =>
    [...Array(unit.length).keys()].map((i) => `\\u${unit.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  ).join('');

export const ENCODINGS: readonly Encoding[] = [
  { name: 'as it is', encode: (text) => text },
  { name: 'in a sentence', encode: (text) => `see ${text}, he said` },
  { name: 'JSON in a string', encode: (text) => JSON.stringify({ x: [text] }) },
  { name: 'JSON in JSON in a string', encode: (text) => JSON.stringify({ x: JSON.stringify([text]) }) },
  { name: 'XML attribute', encode: (text) => `<a n="${text}"/>` },
  { name: 'XML element', encode: (text) => `<doc><a>${text}</a></doc>` },
  { name: 'HTML paragraph', encode: (text) => `<p class="a"><b>${text}</b></p>` },
  { name: 'percent-encoded', encode: (text) => encodeURIComponent(text) },
  {
    name: 'percent-encoded throughout',
    encode: (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  },
  { name: 'decimal entities', encode: (text) => Array.from(text, (c) => `&#${c.codePointAt(0)};`).join('') },
  {
    name: 'hexadecimal entities',
    encode: (text) => Array.from(text, (c) => `&#x${c.codePointAt(0)?.toString(16)};`).join(''),
  },
  { name: 'JSON escapes in text', encode: escapedAll },
  { name: 'base64', encode: (text) => base64(`number ${text}`) },
  { name: 'base64url', encode: (text) => Buffer.from(`number ${text}`).toString('base64url') },
  { name: 'base64 of base64', encode: (text) => base64(base64(`number ${text}`)) },
  { name: 'base64 in lines', encode: (text) => base64(`number ${text} of them`).replace(/.{20}(?=.)/g, '$&\r\n') },
  { name: 'base64 of JSON', encode: (text) => base64(JSON.stringify({ n: text })) },
  { name: 'in a URL path', encode: (text) => `https://x.test/f/${encodeURIComponent(text)}/view` },
  { name: 'in a URL query', encode: (text) => `https://x.test/?q=${encodeURIComponent(text)}&v=x` },
  { name: 'in a file name', encode: (text) => `report_${text}_final.pdf` },
];
