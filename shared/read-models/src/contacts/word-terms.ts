import { foldedText } from './folded-text.ts';

/**
 * Words of names as search terms. Writer and reader cut texts into words in the same way:
 *
 * - A **chunk** is what stands between blanks, a **piece** a run of letters and digits in it, or one character of a
 *   script that is written without blanks (Chinese, Japanese, Korean).
 * - A contact is found by everything that begins with a piece and goes on to the end of its chunk, without the
 *   punctuation: `O'Brien-Smith` by `obr…`, `brien…`, `briensm…` and `smi…`, `李小龙` by `李`, `小龙`, `龙`.
 * - Asked for are the pieces of a chunk one by one, or its letters without the punctuation where a piece is too short to
 *   be asked for: `smith-jones` asks for two words, `o'brien` for `obrien`.
 *
 * A contact matches what has been typed of a word when one of its words begins with it. The words are stored as they are,
 * and prefixes of a few lengths as indexed terms (`w:`). The longest of these that is no longer than what was typed finds
 * the candidates by equality; where it is shorter, a range of the words selects those that match.
 */

/** Words are cut to this length; the other words of a search distinguish longer ones. */
const MAX_PREFIX = 10;
/** Shorter prefixes match too many contacts, except in scripts in which a character is a word. */
const MIN_PREFIX = 2;
/** Lengths of the prefixes that are indexed, beside single ideographs: each is an index entry per word (infra/guides/decisions.md says why these). */
const TERM_LENGTHS: readonly number[] = [2, 3, 5, 8];
/**
 * Prefixes of any length that a contact is found by: many more than names of common length have (a word has at most
 * nine), and so many that the longest lines of the contract still bring their first thirty words or so.
 */
const MAX_PREFIXES = 256;
/** Above every character of a word: Unicode assigns no character to it. */
const AFTER_ALL_CHARACTERS = '\u{10ffff}';

const IDEOGRAPHIC = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー々]';
const STARTS_IDEOGRAPHIC = new RegExp(`^${IDEOGRAPHIC}`, 'u');
const PIECES = new RegExp(`${IDEOGRAPHIC}|(?:(?!${IDEOGRAPHIC})[\\p{L}\\p{M}\\p{N}])+`, 'gu');

const WORD = 'w:';

/**
 * What a contact is found by with these texts, the more important ones first: the words, each cut to the characters that count,
 * and to be indexed their prefixes as terms.
 */
export function storedWords(texts: readonly string[]) {
  const prefixes = new Set<string>();
  const terms = new Set<string>();
  const words = new Set<string>();
  for (const word of wordsOf(texts)) {
    if (words.has(word)) continue;
    const shortest = minLength(word);
    let prefix = '';
    let length = 0;
    for (const character of word) {
      if (prefixes.size === MAX_PREFIXES) break;
      prefix += character;
      length += 1;
      if (length < shortest) continue;
      prefixes.add(prefix);
      if (length === 1 || TERM_LENGTHS.includes(length)) terms.add(WORD + prefix);
    }
    if (length >= shortest) words.add(prefix);
    if (prefixes.size === MAX_PREFIXES) break;
  }
  return { terms: [...terms], words: [...words] };
}

/** What was typed of words, all of which must match, longest first; none when no word is long enough to be asked for. */
export function askedWordTerms(text: string): string[] {
  const words = chunksOf(text).flatMap((pieces) => {
    const apart = pieces.every((piece) => !isIdeographic(piece) && isLongEnough(piece));
    return apart ? pieces : [pieces.join('')];
  });
  const prefixes = words.filter(isLongEnough).map(cut);
  return [...new Set(prefixes)].toSorted((a, b) => b.length - a.length).map((prefix) => WORD + prefix);
}

/** The strings that begin with a prefix. */
export type WordRange = { readonly $gte: string; readonly $lt: string };

/**
 * What a contact must have for a term asked for: the term, and a word in the range; without a range the term alone decides, as
 * it does of one that asks for no word.
 */
export function wordConditions(askedTerm: string): { readonly term: string; readonly range: WordRange | null } {
  if (!askedTerm.startsWith(WORD)) return { term: askedTerm, range: null };
  const asked = askedTerm.slice(WORD.length);
  const characters = [...asked];
  const length = TERM_LENGTHS.findLast((stored) => stored <= characters.length) ?? 1;
  if (length === characters.length) return { term: askedTerm, range: null };
  const term = WORD + characters.slice(0, length).join('');
  return { term, range: { $gte: asked, $lt: asked + AFTER_ALL_CHARACTERS } };
}

/** Whether last and first name together, in this order, are how the name is written: without a blank. */
export function isWrittenTogether(lastName: string, firstName: string): boolean {
  return isIdeographic(foldedText(lastName).trim().slice(-1)) && isIdeographic(foldedText(firstName).trim());
}

function chunksOf(text: string): string[][] {
  return foldedText(text)
    .split(/\s+/u)
    .map((chunk) => chunk.match(PIECES) ?? [])
    .filter((pieces) => pieces.length > 0);
}

/** Everything that begins with a piece, cut to the characters that count. */
function wordsOf(texts: readonly string[]): string[] {
  // A piece has at least one character.
  return texts
    .flatMap(chunksOf)
    .flatMap((pieces) => pieces.map((_, index) => cut(pieces.slice(index, index + MAX_PREFIX).join(''))));
}

function cut(word: string): string {
  return word.length <= MAX_PREFIX ? word : [...word].slice(0, MAX_PREFIX).join('');
}

function isLongEnough(word: string): boolean {
  return [...word].length >= minLength(word);
}

/** One character is enough where it is a word. */
function minLength(word: string): number {
  return isIdeographic(word) ? 1 : MIN_PREFIX;
}

function isIdeographic(text: string): boolean {
  return STARTS_IDEOGRAPHIC.test(text);
}
