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
    { is: /ss|sin(?![a-z])|s[\s./_-]\s?s|s(?:<[^<>]{0,64}>){1,4}[so]|s[^\0-\u007f]/iy, atWord: true },
  ],
  t: [
    { is: /tax[\s._:"'-]{0,3}[pin#]|ta[^\0-\u007f]|(?<=individual[ia])tin/iy, atWord: false },
    { is: /ti(?:n(?![a-z])|n[snv]|[^\0-\u007f])/iy, atWord: true },
  ],
  i: [{ is: /itin|it[^\0-\u007f]|i\.\s?t\./iy, atWord: true }],
  n: [
    { is: /national[\s._-]{0,3}id/iy, atWord: false },
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
const SIEVES: readonly (readonly [expression: RegExp, lead: number])[] = [
  [
    /[sS](?:[sS]|[oO](?:[cCzZ<]|[^\0-\u007f]|[a-zA-Z]{2,4}[lL]?[\s._-]{0,3}[sS])|[cC][lL]|[nN][nN]|[eE][gG][uU]|[iI][nN](?![a-zA-Z])|[\s./_-]\s?[sS]|<|[^\0-\u007f])/g,
    0,
  ],
  [/[tT](?:[iI](?:[nN]|[^\0-\u007f])|[aA](?:[xX][\s._:"'-]{0,3}[pinPIN#]|[^\0-\u007f])|[^\0-\u007f])/g, 1],
  [/[iI]\.\s?[tT]\./g, 0],
  [/[nN](?:[aA][tT][iI][oO][nN][aA][lL]|[sS][sS])/g, 0],
  [/[aA][rR][eE][aA](?![a-zA-Z])|[fF][iI][rR][sS][tT][\s_-]/g, 0],
];
/** All of them at once: what a short text is asked first. */
const ANY = new RegExp(SIEVES.map(([{ source }]) => source).join('|'));

/** Where hints begin, ascending. */
export function findHints(text: string): readonly number[] {
  if (text.length < SHORT_TEXT && !ANY.test(text)) return NONE;
  const found: number[] = [];
  for (const [expression, lead] of SIEVES) {
    expression.lastIndex = 0;
    for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
      for (let at = match.index; at >= match.index - lead; at--) if (isHint(text, at)) found.push(at);
      expression.lastIndex = match.index + 1;
    }
  }
  return found.sort(ascending);
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
export function isForeign(code: number): boolean {
  if (code < 0x370) return code === LONG_S;
  return !(code >= 0x2000 && code < 0x2100) && !(code >= 0x2190 && code < 0x2460) && !(code >= 0x2500 && code < 0x2c00);
}

const LONG_S = 0x17f;
