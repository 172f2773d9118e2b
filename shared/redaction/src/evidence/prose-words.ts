import { TABLE_EDGE } from '../index/visible-text.ts';
import { isSureName } from '../names.ts';
import * as terms from '../vocabulary.ts';

/** Words about SSNs in a text, end exclusive. */
export type Mention = {
  readonly start: number;
  readonly end: number;
  /** `weak` words (`social`, `ss`) also mean other things; a taxpayer's number may be a business'. */
  readonly kind: 'strong' | 'weak' | 'taxpayer';
};

/** The text in small letters, each at its place. */
export function smallLetters(text: string): string {
  const small = text.toLowerCase();
  // A few capital letters have longer small ones.
  return small.length === text.length ? small : text;
}

/** Terms of names that say too little in a text, or have conditions of their own below. */
const ONLY_NAMES = /^(?:socials?\??|soc|ssa?|pssn|sin|ssns\?)$/;
const inText = (...lists: readonly (readonly string[])[]): string =>
  `${terms.inProse(lists.flat().filter((term) => !ONLY_NAMES.test(term)))}(?![a-z])`;
const MENTION = new RegExp(
  [
    `(?<strong>${[
      inText(terms.SURE),
      'ssn(?:s|um(?:ber)?|o|br|value)?',
      '[ia]tins?',
      String.raw`i\.\s?t\.\s?i\.\s?n\b\.?`,
      String.raw`s\.\s?s\b\.?(?:\s?n\b\.?)?`,
      String.raw`ssa?[\s.]?#`,
      String.raw`(?:s/s|ss/n)(?=\s{0,2}(?:[#:=\d]|no\b|is\b))`,
      `${inText(terms.LIKELY, terms.MISSPELT)}(?!\\s{1,3}${terms.inProse(terms.MONEY)})`,
      inText(terms.IN_OTHER_LANGUAGES),
    ].join('|')})`,
    `(?<taxpayer>${inText(terms.TAXPAYER)})`,
    // "social" may be media, and "ss" anything without a number behind it.
    String.raw`soc(?:ial)?s?(?![a-z]|\s?${terms.inProse(terms.MEDIA)})`,
    String.raw`ss(?=\s(?:card|del?|last|l4|ending|ends|termina)\b|\s{0,2}(?:[:=/-]|[ai]s\b)?[\s:"']{0,3}\d{3})`,
    String.raw`ssm(?=[\s:#=-]{1,3}\d{3}\W?\d\d\W?\d{4})`,
    String.raw`(?<=\d[\s(]{1,3})ss\b`,
  ].join('|'),
  'g',
);

