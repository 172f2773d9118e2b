import { characterClass, DIGIT } from './characters.ts';

/**
 * Where words about SSNs may begin: the names, labels and mentions of all rules have one of these. A cheap look, never
 * wrong when it says no; what the words say, `key-rules.ts` and `ssn-words.ts` tell.
 */
type Hint = {
  /** What stands there; sticky. */
  readonly is: RegExp;
  /** Only where a word begins: `class` and `rating` have the letters too. */
  readonly atWord: boolean;
};

/** By the first letter that is looked for. */
const HINTS: Readonly<Record<string, readonly Hint[]>> = {
  s: [
    {
      is: /ssn|ss[^\0-\u007f]|so(?:[cz<]|[^\0-\u007f]|[a-z]{2,4}l?[\s._-]{0,3}s)|scl|snn|segur/iy,
      atWord: false,
    },
    { is: /ss|sin(?![a-z])|s[^a-z\d]{1,2}s|s(?:<[^<>]{0,64}>){1,4}[so]|s[^\0-\u007f]/iy, atWord: true },
  ],
  t: [
    { is: /tax(?:[^a-z\d]{0,3}[pin]|[^a-z\d]{0,2}#)|ta[^\0-\u007f]|(?<=individual[ia])tin/iy, atWord: false },
    { is: /ti(?:n(?![a-z])|n[afglmnpstv]|[^\0-\u007f])/iy, atWord: true },
  ],
  i: [{ is: /itin|it[^\0-\u007f]|i[^a-z\d]{1,2}t[^a-z\d]{1,2}i/iy, atWord: true }],
  n: [
    { is: /national[^a-z\d]{0,3}id/iy, atWord: false },
    { is: /nss(?![a-z])/iy, atWord: true },
  ],
  a: [{ is: /area(?![a-z])|atin/iy, atWord: true }],
  f: [{ is: /first[\s_-]{1,2}(?:five|5|three|3)/iy, atWord: true }],
};
const BY_CODE = new Map<number, readonly Hint[]>();
for (const [letter, hints] of Object.entries(HINTS)) {
  for (const sign of [letter, letter.toUpperCase()]) BY_CODE.set(sign.charCodeAt(0), hints);
}

/**
 * What finds them in one pass each, much faster than a look at every letter: expressions of few beginnings, without
 * lookbehind. A hint may begin up to so many letters before.
 */
const PREFILTERS: readonly (readonly [expression: RegExp, lead: number])[] = [
  [
    /[sS](?:[sS]|[oO](?:[cCzZ<]|[^\0-\u007f]|[a-zA-Z]{2,4}[lL]?[\s._-]{0,3}[sS])|[cC][lL]|[nN][nN]|[eE][gG][uU]|[iI][nN](?![a-zA-Z])|[^a-zA-Z\d]{1,2}[sS]|<|[^\0-\u007f])/g,
    0,
  ],
  [
    /[tT](?:[iI](?:[nN]|[^\0-\u007f])|[aA](?:[xX][^a-zA-Z\d]{0,3}[pinPIN#]|[xX][^a-zA-Z\d]|[^\0-\u007f])|[^\0-\u007f])/g,
    1,
  ],
  [/[nN](?:[aA][tT][iI][oO][nN][aA][lL]|[sS][sS])/g, 0],
  [/[iI][^a-zA-Z\d]{1,2}[tT][^a-zA-Z\d]{1,2}[iI]/g, 0],
  [/[aA][rR][eE][aA](?![a-zA-Z])|[fF][iI][rR][sS][tT][\s_-]/g, 0],
];
/** Those of names and labels, and those of text alone. */
const NAME_PREFILTERS = PREFILTERS.slice(0, 3);
const OF_TEXT = new RegExp(
  PREFILTERS.slice(3)
    .map(([{ source }]) => source)
    .join('|'),
);

/** Whether a text may have a hint that no name and no label has: `area 531`, `i. t. i. n.` */
export function hasTextHint(text: string): boolean {
  return OF_TEXT.test(text);
}

/** All of them at once: what a short text is asked first. */
const ANY = new RegExp(PREFILTERS.map(([{ source }]) => source).join('|'));

/** Where hints begin, ascending. */
export function findHints(text: string): readonly number[] {
  return text.length < SHORT_TEXT && !ANY.test(text) ? NONE : hintsBy(PREFILTERS, text);
}

function hintsBy(prefilters: typeof PREFILTERS, text: string): number[] {
  const found: number[] = [];
  for (const [expression, lead] of prefilters) {
    expression.lastIndex = 0;
    for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
      for (let at = match.index; at >= match.index - lead; at--) if (isHint(text, at)) found.push(at);
      expression.lastIndex = match.index + 1;
    }
  }
  return found.length < 2 ? found : found.sort(ascending);
}

const SHORT_TEXT = 256;
const NONE: readonly number[] = [];

function ascending(a: number, b: number): number {
  return a - b;
}

function isHint(text: string, at: number): boolean {
  for (const { is, atWord } of BY_CODE.get(text.charCodeAt(at)) ?? []) {
    if (atWord && !startsWord(text, at)) continue;
    is.lastIndex = at;
    if (is.test(text)) return true;
  }
  return false;
}

/** Whether a word begins here: behind a sign, or with a capital behind a small letter. */
function startsWord(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const isSmall = before >= 0x61 && before <= 0x7a;
  if (!isSmall && !(before >= 0x41 && before <= 0x5a)) return true;
  const first = text.charCodeAt(at);
  return isSmall && first >= 0x41 && first <= 0x5a;
}

/**
 * Whether a character outside ASCII may be a letter of such a word: in another language, in a wide or another writing.
 * Letters of western Europe are not, nor what typesetters and money have for signs.
 */
function isForeign(code: number): boolean {
  if (code < 0x370) return code === LONG_S;
  return !(code >= 0x2000 && code < 0x2100) && !(code >= 0x2190 && code < 0x2460) && !(code >= 0x2500 && code < 0x2c00);
}

const LONG_S = 0x17f;
/** Neither printed in ASCII nor a space. */
const ODD = /[^\t-\r -~]+/g;

/** Where such letters stand; digits of other scripts are none. */
export function foreignLetters(text: string): readonly number[] {
  const found: number[] = [];
  for (const { 0: letters, index } of text.matchAll(ODD)) {
    for (let at = index; at < index + letters.length; at++) {
      const code = text.charCodeAt(at);
      if (isForeign(code) && characterClass(code) !== DIGIT) found.push(at);
    }
  }
  return found;
}

/** Letters that are spelled in codes: a name or a label may have them. */
const SPELLED = /\\u|&#|%[2-7][0-9a-fA-F]/g;
/** The object identifier of the number. */
const IDENTIFIER = '113883';

/**
 * Where in a text with structure a name or a label may be that says something about SSNs, ascending.
 *
 * @param mayBeOdd whether the text may have characters outside ASCII, or spell any in codes
 * @param known the hints that are not spelled so, if they were looked for
 */
export function findNameHints(
  text: string,
  mayBeOdd: boolean,
  known: readonly number[] = hintsBy(NAME_PREFILTERS, text),
): readonly number[] {
  const found = [...known];
  const count = found.length;
  for (let at = text.indexOf(IDENTIFIER); at >= 0; at = text.indexOf(IDENTIFIER, at + 1)) found.push(at);
  if (mayBeOdd) {
    for (const { index } of text.matchAll(SPELLED)) found.push(index);
    for (const at of foreignLetters(text)) found.push(at);
  }
  return found.length === count ? found : found.sort(ascending);
}

/** Tells of parts of a text, asked in the order in which they begin, which hints they have: counted from their beginning. */
export function hintFinder(hints: readonly number[]): (start: number, end: number) => readonly number[] {
  let next = 0;
  return (start, end) => {
    while (next < hints.length && (hints[next] as number) < start) next++;
    if (next === hints.length || (hints[next] as number) >= end) return NONE;
    const found: number[] = [];
    for (let i = next; i < hints.length && (hints[i] as number) < end; i++) found.push((hints[i] as number) - start);
    return found;
  };
}
