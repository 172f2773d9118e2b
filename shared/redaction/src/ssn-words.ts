/** Words in free text that make the nine digits beside them an SSN (rule 5). */
export type SsnWords = {
  /** Beginnings and ends (exclusive) of the mentions, ascending. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

/** Whether a text is worth searching: all mentions have one of these. */
const ANY = /ssn|s\.\s?s|ss\s?#|ss\s?n|soc|seguro|itin|taxpayer/i;
const MENTION =
  /ssn(?:s|um(?:ber)?|o|br|value)?|\bs\.\s?s\.\s?n?\b\.?|\bss\s?#|\bss\s(?:no|num|number|nbr)\b|\bsoc(?:ial)?[\s._-]{0,3}sec(?:urity)?(?![a-z])|social\s?(?:num(?:ber)?|no|nbr)(?![a-z])|\bsocial(?=\s{0,3}(?:#|:|=|is\b|"|\d|\())|\bseguro\s{1,3}social|(?<![a-z])itins?(?![a-z])|\b(?:individual\s)?taxpayer[\s_-]{0,3}id/gi;
const LOWER = /[a-z]/;
const LETTER = /[A-Za-z]/;

export function findSsnWords(text: string): SsnWords | null {
  if (!ANY.test(text)) return null;
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of text.matchAll(MENTION)) {
    const end = match.index + match[0].length;
    if (/^ssn/i.test(match[0]) && isInsideWord(text, match.index, end)) continue;
    starts.push(match.index);
    ends.push(end);
  }
  return ends.length === 0 ? null : { starts, ends };
}

/** `ssn` within a word ("Assn", "GLASSNOTE") mentions nothing; `borrowerSSN` and `ssnValue` do. */
function isInsideWord(text: string, start: number, end: number): boolean {
  return (
    continuesWord(text.charAt(start - 1), text.charAt(start)) || continuesWord(text.charAt(end - 1), text.charAt(end))
  );
}

function continuesWord(left: string, right: string): boolean {
  return LETTER.test(left) && LETTER.test(right) && !(LOWER.test(left) && !LOWER.test(right));
}

/** Between a mention and its number stand few characters, and nothing that names another number. */
const MAX_BEFORE = 64;
const MAX_AFTER = 24;
const OTHER_NUMBER =
  /\b(?:zip|postal|phone|tel|telephone|fax|mobile|cell|acct|account(?!\s?holder)|routing|aba|f?ein|employer|loan|invoice|policy|licen[cs]e|dln?|passport|npi|duns|bank|amount|balance)\b|\b(?:ref|reference|order|case|(?<!on\s)file|member|customer|claim|docket|serial|tracking|check|confirmation|transaction|inquiry|payment)\s?(?:no\b|num|id\b|#|:)|\$/i;
const AFTER = /^[\s()[\]{}:>/-]*(?:(?:is|was|as|the|his|her|their|my|a|an|your|valid|on|file|for)\s+)*\(?$/i;
/** A mention with a value of its own does not name what stands before it: `id="…" ssn="…"`. */
const OWN_VALUE = /^["']?\s{0,3}[:=]/;

/**
 * Whether the digits at `start`…`end` stand beside a mention: after one without another number's name between, or right
 * before one.
 */
export function isBesideSsnWord(text: string, words: SsnWords, start: number, end: number): boolean {
  const before = lastAtMost(words.ends, start);
  const from = words.ends[before];
  if (from !== undefined && start - from <= MAX_BEFORE && !namesOther(text.slice(from, start))) return true;
  const after = lastAtMost(words.starts, end - 1) + 1;
  const next = words.starts[after];
  if (next === undefined || next - end > MAX_AFTER || !AFTER.test(withoutTags(text.slice(end, next)))) return false;
  const mentionEnd = words.ends[after] as number;
  if (OWN_VALUE.test(text.slice(mentionEnd, mentionEnd + 6))) return false;
  return !namesOther(text.slice(Math.max(0, start - MAX_AFTER), start));
}

function namesOther(text: string): boolean {
  return OTHER_NUMBER.test(withoutTags(text).replace(/_|(?<=[a-z])(?=[A-Z])/g, ' '));
}

const NAMING = /^[_\s-]?(?:number|num|no|nbr|value)?[\s"'\\:=#>()[\]{}]*$/i;

/** Whether nothing but signs stands between a mention and the digits at `start`: `ssn=`, `"ssn": "`, `SSN</td><td>`. */
export function isNamedBySsnWord(text: string, words: SsnWords, start: number): boolean {
  const from = words.ends[lastAtMost(words.ends, start)];
  return from !== undefined && start - from <= MAX_BEFORE && NAMING.test(withoutTags(text.slice(from, start)));
}

function withoutTags(text: string): string {
  return text.includes('<') ? text.replace(/<[^<>]*>/g, ' ') : text;
}

/** Index of the last of the ascending numbers that is at most `limit`, or -1. */
function lastAtMost(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
