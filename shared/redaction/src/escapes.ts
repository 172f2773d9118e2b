import {
  AS_IS,
  createDecodedTextWriter,
  type DecodedText,
  type DecodedTextWriter,
  decodeBytes,
  IN_JSON_STRING,
  type Spelling,
} from './decoded-text.ts';

const IN_PERCENT: Spelling = (replacement) =>
  replacement.replace(/["\\\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
const IN_ENTITIES: Spelling = (replacement) => replacement.replaceAll('"', '&quot;');

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const BACKSLASH = 0x5c;

/**
 * Undoes backslash escapes: those of JSON, and `\x31` and `\u{31}` of scripts. Any other escaped character stands for
 * itself, as in JSON. Lone surrogates stay what they are.
 */
export function decodeBackslashes(text: string): DecodedText {
  const writer = createDecodedTextWriter(text);
  let copied = 0;
  let i = text.indexOf('\\');
  while (i >= 0 && i + 1 < text.length) {
    writer.copy(copied, i);
    const numeric = NUMERIC_ESCAPE.test(text.charAt(i + 1)) ? numericEscape(text, i) : null;
    if (numeric !== null) {
      writer.write(numeric.text, i);
      copied = i + numeric.length;
    } else {
      const escaped = text.charAt(i + 1);
      writer.write(SIMPLE_ESCAPES[escaped] ?? escaped, i);
      copied = i + 2;
    }
    i = text.charCodeAt(copied) === BACKSLASH ? copied : text.indexOf('\\', copied);
  }
  writer.copy(copied, text.length);
  return writer.finish(text.length, IN_JSON_STRING);
}

const NUMERIC_ESCAPE = /[uUx0-7]/;
/** Octal codes are those of ASCII digits and punctuation: others are digits after a backslash, as in a path. */
const NUMERIC =
  /\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|U(0{2}[0-9a-fA-F]{6})|0?([4-7][0-7])(?![0-9]))/y;

function numericEscape(text: string, at: number): { text: string; length: number } | null {
  NUMERIC.lastIndex = at;
  const match = NUMERIC.exec(text);
  if (match === null) return null;
  const octal = match[5];
  const code =
    octal === undefined
      ? Number.parseInt(match[1] ?? match[2] ?? match[3] ?? match[4] ?? '', 16)
      : Number.parseInt(octal, 8);
  return code > 0x10ffff ? null : { text: String.fromCodePoint(code), length: match[0].length };
}

/** Undoes `%31`-like escapes; null when there are none. */
export function decodePercent(text: string): DecodedText | null {
  return decodeMatches(text, /(?:%[0-9a-fA-F]{2})+|%u[0-9a-fA-F]{4}/g, IN_PERCENT, (match, at, writer) => {
    // `%u0031`: JavaScript's old `escape`.
    if (match.charAt(1) === 'u') {
      writer.write(String.fromCharCode(Number.parseInt(match.slice(2), 16)), at);
      return;
    }
    const bytes = new Uint8Array(match.length / 3);
    for (let k = 0; k < bytes.length; k++) bytes[k] = Number.parseInt(match.slice(k * 3 + 1, k * 3 + 3), 16);
    const { text: decoded, origins } = decodeBytes(bytes);
    writer.writeAll(decoded, (k) => at + (origins[k] as number) * 3);
  });
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  amp: '&',
  nbsp: '\u00a0',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  ndash: '\u2013',
  mdash: '\u2014',
  dash: '\u2010',
  hyphen: '\u2010',
  minus: '\u2212',
  shy: '\u00ad',
  zwj: '\u200d',
  zwnj: '\u200c',
  middot: '\u00b7',
  bull: '\u2022',
  period: '.',
  sol: '/',
  bsol: '\\',
  lowbar: '_',
  num: '#',
  colon: ':',
  comma: ',',
  equals: '=',
  sup1: '\u00b9',
  sup2: '\u00b2',
  sup3: '\u00b3',
  lrm: '\u200e',
  rlm: '\u200f',
  ZeroWidthSpace: '\u200b',
  NoBreak: '\u2060',
  NonBreakingSpace: '\u00a0',
  numsp: '\u2007',
  puncsp: '\u2008',
  hairsp: '\u200a',
  emsp13: '\u2004',
  emsp14: '\u2005',
  MediumSpace: '\u205f',
  Tab: '\t',
  NewLine: '\n',
  horbar: '\u2015',
  lpar: '(',
  rpar: ')',
  lsqb: '[',
  rsqb: ']',
  semi: ';',
  plus: '+',
  ast: '*',
  verbar: '|',
  vert: '|',
  excl: '!',
  percnt: '%',
};

/** Undoes HTML and XML entities; null when there are none. */
export function decodeEntities(text: string): DecodedText | null {
  return decodeMatches(
    text,
    /&(?:#(\d{1,20})|#[xX]([0-9a-fA-F]{1,20})|([a-zA-Z]\w{1,23}));?/g,
    IN_ENTITIES,
    (match, at, writer) => {
      writer.write(entityText(match), at);
    },
  );
}

function entityText(entity: string): string {
  const name = entity.replace(/^&#?|;$/g, '');
  if (!entity.startsWith('&#')) return NAMED_ENTITIES[name] ?? entity;
  const code = /^x/i.test(name) ? Number.parseInt(name.slice(1), 16) : Number.parseInt(name, 10);
  return code > 0x10ffff ? entity : String.fromCodePoint(code);
}

/** Leaves out the codes that colour a terminal; null when there are none. */
export function decodeTerminal(text: string): DecodedText | null {
  return decodeMatches(text, TERMINAL_CODE, AS_IS, () => undefined);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one.
const TERMINAL_CODE = /\u001b\[[\d;]{0,16}[A-Za-z]/g;

/** Undoes all matches of an expression; null when nothing changes. */
export function decodeMatches(
  text: string,
  expression: RegExp,
  spell: Spelling,
  decode: (match: string, at: number, writer: DecodedTextWriter) => void,
): DecodedText | null {
  let writer: DecodedTextWriter | null = null;
  let copied = 0;
  for (const match of text.matchAll(expression)) {
    writer ??= createDecodedTextWriter(text);
    writer.copy(copied, match.index);
    decode(match[0], match.index, writer);
    copied = match.index + match[0].length;
  }
  if (writer === null) return null;
  writer.copy(copied, text.length);
  const decoded = writer.finish(text.length, spell);
  return decoded.text === text ? null : decoded;
}
