/**
 * Pieces of which every label that says anything has one, in lower case and without signs. `prefilters.property.test.ts`
 * holds them to the words of the rules.
 */
const PIECES =
  /ss|so[cs]|scl|tin|tax|ein|sozial|national|113883|employ|business|company|duns|driver|licen|^dl|^pp|passport|military|stateid|visa|alien|matric|greencard|student|phone|account|routing|zip|postal|birth/;

/** Codes (`s`, `SY`, `DL`) are no longer than this. */
const LONGEST_CODE = 4;

const NOT_ASCII = /[^\0-\u007f]/;
const SIGN = /[^A-Za-z0-9]/;
const SIGNS = /[^A-Za-z0-9]+/g;

/**
 * Whether `judgeLabel` may find that a label says anything: a cheap look that is never wrong when it says no. Most values
 * beside a number are ids, names and descriptions, which differ each time.
 */
export function mayBeLabel(text: string): boolean {
  if (NOT_ASCII.test(text)) return true;
  const name = SIGN.test(text) ? text.replace(SIGNS, '') : text;
  return name.length <= LONGEST_CODE || PIECES.test(name.toLowerCase());
}
