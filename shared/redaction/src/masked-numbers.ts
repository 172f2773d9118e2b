import type { Span } from './digit-runs.ts';
import { type Edit, type RuleName, removal } from './edits.ts';
import { isBesideSsnWord, isNamedBySsnWord, type SsnWords } from './ssn-words.ts';
import { partsOf } from './text-spans.ts';

const ANY_MASK = /[xX*#•●■▓▒░█×_?nN]{2}|[xX*#•●]-\d|\d[xX*#•●]/;
const LAST_FOUR_SHOWN = /(?<![\dxX*#•●])[xX*#•●]{3}[\s\p{Pd}._/]{1,3}[xX*#•●]{2}[\s\p{Pd}._/]{1,3}\d{4}(?!\d)/gu;
const FIRST_FIVE_SHOWN = /(?<!\d)\d{3}[\s\p{Pd}._/]{1,3}\d{2}[\s\p{Pd}._/]{1,3}[xX*#•●]{4}/gu;

/** Other signs mask a number only all alike, in the groups of an SSN: `■■■-■■-3920`, `(XXX-XX)-3920`, `XXX-XX3920`. */
const SAME_MASK =
  /\(?(?<![\w*#•●■▓▒░█×?])(?:([xX*#•●■▓▒░█×])\1\1[\s\p{Pd}._/]{1,3}\1\1\)?[\s\p{Pd}._/]{0,3}|([_?nN])\2\2\p{Pd}\2\2\)?\p{Pd}?)\d{4}(?![\d/-])/gu;
/** One group masked: `531-XX-3920`, `***-45-3920`. */
const GROUP_MASKED = /(?<![\w*#•●-])(?:\d{3}\p{Pd}[xX*#•●]{2}|[xX*#•●]{3}\p{Pd}\d{2})\p{Pd}\d{4}(?![\w*#•●]|-\d)/gu;
/** Digits masked here and there: `53X-84-729X`; such codes are numbers beside words about SSNs only. */
const DIGITS_MASKED = /(?<![\w*#•●-])[\dxX*#•●]{3}\p{Pd}[\dxX*#•●]{2}\p{Pd}[\dxX*#•●]{4}(?![\w*#•●]|-\d)/gu;
const MOST_MASKED = 5;
/** A digit too many. */
const DIGIT_TOO_MANY = /(?<![\w-])(?:\d{3}-\d{2}-\d{5}|\d{4}-\d{2}-\d{4})(?![\w-])/g;
/** Behind `531-84-XXXX`. */
const REST = /^\D{0,24}(?:last|final)\s?(?:4|four)\D{0,16}(\d{4})(?!\d)/i;

/** Nine places of which four are shown, beside a word about SSNs. */
const MASKED_BEFORE_WORD = /(?<![\dxX*#•●])[xX*#•●]{5}\d{4}(?!\d)/g;

/** Right after a mention of an SSN: "ending in 1234", "last four: 1234", "XXXXX1234". */
const LAST_FOUR =
  /^[\s:=#"'(,_/-]*(?:\w{1,12}\s){0,3}?(?:(?:last[\s_-]?(?:4|four)|l4|end(?:s|ing)(?:\s(?:in|with))?|suffix|serial|tail|masked)(?:\sthe)?(?:\sdigits?)?(?:\sonly)?(?:\sof\sssn)?(?:\s(?:is|are|was|were|as|(?:verified|confirmed|given|provided|match(?:es|ed)?)(?!\s(?:19|20)\d\d\b))){0,3}[\s:=#"'()-]{0,4}|[xX*#•●■▓█×?]{1,9}[\s-]?|[[<](?:masked|redacted|removed|hidden)[\]>]|\.{3,}|…+)(\d{4})(?![\d-])/iu;
/** `SSN 3920`; a year that follows a mention is none. */
const BARE_FOUR =
  /^(?:4[\s:=#-]{1,4}|[\s:=#"'>|]{1,8}|(?:\s?<\/?t[dh](?:\s[^<>]{0,64})?>){2}\s?[*x]?)(?!(?:19|20)\d\d)(\d{4})(?=[\s,;.)"'<|]*(?:$|[\n<|,;]))/;
/** `SSN verified (3920`; a year is when. */
const VERIFIED_FOUR =
  /^\s(?:verified|confirmed|validated|checked|on\sfile|provided|given|matche[sd])\s?\(\s?(?!(?:19|20)\d\d)(\d{4})(?![\d/-])/i;
/** `3920 are the last four digits of her SSN`, `ending 3920 (SSN)` */
const FOUR_BEFORE =
  /(?<!\d)(?:(\d{4})["')]{0,2}\s(?:(?:are|is|were|was)\s(?:the\s)?|\()(?:last|final)[\s-]?(?:4|four)(?:\sdigits?)?|(?:last[\s-]?(?:4|four)|\bl4|ending(?:\sin)?)\s\(?(\d{4})\)?)(?:\s(?:verified|confirmed))?(?:\s(?:of|for))?(?:\s(?:the|his|her|my|their|your))?[\s(]{1,2}$/i;
/** Before a mention: "last four digits of the SSN". */
const LAST_FOUR_OF =
  /(?:(?:(?:last|final)[\s_-]?(?:4|four)|\bl4)(?:[\s_-]?digits?)?[\s_-]?(?:(?:of|for|in)\s)?(?:(?:the|his|her|their|my|your)\s)?|[uú]ltim[oa]s\s(?:4|cuatro)\s(?:d[ií]gitos\s)?del?\s(?:su\s|n[uú]mero\sde\s)?)$/iu;
const PLAIN_FOUR =
  /^(?:\s?<\/?t[dh](?:\s[^<>]{0,64})?>){0,2}[\s:=#"'(_?-]*(?:\n[A-Za-z ]{1,20}:\s)?(?:(?:is|are|was|were|as|(?:verified|confirmed|given|provided|match(?:es|ed)?)(?!\s(?:19|20)\d\d\b))[\s:]){0,3}[\s:=#"'(]{0,4}(\d{4})(?![\d-])/;
const LAST_FOUR_REACH = 64;
const FOUR = /(?<!\d)\d{4}(?!\d)/;

/** SSNs of which a part is masked: what is left is not for showing either. Adds to `edits`. */
export function findMasked(text: string, words: SsnWords | null, spans: readonly Span[], edits: Edit[]): void {
  let because: string | null = null;
  const push = (start: number, end: number, rule: RuleName): void => {
    edits.push(removal(start, end, rule, rule === 'pattern' ? 'masked' : because));
  };
  for (const [from, part] of partsOf(text, spans)) {
    if (!ANY_MASK.test(part)) continue;
    for (const expression of [LAST_FOUR_SHOWN, FIRST_FIVE_SHOWN, SAME_MASK, GROUP_MASKED]) {
      for (const match of part.matchAll(expression)) {
        const start = from + match.index;
        const end = start + match[0].length;
        push(start, end, 'pattern');
        const rest = expression === FIRST_FIVE_SHOWN ? REST.exec(text.slice(end, end + LAST_FOUR_REACH)) : null;
        if (rest !== null) push(end + rest[0].length - 4, end + rest[0].length, 'context');
      }
    }
  }
  if (words === null) return;
  because = text.slice(words.starts[0], words.ends[0]);
  for (const [from, part] of partsOf(text, spans)) {
    const hasMask = ANY_MASK.test(part);
    for (const expression of hasMask ? [DIGITS_MASKED, DIGIT_TOO_MANY] : [DIGIT_TOO_MANY]) {
      for (const match of part.matchAll(expression)) {
        const masked = match[0].replace(/[\d\p{Pd}]/gu, '').length;
        const isWhole = expression === DIGIT_TOO_MANY || (masked > 0 && masked <= MOST_MASKED);
        const start = from + match.index;
        if (isWhole && isNamedBySsnWord(text, words, start)) push(start, start + match[0].length, 'context');
      }
    }
    for (const match of hasMask ? part.matchAll(MASKED_BEFORE_WORD) : []) {
      const start = from + match.index;
      const end = start + match[0].length;
      if (isBesideSsnWord(text, words, start, end)) push(end - 4, end, 'context');
    }
  }
  for (const [index, from] of words.ends.entries()) {
    const start = words.starts[index] as number;
    because = text.slice(start, from);
    if (!FOUR.test(text.slice(Math.max(0, start - LAST_FOUR_REACH), from + LAST_FOUR_REACH))) continue;
    const after = text.slice(from, from + LAST_FOUR_REACH);
    const before = text.slice(Math.max(0, start - LAST_FOUR_REACH), start);
    const earlier = FOUR_BEFORE.exec(before);
    if (earlier !== null) {
      const digits = earlier[1] ?? earlier[2] ?? '';
      const at = start - before.length + earlier.index + earlier[0].indexOf(digits);
      push(at, at + 4, 'context');
    }
    const found =
      LAST_FOUR.exec(after) ??
      BARE_FOUR.exec(after) ??
      VERIFIED_FOUR.exec(after) ??
      (LAST_FOUR_OF.test(before) ? PLAIN_FOUR.exec(after) : null);
    if (found === null) continue;
    const end = from + found[0].length;
    push(end - 4, end, 'context');
  }
}