/** What belongs to a mention though it would name another number by itself: `SSN/EIN`, `ssn as ein`, `ss card`, `SSN ID`. */
const GOES_ON =
  /(?:[\s#]{0,2}(?:\/|or)\s?(?:f?ein|(?:employer\s)?id(?:entification)?(?:\snumber)?|itin|tin|passport|dl|driver'?s?\slicen[cs]e)(?![a-z]))+|(?:\s?(?:[,&+/]|and)\s?(?:f?ein|dob|dl|(?:driver'?s?\s)?licen[cs]e|address|phone|zip)(?:\snumber)?)+(?=\s?[:=]\s?\d{3}\W?\d\d\W?\d{4}|(?:\sare)?[\s#>-]{1,4}\d{3}\W?\d\d\W?\d{4}[\s,/&]{1,3}(?:and\s)?[a-z(]?\d{3})|\sas\s(?:(?:an?|the|his|her|their)\s)?f?ein(?![a-z])|[\s_-](?:cards?|ids?|numbers?|(?:trace|check)(?=\W{1,3}\d))(?![a-z])/y;

/** @param plain the text in small letters */
export function findMentions(text: string, plain: string): readonly Mention[] {
  const mentions: Mention[] = [];
  MENTION.lastIndex = 0;
  for (let match = MENTION.exec(plain); match !== null; match = MENTION.exec(plain)) {
    const { index: start, groups = {} } = match;
    let end = start + match[0].length;
    if (isInsideWord(text, start, end)) {
      MENTION.lastIndex = start + 1;
      const [from, to] = wordAround(text, start, end);
      if (!isSureName(text.slice(from, to))) continue;
      mentions.push({ start: from, end: to, kind: 'strong' });
      MENTION.lastIndex = to;
      continue;
    }
    GOES_ON.lastIndex = end;
    if (GOES_ON.test(plain)) end = GOES_ON.lastIndex;
    const kind = groups.strong !== undefined ? 'strong' : groups.taxpayer !== undefined ? 'taxpayer' : 'weak';
    mentions.push({ start, end, kind });
    MENTION.lastIndex = end;
  }
  return mentions;
}

/** A letter goes on at either side: "Assn", "glassnote"; in `borrowerSSN` and `ssnValue` a word begins. */
function isInsideWord(text: string, start: number, end: number): boolean {
  return JOINED.test(text.slice(Math.max(0, start - 1), start + 1)) || JOINED.test(text.slice(end - 1, end + 1));
}

const JOINED = /^(?:[A-Za-z][a-z]|[A-Z][A-Z])$/;
const LONGEST_NAME = 48;

function wordAround(text: string, start: number, end: number): readonly [number, number] {
  const before = /[\w.$-]*$/.exec(text.slice(Math.max(0, start - LONGEST_NAME), start))?.[0].length ?? 0;
  const after = /^\w*/.exec(text.slice(end, end + LONGEST_NAME))?.[0].length ?? 0;
  return [start - before, end + after];
}

const WORD_FOR_NUMBER = String.raw`\s?(?:no\b\.?|num(?:ber)?\b|ids?\b|[-#:=]|$|(?:is|was)?\s{0,2}["'(]?$)`;
const OTHER = new RegExp(
  String.raw`\b(?:${terms.inProse(terms.OTHER_NUMBER)}\b|${terms.inProse(terms.OTHER_THING)}${WORD_FOR_NUMBER})|\$`,
  'i',
);
/** How a number was received names no other: "given over the phone", "on file", "W2 shows". */
const CHANNEL =
  /(?<=^\W{0,3})(?:client|customer|user|agent):\s(?=["'\p{L}])|(?:(?<=mismatch\W{1,3}|(?:match|ssn|social):\s)|\b(?:over|on|by|via|in|to|for|from|per|of)\s(?:(?!acc|number)\p{L}+ ){0,3})(?:(?:tele)?phone|call|fax|text|card|record|report|bureau|app(?:lication)?|form|document|file|(?<=(?:credit|background)\s)check|client|customer|borrower|contact|member|employee|user|license|w-?2|return|dl|inquiry)\b(?!\s{0,2}(?:[-#=]|no\b|num|id\b|\d))/giu;

/** Whether the words name a number that is no SSN: an account, a telephone, a postal code. */
export function namesOther(words: string): boolean {
  return OTHER.test(words.replace(/_|(?<=[a-z])(?=[A-Z])/g, ' ').replace(CHANNEL, ' '));
}

/** Right before a number, the name of another one. */
const ANOTHER = new RegExp(
  String.raw`\b(?:${terms.inProse(terms.OTHER_THING)}|number\sof|code|version|at|in|to\scall|score|basis|queue|key)\W{0,4}$`,
  'i',
);
/** Where the word about SSNs has a value, so has the next name: `ssn: null, id: …`, `ssn=&a=…`. */
const NEXT_FIELD = /[:=][^:=]*[,;&\n]\s?["']?[\w.-]{1,32}["']?\s?[:=][\s"']*$/;
/** A row of a table with a label of its own. */
const NEXT_ROW = /\n[^\n\t]*\p{L}[^\n\t]*\t[^\n]*$/u;
/** What is said in brackets beside a number names none: `(optional)`, `(9 digits)`, `(old)`. */
const ASIDE = /\([^()\n]{1,24}\)/g;
/** Tags in entities: the text that they spell is read as well. */
const SPELLED_TAG = /&lt;[^&\n]{0,64}&gt;/g;

/** Whether a number after a mention is the one mentioned: what stands between names no other. */
export function leadsTo(mentionToNumber: string): boolean {
  const between = mentionToNumber.replace(SPELLED_TAG, '\n').replace(ASIDE, ' ').replace(CHANNEL, ' ');
  // Another table.
  if (between.includes(TABLE_EDGE)) return false;
  return !namesOther(between) && !ANOTHER.test(between) && !NEXT_FIELD.test(between) && !NEXT_ROW.test(between);
}

const NAMING =
  /^(?:[,;|]\s?(?:(?:id|document)\s)?)?[_\s-]?(?:number|value|id|(?:num|no|nbr)\.?)?(?:\s(?:is|was|are|masked\sas|(?:in|like)(?=\s?[("'])))?[\s"'\\:=#>|.()[\]{}nol]*$/i;

/** Whether nothing but signs stands between a mention and a number: `ssn=`, `"ssn": "`, `no. `. */
export function names(mentionToNumber: string): boolean {
  return NAMING.test(mentionToNumber);
}

/** Ends what is said of a number before it. */
const SAID_OF_ANOTHER = /[\d?&\n]|[,;.!](?=["{[\s])/;
/** A mention with a value of its own does not name what stands before it: `id="…" ssn="…"`. */
const OWN_VALUE = /^["']?\s{0,3}[:=]/;
/** `…, SSN.` says of what stands before it what it is. */
const LAST_OF_LINE = /^[\s)."'!]{0,3}(?:$|\n)/;
/** `number: …\n type: SSN`: a field that is called by no more than that, and behind it the one of its type. */
const NUMBER_FIELD = new RegExp(
  String.raw`(?:^|[\n,;|&({]|:\s)[\s"'>*-]*(?:${terms.inProse(terms.WHOSE)}\s)?(?:(?:id|identification|identifier)[\s_]?)?(?:id|identifier|value|number|num|no\.?)["'*]*\s?[:=\s][\s"'*]*$`,
  'i',
);
const TYPE_FIELD =
  /^["'*]*\s{0,3}[,;|&\n][\s"'>*-]{0,8}(?:(?:id|identification|identifier|number|value)[\s_]?)?type["'*]*\s?[:=-][\s"'*]*$/;
const VALUE_ENDS = /^["'*]*\s{0,3}(?:[.,;|&})\r\n]|$)/;
/** `412663971\nthat's my social`, `412663971\n^ ssn` */
const IN_NEXT_LINE = /^\s*\n[\s>]*(?:\^|that'?s|this is)\s(?:(?:my|his|her|the)\s)?$/i;
/** The last of what ends a clause. */
const CLAUSE_ENDS = /(?:\d|[.;!?](?=\s)|\n)(?![\s\S]*(?:\d|[.;!?]\s|\n))/;
/** Whether a mention says of the number before it what that is: `… (SSN)`, `… is his social`, `…\n type: SSN`. */
export function saysOfBefore(before: string, numberToMention: string, afterMention: string): boolean {
  if (TYPE_FIELD.test(numberToMention)) return NUMBER_FIELD.test(before) && VALUE_ENDS.test(afterMention);
  const isLast = LAST_OF_LINE.test(afterMention) || /^\s(?:verif|match|conf)/.test(afterMention);
  if (numberToMention.includes('\n')) return IN_NEXT_LINE.test(numberToMention);
  if (SAID_OF_ANOTHER.test(isLast ? numberToMention.replace(',', ' ') : numberToMention) || namesOther(numberToMention))
    return false;
  if (OWN_VALUE.test(afterMention)) return false;
  // `ID 531847296 SOCIAL`, `ID: 531847296 (SSN)`
  if ((isLast && numberToMention.trim() === '') || /^["']?\s?(?:\(|is\smy\s)$/.test(numberToMention)) return true;
  // A word since the last digits and the last sentence is about this number.
  const clause = before.slice((CLAUSE_ENDS.exec(before)?.index ?? -1) + 1);
  return !namesOther(clause) && !NEXT_FIELD.test(clause);
}

/** Right before a number, what names another one even under a name that speaks of SSNs: `acct 123456789`. */
const OTHER_BEFORE =
  /\b(?:acc(?:oun)?ts?|a\/c|phone|tel|zip|routing|loan|order|ticket|agent)\W{0,3}(?:no\b|num(?:ber)?\b)?(?:\s(?:is|was))?\W{0,3}$/;

export function isOtherRightBefore(before: string): boolean {
  return OTHER_BEFORE.test(before);
}

/** The owner of a taxpayer's number is named before it, its type on either side. */
const OWNER = new RegExp(
  String.raw`(?<business>${terms.inProse(terms.BUSINESS)}|\b(?:${terms.inProse(terms.COMPANY_NAME)})\b|federal|\bf?ein\b|trust\b)|${terms.inProse(terms.PERSON)}|spouse|social`,
  'g',
);
const TYPE =
  /type(?:code)?["']?(?:\W|<[^<>]{0,40}>){1,8}(?:(?<business>f?ein(?![a-z])|employer)|social|ssn|individual)/g;

/** Whether a taxpayer's number is a business', by its type behind it and the owner or type that is named last before it; where they differ it is a person's. */
export function isOfBusiness(before: string, fromNumber: string): boolean {
  const isBusiness = (match: RegExpExecArray | undefined): boolean | null =>
    match === undefined ? null : match.groups?.business !== undefined;
  if (/^\d[\d -]{8,12}\W{1,3}f?ein\b/.test(fromNumber)) return true;
  const owner = isBusiness([...before.matchAll(OWNER)].at(-1));
  const type = isBusiness([...fromNumber.matchAll(TYPE)][0]);
  return type === null ? owner === true : type && owner !== false;
}
