import { remembering } from './remembering.ts';

/** Stands for what is not seen: between the digits of a number it is nothing. */
export const INVISIBLE = '\u200b';

/**
 * The text as a person reads it, each sign at its place: digits of all scripts, wide letters, dashes, spaces and signs of
 * masks as those of ASCII, and what is not seen as `INVISIBLE`.
 */
export function normalized(text: string): string {
  const dashed = text.includes('\u00ad') ? text.replace(SOFT_HYPHENS, '$1-$2-') : text;
  return dashed.replace(/[^\0-\u007f]/gu, plainSign);
}

/** What is copied from a PDF may have them for dashes; elsewhere they are not seen. */
const SOFT_HYPHENS = /(?<!\d)(\d{3})\u00ad(\d{2})\u00ad(?=\d{4}(?!\d))/g;

const SIGNS: readonly (readonly [signs: RegExp, plain: string])[] = [
  [/[\p{Pd}\u00af\u02d7\u2043\u207b\u208b\u2212\u2500\u2501\u2796\u30fc]/u, '-'],
  [/[\u0085\u2028\u2029]/u, '\n'],
  [/[\p{Cf}\p{Mn}\p{Me}\p{Cc}\u115f\u1160\u2800\u3164\uffa0]/u, INVISIBLE],
  [/[■▓▒░█▪×∗⁎✱◦○☓✕✖]/u, '*'],
  [/[·\u2024\u2027\u2219\u22c5\u30fb\u3002]/u, '.'],
  [/[\u2044\u2215]/u, '/'],
  // Telephones write them so.
  [/[‘’‛′]/u, "'"],
  [/[“”„″]/u, '"'],
];

/** What stands for a sign, as long as it. */
const plainSign = remembering((sign: string): string => {
  const codePoint = sign.codePointAt(0) as number;
  if (isDigit(codePoint)) return `${digitOf(codePoint)}`.padEnd(sign.length, INVISIBLE);
  const plain = SIGNS.find(([signs]) => signs.test(sign))?.[1] ?? sign.normalize('NFKC');
  return plain.length === 1 ? plain.padEnd(sign.length, INVISIBLE) : sign;
});

function isDigit(codePoint: number): boolean {
  return /\p{Nd}/u.test(String.fromCodePoint(codePoint));
}

/** Each script has its ten digits in a row, nought first; those of several may stand in one row. */
function digitOf(codePoint: number): number {
  let first = codePoint;
  while (isDigit(first - 1)) first--;
  return (codePoint - first) % 10;
}
