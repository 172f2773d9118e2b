/**
 * Text as search compares it: without case, diacritics, width and ligatures. Two spellings that people take for the same
 * name fold to the same text, whatever keyboard they were typed on.
 */

/**
 * Marks that people leave out when they search: combining diacritics, Hebrew points, Arabic vowel signs. Marks that make
 * another letter stay: those of Indic and Thai scripts, and the sound marks of kana.
 */
const LEFT_OUT = /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309a]]/gv;

/** Letters that Unicode does not decompose, as they are typed on keyboards without them. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ł', 'l'],
  ['ŧ', 't'],
  ['þ', 'th'],
  // What is left of the capital letter, which upper case leaves as it is.
  ['ß', 'ss'],
  // Lower case makes this of the same letter only at the end of a word, so a prefix would not match.
  ['ς', 'σ'],
]);
const ANY_PLAIN = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'gu');

export function foldedText(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(LEFT_OUT, '')
      // Upper case first: that is what makes `ß` the same as `ss`, and a dotless `ı` the same as `i`.
      .toUpperCase()
      .toLowerCase()
      .replace(ANY_PLAIN, (letter) => PLAIN.get(letter) ?? letter)
      .normalize('NFC')
  );
}
