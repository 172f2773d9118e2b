import { type DecodedText, decodeEscapes, type Escapes, inJsonString } from './decoded-text.ts';

/** A spelling of characters, and what a text has where one of them may stand for a part of a number, a word or a structure. */
type Spelling = Escapes & { readonly may: RegExp };

const MAX_CODE_POINT = 0x10ffff;
const charOf = (code: number, otherwise: string): string =>
  code > MAX_CODE_POINT ? otherwise : String.fromCodePoint(code);

const CONTROLS = new Map([...'bfnrt'].map((letter, i) => [letter, '\b\f\n\r\t'.charAt(i)]));

/** Escapes of JSON, and `\x31` and `\u{31}` of scripts. Any other escaped character stands for itself, as in JSON. */
const BACKSLASHES: Spelling = {
  may: /\\[^\s\\]|\\\\[^\s]/,
  sign: /\\(?:u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|x[0-9a-fA-F]{2}|.)/gs,
  textOf: (sign) => {
    const escaped = sign.slice(1);
    if (escaped.length === 1) return CONTROLS.get(escaped) ?? escaped;
    return charOf(Number.parseInt(escaped.replace(/^.\{?/, ''), 16), escaped);
  },
  spell: inJsonString,
};

/** One character of URLs: of ASCII, or of the UTF-8 of others, or any byte. */
const PERCENT: Spelling = {
  may: /%(?:[0-7][\da-f]|[c-f][\da-f]%)/i,
  sign: /%(?:[c-d][0-9a-f]%[89ab][0-9a-f]|e[0-9a-f](?:%[89ab][0-9a-f]){2}|f[0-4](?:%[89ab][0-9a-f]){3}|[0-9a-f]{2})/gi,
  textOf: (sign) => {
    if (sign.length === 3) return String.fromCharCode(Number.parseInt(sign.slice(1), 16));
    const bytes = Buffer.from(sign.replaceAll('%', ''), 'hex');
    const text = bytes.toString('utf8');
    return text.includes('\ufffd') ? bytes.toString('latin1') : text;
  },
  spell: encodeURI,
};

/** Named characters that may stand in or around numbers, and their code points. */
const NAMED_ENTITIES = new Map(
  `quot 22, apos 27, lt 3c, gt 3e, amp 26, nbsp a0, ensp 2002, emsp 2003, thinsp 2009, ndash 2013, mdash 2014, dash 2010,
  hyphen 2010, minus 2212, shy ad, middot b7, bull 2022, period 2e, sol 2f, num 23, colon 3a, comma 2c, equals 3d,
  Tab 9, NewLine a, lpar 28, rpar 29, plus 2b, ast 2a`
    .split(',')
    .map((named) => named.trim().split(' '))
    .map(([name = '', code = '']) => [name, String.fromCodePoint(Number.parseInt(code, 16))]),
);

const ENTITIES: Spelling = {
  may: /&(?:#|(?:lt|gt|quot|nbsp|[a-z]{1,3}sp|[a-z]{0,4}dash|shy|zwn?j|[lr][sc](?:qb|ub)|sup\d|[a-z]{3,16}(?<!amp|apos))\b|amp;(?:#|[a-z]))/i,
  sign: /&(?:#\d{1,20}|#[xX][0-9a-fA-F]{1,20}|[a-zA-Z]\w{1,23});?/g,
  textOf: (entity) => {
    const name = entity.replace(/^&#?|;$/g, '');
    if (!entity.startsWith('&#')) return NAMED_ENTITIES.get(name) ?? entity;
    return charOf(Number(/^x/i.test(name) ? `0${name.toLowerCase()}` : name), entity);
  },
  spell: (replacement) => replacement.replaceAll('"', '&quot;'),
};

/** Mail: `412=2D66=2D3971`, and a line that is broken at 76 characters, wherever that is. */
const QUOTED_PRINTABLE: Spelling = {
  // Parameters of addresses have codes too, but none of these.
  may: /=(?:\r?\n|2D|3D)/,
  sign: /=(?:\r?\n|[0-9A-F]{2})/g,
  textOf: (sign) => (/\n/.test(sign) ? '' : String.fromCharCode(Number.parseInt(sign.slice(1), 16))),
};

const SPELLINGS = [BACKSLASHES, PERCENT, ENTITIES, QUOTED_PRINTABLE];

/** The texts that a text may be in other spellings. */
export function unfoldings(text: string): readonly DecodedText[] {
  return SPELLINGS.filter(({ may }) => may.test(text))
    .map((spelling) => decodeEscapes(text, spelling))
    .filter((decoded) => decoded.text !== text);
}

export function decodeEntities(text: string): string {
  return text.replace(ENTITIES.sign, ENTITIES.textOf);
}
