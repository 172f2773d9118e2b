/** Stands for what is not seen: between the digits of a number it is nothing. */
export const INVISIBLE = '\u200b';

const NOT_ASCII = /[^\0-\u007f]/;

/**
 * The text as a person reads it, each sign at its place: digits of all scripts, wide letters, dashes, spaces and signs of
 * masks as those of ASCII, and what is not seen as `INVISIBLE`.
 */
export function normalized(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= HIGH && unit < LOW && at + 1 < text.length) {
      const plain = plainSign(text.codePointAt(at) as number);
      units[at] = plain === 0 ? unit : plain;
      units[++at] = plain === 0 ? text.charCodeAt(at) : INVISIBLE_UNIT;
    } else units[at] = unit < 0x80 ? unit : plainUnit(unit);
  }
  return Buffer.from(units.buffer).toString('utf16le');
}

const HIGH = 0xd800;
const LOW = 0xdc00;
const INVISIBLE_UNIT = INVISIBLE.charCodeAt(0);

/** What stands for the signs of the basic plane, worked out when first met. */
const known = new Uint16Array(0x10000);

function plainUnit(unit: number): number {
  const remembered = known[unit] as number;
  if (remembered !== 0) return remembered;
  const plain = plainSign(unit) || unit;
  known[unit] = plain;
  return plain;
}

const SIGNS: readonly (readonly [signs: RegExp, plain: string])[] = [
  [/[\p{Pd}\u00af\u02d7\u2043\u207b\u208b\u2212\u2500\u2501\u2796\u30fc]/u, '-'],
  [/[\u0085\u2028\u2029]/u, '\n'],
  [/\p{Z}/u, ' '],
  [/[\p{Cf}\p{Mn}\p{Me}\p{Cc}\u115f\u1160\u2800\u3164\uffa0]/u, INVISIBLE],
  [/[■▓▒░█▪×∗⁎✱◦○☓✕✖]/u, '*'],
  [/[·\u2024\u2027\u2219\u22c5\u30fb\u3002]/u, '.'],
  [/[\u2044\u2215]/u, '/'],
  // Letters of other alphabets that look like those of "ssn" and "itin".
  [/[ѕЅſ]/u, 's'],
  [/ո/u, 'n'],
  [/[іІ]/u, 'i'],
];

/** What stands for a sign, or 0. */
function plainSign(codePoint: number): number {
  const sign = String.fromCodePoint(codePoint);
  if (isDigit(codePoint)) return 0x30 + digitOf(codePoint);
  const plain = SIGNS.find(([signs]) => signs.test(sign))?.[1] ?? sign.normalize('NFKC');
  return plain.length === 1 ? plain.charCodeAt(0) : 0;
}

function isDigit(codePoint: number): boolean {
  return /\p{Nd}/u.test(String.fromCodePoint(codePoint));
}

/** Each script has its ten digits in a row, nought first; those of several may stand in one row. */
function digitOf(codePoint: number): number {
  let first = codePoint;
  while (isDigit(first - 1)) first--;
  return (codePoint - first) % 10;
}
