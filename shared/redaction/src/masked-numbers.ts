import type { Edit } from './edits.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { isBesideSsnWord, type SsnWords } from './ssn-words.ts';

const ANY_MASK = /[xX*#•●]{2}/;
const LAST_FOUR_SHOWN = /(?<![\dxX*#•●])[xX*#•●]{3}[\s\p{Pd}._/]{1,3}[xX*#•●]{2}[\s\p{Pd}._/]{1,3}\d{4}(?!\d)/gu;
const FIRST_FIVE_SHOWN = /(?<!\d)\d{3}[\s\p{Pd}._/]{1,3}\d{2}[\s\p{Pd}._/]{1,3}[xX*#•●]{4}/gu;

/** Nine places of which four are shown, beside a word about SSNs. */
const MASKED_BEFORE_WORD = /(?<![\dxX*#•●])[xX*#•●]{5}\d{4}(?!\d)/g;

/** Right after a mention of an SSN: "ending in 1234", "last four: 1234", "XXXXX1234". */
const LAST_FOUR =
  /^[\s:=#"'(,_-]*(?:\w{1,12}\s){0,3}?(?:(?:last[\s_-]?(?:4|four)|end(?:s|ing)(?:\s(?:in|with))?)(?:\sdigits?)?(?:\sof\sssn)?(?:\sis|\sare)?[\s:=#"'()]{0,4}|[xX*#•●]{2,5}[\s-]?|\.{3}|…)(\d{4})(?![\d-])/iu;
/** Before a mention: "last four digits of the SSN". */
const LAST_FOUR_OF =
  /last[\s_-]?(?:4|four)(?:[\s_-]?digits?)?[\s_-]?(?:(?:of|for|in)\s)?(?:(?:the|his|her|their|my|your)\s)?$/i;
const PLAIN_FOUR = /^[\s:=#"'(_-]*(?:(?:is|are|was)\s)?[\s:=#"'(]{0,4}(\d{4})(?![\d-])/;
const LAST_FOUR_REACH = 64;

/** SSNs of which a part is masked: what is left is not for showing either. Adds to `edits`. */
export function findMasked(text: string, words: SsnWords | null, edits: Edit[]): void {
  if (ANY_MASK.test(text)) {
    for (const expression of [LAST_FOUR_SHOWN, FIRST_FIVE_SHOWN]) {
      for (const match of text.matchAll(expression)) {
        const end = match.index + match[0].length;
        edits.push({ start: match.index, end, replacement: SSN_REPLACEMENT, rule: 'pattern' });
      }
    }
  }
  if (words === null) return;
  for (const match of text.matchAll(MASKED_BEFORE_WORD)) {
    const end = match.index + match[0].length;
    if (isBesideSsnWord(text, words, match.index, end)) {
      edits.push({ start: end - 4, end, replacement: SSN_REPLACEMENT, rule: 'context' });
    }
  }
  for (const [index, from] of words.ends.entries()) {
    const after = text.slice(from, from + LAST_FOUR_REACH);
    const start = words.starts[index] as number;
    const ofLastFour = LAST_FOUR_OF.test(text.slice(Math.max(0, start - LAST_FOUR_REACH), start));
    const found = LAST_FOUR.exec(after) ?? (ofLastFour ? PLAIN_FOUR.exec(after) : null);
    if (found === null) continue;
    const end = from + found[0].length;
    edits.push({ start: end - 4, end, replacement: SSN_REPLACEMENT, rule: 'context' });
  }
}
