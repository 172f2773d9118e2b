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
  /^[\s:=#"'(,_/-]*(?:\w{1,12}\s){0,3}?(?:(?:last[\s_-]?(?:4|four)|l4|end(?:s|ing)(?:\s(?:in|with))?|suffix|serial|masked)(?:\sthe)?(?:\sdigits?)?(?:\sonly)?(?:\sof\sssn)?(?:\sis|\sare)?[\s:=#"'()]{0,4}|[xX*#•●■▓█×?]{1,9}[\s-]?|[[<](?:masked|redacted|removed|hidden)[\]>]|\.{3,}|…+)(\d{4})(?![\d-])/iu;
/** `SSN 3920`; a year that follows a mention is none. */
const BARE_FOUR = /^[\s:=#"'>|]{1,8}(?!(?:19|20)\d\d)(\d{4})(?=[\s,;.)"'<|]*(?:$|[\n<|,;]))/;
/** `3920 are the last four digits of her SSN`, `ending 3920 (SSN)` */
const FOUR_BEFORE =
  /(?<!\d)(?:(\d{4})["')]{0,2}\s(?:(?:are|is|were|was)\s(?:the\s)?|\()(?:last|final)[\s-]?(?:4|four)(?:\sdigits?)?|(?:last[\s-]?(?:4|four)|ending(?:\sin)?)\s\(?(\d{4})\)?)(?:\s(?:of|for))?(?:\s(?:the|his|her|my|their|your))?[\s(]{1,2}$/i;
/** Before a mention: "last four digits of the SSN". */
const LAST_FOUR_OF =
  /(?:last|final)[\s_-]?(?:4|four)(?:[\s_-]?digits?)?[\s_-]?(?:(?:of|for|in)\s)?(?:(?:the|his|her|their|my|your)\s)?$/i;
const PLAIN_FOUR = /^[\s:=#"'(_?-]*(?:\n[A-Za-z ]{1,20}:\s)?(?:(?:is|are|was|as)\s)?[\s:=#"'(]{0,4}(\d{4})(?![\d-])/;
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
    const before = text.slice(Math.max(0, start - LAST_FOUR_REACH), start);
    const earlier = FOUR_BEFORE.exec(before);
    if (earlier !== null) {
      const digits = earlier[1] ?? earlier[2] ?? '';
      const at = start - before.length + earlier.index + earlier[0].indexOf(digits);
      edits.push({ start: at, end: at + 4, replacement: SSN_REPLACEMENT, rule: 'context' });
    }
    const found =
      LAST_FOUR.exec(after) ?? BARE_FOUR.exec(after) ?? (LAST_FOUR_OF.test(before) ? PLAIN_FOUR.exec(after) : null);
    if (found === null) continue;
    const end = from + found[0].length;
    edits.push({ start: end - 4, end, replacement: SSN_REPLACEMENT, rule: 'context' });
  }
}
