import { foldedText } from './folded-text.ts';

/**
 * Words of names as search terms (`w:`): every word of a contact is stored with each of its prefixes, so that what has
 * been typed so far of a word is found by equality. Writer and reader cut texts into words in the same way:
 *
 * - A **chunk** is what stands between blanks, a **piece** a run of letters and digits in it, or one character of a
 *   script that is written without blanks (Chinese, Japanese, Korean).
 * - Stored are the prefixes of everything that begins with a piece and goes on to the end of its chunk, without the
 *   punctuation: `O'Brien-Smith` is found by `obr…`, `brien…`, `briensm…` and `smi…`, `李小龙` by `李`, `小龙`, `龙`.
 * - Asked for are the pieces of a chunk one by one, or its letters without the punctuation where a piece is too short to
 *   be asked for: `smith-jones` asks for two words, `o'brien` for `obrien`.
 */

/** A word counts up to here; longer ones are told apart by the rest of what is asked for. */
const MAX_PREFIX = 10;
/** Below this a prefix says next to nothing, except in scripts in which a character is a word. */
const MIN_PREFIX = 2;
/**
 * Terms per contact: more than names of the usual length make by far (a word has at most nine), and so many that the
 * longest lines of the contract still bring their first thirty words or so.
 */
const MAX_TERMS = 256;

const IDEOGRAPHIC = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー々]';
const ONE_IDEOGRAPH = new RegExp(IDEOGRAPHIC, 'u');
const PIECES = new RegExp(`${IDEOGRAPHIC}|(?:(?!${IDEOGRAPHIC})[\\p{L}\\p{M}\\p{N}])+`, 'gu');

/** The terms that a contact is found by with these texts, the more important ones first. */
export function storedWordTerms(texts: readonly string[]): string[] {
  const terms = new Set<string>();
  for (const text of texts) {
    for (const pieces of chunksOf(text)) {
      for (const [index] of pieces.entries()) {
        for (const prefix of prefixesOf(pieces.slice(index).join(''))) {
          if (terms.size === MAX_TERMS) return [...terms];
          terms.add(`w:${prefix}`);
        }
      }
    }
  }
  return [...terms];
}

/** The terms that all have to be there, longest first; none when no word is long enough to be asked for. */
export function askedWordTerms(text: string): string[] {
  const words = chunksOf(text).flatMap((pieces) => {
    const apart = pieces.every((piece) => !isIdeographic(piece) && [...piece].length >= MIN_PREFIX);
    return apart ? pieces : [pieces.join('')];
  });
  const prefixes = words.filter(isLongEnough).map((word) => [...word].slice(0, MAX_PREFIX).join(''));
  return [...new Set(prefixes)].toSorted((a, b) => b.length - a.length).map((prefix) => `w:${prefix}`);
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

function prefixesOf(word: string): string[] {
  const characters = [...word].slice(0, MAX_PREFIX);
  const prefixes = characters.map((_, index) => characters.slice(0, index + 1).join(''));
  return prefixes.filter(isLongEnough);
}

/** One character is enough where it is a word. */
function isLongEnough(word: string): boolean {
  return isIdeographic(word) || [...word].length >= MIN_PREFIX;
}

function isIdeographic(text: string): boolean {
  return ONE_IDEOGRAPH.test([...text][0] ?? '');
}
