import { lastAtMost } from './ascending-numbers.ts';
import { isOfBusiness } from './business-words.ts';

/** Words in free text that make the nine digits beside them an SSN (rule 5). */
export type SsnWords = {
  /** Beginnings and ends (exclusive) of the mentions, ascending. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

const MENTION = new RegExp(
  [
    String.raw`ssn(?:s|um(?:ber)?|o|br|value|\scard(?=\s?(?:#|no\.?|num(?:ber)?)?[\s:]{0,3}\d))?(?:\s?(?:\/|or)\s?(?:ein|itin|tin)(?![a-z])|\sas\s(?:(?:an?|the|his|her|their)\s)?f?ein(?![a-z]))?`,
    String.raw`\bs\.\s?s\.(?:\s?n\b\.?)?`,
    String.raw`\bs[\s/-]s[\s/-]n\b`,
    String.raw`\bss-n\b`,
    String.raw`\bs\/s(?=\s{0,2}(?:#|:|=|no\b|is\b|\d))`,
    String.raw`\bss\s?#`,
    String.raw`\bss\s(?:no|num|number|nbr|card)\b`,
    String.raw`\bss(?=\s(?:last\s(?:4|four)|l4|ending|ends)\b)`,
    String.raw`\bss(?=\s{0,2}(?:[:=-]|is\b)?[\s:"']{0,3}\d{9}(?!\d))`,
    String.raw`(?<=\d{9}[\s(]{1,3})ss\b`,
    String.raw`\bssan(?![a-z])`,
    String.raw`\bssa\s(?:no|num|number|nbr|#)(?![a-z])`,
    // "assoc. sec." is a secretary, and benefits are no number.
    String.raw`(?<!as)soc(?:ial)?[\s._-]{0,3}sec(?:urity)?(?:[\s._-]{0,3}(?:number|num|nbr|no|card|id)s?)?(?![a-z])(?!\s{1,3}(?:benefit|income|wage|office|admin|tax|pension|retire|disab|withh|earn|payment|award))`,
    String.raw`\bsoc\.?\s?(?:#|(?:no|num|nbr)\b)`,
    String.raw`social\s?(?:num(?:ber)?|no|nbr)(?![a-z])`,
    String.raw`\bsocials?(?=\s{0,3}(?:#|:|=|\?|(?:is|was|are|were|as|for|of|on|he|she|they|given|provided)\b|[x*]{1,9}\d{4}(?!\d)|"|\d|\(|-\s?(?:\d|\p{Lu}\p{L}+\s\d)|vs\b|mism?atch|end|last))`,
    String.raw`\bsoc(?:ial)?s?\b(?!\s?(?:<[^<>]{0,64}>\s?)?(?:sec|media|net|link|profile|work|event|acc|page|post|hour|club|handle|skill))(?=[^\d\n]{0,48}(?:\d{9}|\d{3}-\d\d-\d{4})(?!\d))`,
    String.raw`\bsoc(?=\s(?:is|was)\s)`,
    String.raw`\bsocial(?=\s?[^\w\s.,;/@-]{1,4}\s?\d{9}(?!\d))`,
    String.raw`(?<=\b(?:l4|last\s?(?:4|four))\s(?:of\s)?(?:(?:the|his|her|my|your)\s)?)soc\b`,
    String.raw`(?<=\d{4}[^\d\n]{1,30})\bsoc(?:ial)?s?\b(?=[\s)."'!]{0,3}(?:$|\n))`,
    // As people mistype it.
    String.raw`\bso[a-z]{2,4}l\s{1,2}sec[a-z]{2,5}y\b(?!\s{1,3}(?:benefit|income|wage|office|admin|tax|pension|retire|disab|withh|earn|payment|award))`,
    String.raw`\bsnn(?=\s?(?:[:#=]|is\b|was\b)?\s?\d)`,
    String.raw`\bi\.\s?t\.\s?i\.\s?n\b\.?`,
    String.raw`\bn[uú]mero\sde\sseguro\b`,
    String.raw`\bseguro\s{1,3}social`,
    '(?<![a-z])itins?(?![a-z])',
    String.raw`\b(?:individual\s)?tax\s?payer[\s_-]{0,3}id`,
  ].join('|'),
  'iuy',
);

/** @param hints where a word about SSNs may begin, ascending */
export function findSsnWords(original: string, hints: readonly number[]): SsnWords | null {
  if (hints.length === 0) return null;
  const text = inPlainLetters(original);
  const isPlain = text === original;
  const starts: number[] = [];
  const ends: number[] = [];
  let end = 0;
  for (const hint of hints) {
    if (hint < end) continue;
    const start = mentionAt(text, hint, isPlain ? 0 : MAX_INVISIBLE);
    if (start < 0) continue;
    end = MENTION.lastIndex;
    if (isSsn(text, start) && (isInsideWord(text, start, end) || isInsideId(text, start, end))) continue;
    starts.push(start);
    ends.push(end);
  }
  return ends.length === 0 ? null : { starts, ends };
}

/** Where the mention begins that a hint tells, or -1. Invisible signs stand as spaces before a broken one. */
function mentionAt(text: string, hint: number, invisible: number): number {
  for (let at = hint; at <= hint + invisible; at++) {
    if (!BEGINS.test(text.charAt(at))) continue;
    MENTION.lastIndex = at;
    if (MENTION.test(text)) return at;
  }
  if ((text.charCodeAt(hint + 1) | 0x20) !== LOWER_E) return -1;
  const before = NUMBER_OF.exec(text.slice(Math.max(0, hint - NUMBER_OF_REACH), hint));
  if (before === null) return -1;
  MENTION.lastIndex = hint - before[0].length;
  return MENTION.test(text) ? hint - before[0].length : -1;
}

/** All mentions begin so. */
const BEGINS = /[sint]/i;
const MAX_INVISIBLE = 4;
/** `número de seguro` */
const NUMBER_OF = /n[uú]mero\sde\s$/i;
const NUMBER_OF_REACH = 10;
const LOWER_E = 0x65;

function isSsn(text: string, start: number): boolean {
  return (text.charCodeAt(start + 1) | 0x20) === LOWER_S && (text.charCodeAt(start + 2) | 0x20) === LOWER_N;
}

const LOWER_S = 0x73;
const LOWER_N = 0x6e;

const WIDE_LETTERS = /[\uff21-\uff3a\uff41-\uff5a]/;

/** The same length, with wide letters as plain ones, and without invisible signs within "SSN". */
function inPlainLetters(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  const plain = WIDE_LETTERS.test(text)
    ? text.replace(/[\uff21-\uff3a\uff41-\uff5a]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    : text;
  return plain.replace(BROKEN_SSN, (word) => 'SSN'.padStart(word.length, ' '));
}

const NOT_ASCII = /[^\0-\u007f]/;
const BROKEN_SSN = /(?<![a-z])s\p{Cf}{1,2}s\p{Cf}{0,2}n(?![a-z])|(?<![a-z])ss\p{Cf}{1,2}n(?![a-z])/giu;

/** `ssn` within a word ("Assn", "GLASSNOTE") mentions nothing; `borrowerSSN` and `ssnValue` do. */
function isInsideWord(text: string, start: number, end: number): boolean {
  return (
    continuesWord(text.charCodeAt(start - 1), text.charCodeAt(start)) ||
    continuesWord(text.charCodeAt(end - 1), text.charCodeAt(end))
  );
}

function continuesWord(left: number, right: number): boolean {
  return isLetter(left) && isLetter(right) && !(left >= LOWER_A && right < LOWER_A);
}

/** Letters and single digits by chance, as systems make ids: `Y9yN2zqsIJQ2SsnACBee`. */
function isInsideId(text: string, start: number, end: number): boolean {
  let from = start;
  while (from > 0 && start - from < ID_REACH && isLetterOrDigit(text.charCodeAt(from - 1))) from--;
  let to = end;
  while (to < text.length && to - end < ID_REACH && isLetterOrDigit(text.charCodeAt(to))) to++;
  if (start - from + to - end < ID_REACH / 2) return false;
  const groups = `${text.slice(from, start)} ${text.slice(end, to)}`.match(/\d+/g) ?? [];
  return groups.length >= 2 && groups.every((group) => group.length <= 3);
}

const ID_REACH = 24;
const LOWER_A = 0x61;

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= LOWER_A && lower <= 0x7a;
}

function isLetterOrDigit(code: number): boolean {
  return isLetter(code) || (code >= 0x30 && code <= 0x39);
}

/** Between a mention and its number stand few characters, and nothing that names another number. */
const MAX_BEFORE = 80;
const MAX_AFTER = 40;
/** Words of which each says by itself that the number after it is another one. */
const OTHER_NUMBER =
  /\b(?:zip|postal|phone|tel|telephone|fax|mobile|cell|call|text|acc(?:oun)?ts?(?!\s?holder)|a\/c|routing|aba|f?ein|employer|loan|lead|deal|invoice|policy|licen[cs]e|dln?|passport|visa|alien|uscis|green\scard|npi|nmls|duns|d-u-n-s|bank|amount|balance|total|income|limit|deposit|debt|charge|mortgage|savings|checking|offset|size|bytes|duration|[ug]?uid|pin|vin|sku|isbn|ip|parcel|apn|permit|instrument|badge|barcode|docket|voucher|receipt|cheque|wire|batch|job|po|txn|conf|apps?|creditor|subscriber|agent|ticket|tracking|serial|token)\b|\b(?:ref|reference|order|case|(?<!on\s)file|report|request|application|member|user|employee|contact|customer|client|record|document|doc|card|claim|check|confirmation|transaction|inquiry|payment|trace|(?<!(?:tax|payer|social|security|sec|ssn|tin)\s)id|a)\s?(?:no\b\.?|num(?:ber)?\b|ids?\b|[-#:=]|$|(?:is|was)?\s{0,2}["'(]?$)|\$/i;
/** How a number was received names no other: "given over the phone", "on file". */
const CHANNEL =
  /\b(?:over|on|by|via|in|from|per)\s(?:(?:the|an?|my|his|her|their|our|your|credit|loan|tax|ssn?|dl)\s){0,2}(?:phone|telephone|call|fax|text|card|report|app(?:lication)?|form|document|file|client|customer|borrower|license|w-?2|return|dl)\b(?!\s{0,2}(?:[-#=]|no\b|num|id\b|\d))/gi;
const AFTER =
  /^[\s()[\]{}:>"'/=<_-]*(?:(?:is|was|as|not|the|his|her|their|my|a|an|your|valid|invalid|given|used|on|file|for|field|key|path|at|in|index|borrower|applicant|client|customer|consumer|spouse|wife|husband|mother|father|son|daughter|partner|co|n[uú]mero|no\.?|de|when|asked|that'?s|this|s)[\s_'"-]+)*(?:\w{1,24}\.)?\(?$/i;
/** A mention with a value of its own does not name what stands before it: `id="…" ssn="…"`. */
const OWN_VALUE = /^["']?\s{0,3}[:=]/;
/** `…, SSN.` says of what stands before it what it is. */
const LAST_OF_LINE = /^[\s)."'!]{0,3}(?:$|\n)/;
/** `…</account><note>SSN`: the number has an element with a name. */
const ENDS_ELEMENT = /<\/(?!(?:t[dh]|b|i|u|em|strong|span|div|p|li|d[dt]|a|font|label|small)\b)/i;
/** What the digits are counted in, right after them. */
const UNIT = /^\s?(?:bytes?|[nmµu]?s(?!\/)|sec|usd|dollars|cents|rows|records|points|[kmg]i?b)\b/i;
const COUNTRY_CODE = /\+\d{0,3}[\s.(-]{0,2}$/;
const MAX_UNIT = 10;

/**
 * Whether the digits at `start`…`end` stand beside a mention: after one without another number's name between, or right
 * before one.
 */
export function isBesideSsnWord(text: string, words: SsnWords, start: number, end: number): boolean {
  if (isCounted(text, end) || COUNTRY_CODE.test(text.slice(Math.max(0, start - 8), start))) {
    return false;
  }
  const before = lastAtMost(words.ends, start);
  const from = words.ends[before];
  if (from !== undefined && start - from <= MAX_BEFORE && leadsTo(text.slice(from, start))) {
    const isZip = ZIP_FORM.test(text.slice(start, end)) && !NAMING.test(afterMention(text, from, start));
    if (!isZip) return !isTaxpayers(text, words, before) || !isOfBusiness(text, start);
  }
  const after = lastAtMost(words.starts, end - 1) + 1;
  const next = words.starts[after];
  if (next === undefined || next - end > MAX_AFTER) return false;
  const mentionEnd = words.ends[after] as number;
  const isLast = LAST_OF_LINE.test(text.slice(mentionEnd, mentionEnd + 4));
  const between = withoutTags(text.slice(end, next));
  if (!AFTER.test(isLast ? between.replace(',', ' ') : between)) return false;
  if (OWN_VALUE.test(text.slice(mentionEnd, mentionEnd + 6))) return false;
  if (isTaxpayers(text, words, after) && isOfBusiness(text, start)) return false;
  if (ENDS_ELEMENT.test(text.slice(end, next))) return false;
  // `ID 531847296 SOCIAL`
  if (isLast && between.trim() === '') return true;
  return !namesOtherNumber(clauseBefore(text, start));
}

/** What stands before a number since the last digits and the last sentence: a word there is about this number. */
function clauseBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - MAX_AFTER), start);
  return before.slice((CLAUSE_ENDS.exec(before)?.index ?? -1) + 1).replace(TEXT_FIELD, ' ');
}

/** The last of what ends a clause. */
const CLAUSE_ENDS = /(?:\d|[.;!?](?=\s)|\n)(?![\s\S]*(?:\d|[.;!?]\s|\n))/;
/** `_Text="…"`: a field of words. */
const TEXT_FIELD = /text["']?\s?[:=]\s?["']?$/i;

const ZIP_FORM = /^\d{5}\s?\p{Pd}\s?\d{4}$/u;

/** Whether a mention leaves open whether the number is a person's or a business'. */
function isTaxpayers(text: string, { starts }: SsnWords, mention: number): boolean {
  const start = starts[mention] as number;
  return /^tax/i.test(text.slice(start, start + 3));
}

/** Whether what ends here is a quantity: `123456789 bytes`. */
export function isCounted(text: string, end: number): boolean {
  return UNIT.test(text.slice(end, end + MAX_UNIT));
}

/** Right before a number, the name of another one; where the mention has a value, so has the next name: `ssn: null, id: …`. */
const ANOTHER =
  /\b(?:ref|reference|order|case|(?<!on\s)file|report|request|application|member|user|employee|contact|customer|record|document|doc|claim|check|confirmation|transaction|inquiry|payment|trace|id|number\sof|code|version|at|in|to\scall|score|basis|queue|key)\W{0,4}$|[:=][^:=]*[,;&\n]\s?"?[\w.-]{1,32}"?\s?[:=][\s"']*$/i;
/** What is said in brackets beside a number names none: `(optional)`, `(9 digits)`, `(old)`. */
const ASIDE = /\([^()\n]{1,24}\)/g;
/** `SSN id …`, and `SSN: n/a → …`: what comes instead of no number. */
const INSTEAD =
  /^[\s_-]{0,2}id\W{0,4}$|^\W{0,3}(?:n\/a|none|null|unknown|blank|empty|missing)\W{0,3}(?:→|->|to|now)\W{0,3}$/i;

/** Elements that lay a text out and name nothing. */
const LAYOUT =
  /<(?!(?:t[dhrt]|thead|tbody|table|b|i|u|em|strong|span|div|p|li|[udo]l|d[dt]|a|font|label|br|hr|small|h\d|input|textarea|option|select|center|nobr|mark|code|pre|value|text|number|w:\w+)\b)[a-z]/i;
/** A row or an entry of a list that begins with a label of its own. */
const LABELLED_ROW = /<(?:tr|dt|li)\b[^<>]*>(?:\s|<[^<>]*>)*[^\s<>][^<>]*</i;
/** `s/b`, `rec'd` */
const SHORTENED = /\b(s\/b)\b|(?<=[a-z])['’]d\b/gi;
/** `social?\nCustomer: …`, `SSN? A: …` */
const NEXT_SPEAKER = /^\s?\?\s{0,3}(?:\n[>\s]{0,3}[A-Za-z ]{1,20}|a(?:ns(?:wer)?)?)[:.]/i;
const WHOLE = /(?<!\d)(?:\d{9}|\d{3}-\d\d-\d{4})(?!\d)/g;

/** Whether a number after a mention is the one mentioned: what stands between ends in no name of its own. */
function leadsTo(mentionToNumber: string): boolean {
  if (INSTEAD.test(mentionToNumber)) return true;
  // A number between is the first of two, and names none: `on app 412663971 s/b …`.
  const between = mentionToNumber.replace(NEXT_SPEAKER, '? ').replace(ASIDE, ' ').replace(WHOLE, '…');
  if (namesOtherNumber(between)) return false;
  if (between.includes('<') && (LAYOUT.test(between) || LABELLED_ROW.test(between))) return false;
  const plain = withoutTags(between)
    .replace(CHANNEL, ' ')
    .replace(SHORTENED, (_, be) => (be ? 'be' : 'ed'));
  return !ANOTHER.test(plain);
}

/** Whether the words name a number that is no SSN: an account, a telephone, a postal code. */
export function namesOtherNumber(text: string): boolean {
  return OTHER_NUMBER.test(
    withoutTags(text)
      .replace(/_|(?<=[a-z])(?=[A-Z])/g, ' ')
      .replace(CHANNEL, ' '),
  );
}

const NAMING = /^[_\s-]?(?:number|value|id|(?:num|no|nbr)\.?)?(?:\s(?:is|was|are))?[\s"'\\:=#>|()[\]{}]*$/i;

/** What stands between a mention and the digits at `start`, without the point of `Social Security No.` */
function afterMention(text: string, end: number, start: number): string {
  const isShort = text.charAt(end) === '.' && SHORT_FOR_NUMBER.test(text.slice(Math.max(0, end - 3), end));
  return text.slice(isShort ? end + 1 : end, start);
}

const SHORT_FOR_NUMBER = /(?:no|num|nbr)$/i;

/** Whether nothing but signs stands between a mention and the digits at `start`: `ssn=`, `"ssn": "`, `SSN</td><td>`. */
export function isNamedBySsnWord(text: string, words: SsnWords, start: number): boolean {
  const mention = lastAtMost(words.ends, start);
  const from = words.ends[mention];
  if (from === undefined || start - from > MAX_BEFORE) return false;
  if (isTaxpayers(text, words, mention) && isOfBusiness(text, start)) return false;
  const between = afterMention(text, from, start);
  return NAMING.test(withoutTags(between)) && !LAYOUT.test(between);
}

/** The text without elements, without the beginning of one whose value follows, and without marks of boards. */
function withoutTags(text: string): string {
  const plain = text.includes('[') ? text.replace(/\[\/?[a-z]{1,3}\]/gi, ' ') : text;
  if (plain.includes('&lt;')) return withoutTags(plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>'));
  return plain.includes('<') ? plain.replace(/<[^<>]*>|<[^<>]*\bvalue=["']?$/gi, ' ') : plain;
}
