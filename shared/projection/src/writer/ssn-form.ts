/** Three, two and four digits with dashes, in no longer chain of digits and signs. */
const FORM = /(?<![\d.-])\d{3}-\d{2}-\d{4}(?![\d-])/g;
/** The redactor leaves such forms where the name before them says what they are. */
const OTHER_NUMBER = /parcel|apn|pattern|history|account|phone|policy|licen[cs]e/i;
const NAME_CHARACTERS = 64;

/**
 * Whether a text has a Social Security number in the form that is never left in it. Written without the redactor, so that
 * both would have to be wrong in the same way. Of bytes: their Latin-1 reading.
 */
export function holdsSsn(text: string): boolean {
  for (const { index } of text.matchAll(FORM)) {
    if (!OTHER_NUMBER.test(text.slice(Math.max(0, index - NAME_CHARACTERS), index))) return true;
  }
  return false;
}
