import { digitsOf } from './characters.ts';
import { mayBeOddlyWritten } from './odd-writings.ts';
import { bareDigits, numbersNamed, type SubjectNumbers } from './subject-numbers.ts';
import { hiddenTexts } from './unfold/decodings.ts';

/** Fewer digits than an SSN's last group are no encoded number. */
const LEAST_HIDDEN_DIGITS = 4;

/**
 * Takes the numbers of a string under an SSN's name into the subject numbers.
 *
 * @returns whether it holds any digits, plain or encoded; if not ("N/A", "XXXXX"), it gives nothing away
 */
export function collectValue(text: string, subjects: SubjectNumbers): boolean {
  if (WRITTEN_OUT.test(text)) {
    subjects.add(text.length === 9 ? text : text.slice(0, 3) + text.slice(4, 6) + text.slice(7));
    return true;
  }
  // A date that was typed into the field is no number: it would go from the whole report.
  for (const number of numbersNamed(text.replace(DATE, ' '))) subjects.add(number);
  const digits = bareDigits(text);
  if (digits !== null && digits !== '') return true;
  let found = digitsOf(text) !== '' && !isRemark(text);
  for (const hidden of hiddenTexts(text)) {
    for (const number of numbersNamed(hidden)) if (number.length === 9) subjects.add(number);
    found ||= digitsOf(hidden).length >= LEAST_HIDDEN_DIGITS;
  }
  return found || mayBeOddlyWritten(text);
}

/** As nearly all are written. */
const WRITTEN_OUT = /^\d{3}(?:\d{6}|-\d\d-\d{4})$/;
const WORD = /\p{L}{3}/u;
const SPACE = /\s/;
const MASK_LETTERS = /x{2}/i;
const DATE = /(?<!\d)(?:(?:19|20)\d{2}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:19|20)\d{2})(?!\d)/g;

/** Words with a date or with fewer digits than a part of a number has: `verified on 2021-03-04`, `see document 12`. */
function isRemark(text: string): boolean {
  if (!SPACE.test(text) || !WORD.test(text) || MASK_LETTERS.test(text)) return false;
  return digitsOf(text.replace(DATE, '')).length <= MAX_REMARK_DIGITS;
}

const MAX_REMARK_DIGITS = 2;
