import { normalized } from './normalized.ts';
import { remembering } from './remembering.ts';
import * as terms from './vocabulary.ts';

/**
 * What a name says of its value.
 *
 * - `sure`: it is the number, a part of it or a container of such, whatever it looks like;
 * - `likely`: it is one if it looks like one (`Social`, `socialSecurity`), or tells about one (`ssnVerified`);
 * - `taxpayer`: a person's unless its form, a sibling or the path says that it is a business'.
 */
export type Says = 'sure' | 'likely' | 'taxpayer';

export type Name = {
  readonly says: Says | null;
  /** The last four digits of a number. */
  readonly four: boolean;
  /** Match results digit by digit. */
  readonly flags: boolean;
  /** Whom it is about; what is said last counts. */
  readonly owner: 'person' | 'business' | null;
  /** What only a person, a business or a social network has. */
  readonly factOf: 'person' | 'business' | 'network' | null;
  /** A person's number only beside a person: a federal tax id, an id without a type. */
  readonly personal: boolean;
  /** Something else than a number: a date, a telephone, money; `form`: with a number's form (parcels). */
  readonly other: 'value' | 'aside' | 'form' | null;
  /** Which or whose of several numbers. */
  readonly whose: boolean;
  /** A part of the number that contains it (`area`, `last`). */
  readonly part: boolean;
  /** Of a label (`TaxpayerIdentifierType`) and of a value that a label names: what stands before that word. */
  readonly labelOf: string | null;
  readonly valueOf: string | null;
  /** Such a value only if it looks like a number. */
  readonly weak: boolean;
  readonly isId: boolean;
  /** Without case and signs. */
  readonly squashed: string;
};

const WORDS = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Lo}+|\p{N}+/gu;
/** How converters from XML call an element's text. */
const ELEMENT_TEXT = /^(?:[#_$@]+|#text|\$t|\$value|_value)$/;
/** A vendor's prefix, and the end of a custom name, in Salesforce: `LLC_BI__Tax_Identification_Number__c`; the page of a form. */
const VENDOR = /^(?:[A-Za-z\d]+_)+_(?=\w+__c$)|__c$|^topmostSubform\[0\]\.(?:Page\d+\[0\]\.)?/g;
const NAMESPACE = /^[^:]*:(?=[^:]+$)/;
/** An escape of JSON in a name. */
const ESCAPED_LETTER = /\\u(?!00[0-3])([\da-f]{4})/gi;

const called = (...lists: (readonly string[])[]): RegExp => new RegExp(`^${terms.inName(...lists)}$`);
const speaksOf = (...lists: (readonly string[])[]): RegExp => new RegExp(terms.inName(...lists));

const SOCIAL_SECURITY = speaksOf(
  terms.MISSPELT.filter((term) => term !== 'snn'),
  ['(?<!as)soc_sec(?:urity)?(?=n|i|\\d|value|$)', 'social_sec(?!u)'],
);
const HAS_SURE = new RegExp(
  `^(?:${terms.inName(terms.WHOSE)})*${terms.inName(terms.SURE, ['snn'])}$|(?<!as)${terms.inName(
    terms.SURE.filter((term) => /soc/.test(term)),
    ['soc_sec$'],
  )}`,
);
const SURE_AMONG_WORDS = new RegExp(`(?<![a-z])${terms.inProse(terms.SURE)}(?![a-z])`);
const NO_PERSON = /employer|federal|business|company|card|acc(?:oun)?t|phone/;
const IS_LIKELY = called(terms.LIKELY);
const IS_FOREIGN = speaksOf(terms.IN_OTHER_LANGUAGES);
const IS_TAXPAYER = speaksOf(terms.TAXPAYER.filter((term) => term !== 'tins?' && term !== 'tax_payer'));
/** Behind what the value of a label is called. */
const ENDS_IN_FOUR = new RegExp(`${terms.inName(terms.LAST_FOUR)}(?:digits)?$`);
const ENDS_IN_TIN = /(?:^| )tins?(?: (?:number|num|no|nbr|value|\d{1,2}))*$/;
const SPEAKS_ABOUT = speaksOf(terms.ABOUT);
const ABOUT_AMONG_WORDS = new RegExp(`(?<![a-z])${terms.inProse(terms.ABOUT)}`);
const SPEAKS_OF_MEDIA = speaksOf(terms.MEDIA);
const SPEAKS_OF_MONEY = speaksOf(terms.MONEY);
const IS_FLAGS = speaksOf(terms.FLAGS);
const OTHER = speaksOf(terms.OTHER_VALUE);
const HAS_OTHER_FORM = speaksOf(terms.OTHER_FORM);
const IS_ASIDE = speaksOf(terms.ASIDE);
const IS_LAST_FOUR = speaksOf(terms.LAST_FOUR);
const IS_FOUR = speaksOf(terms.LAST_FOUR, ['(?<!\\d)(?:4|four)(?:digits)?$']);
const IS_PART = called(terms.PART);
const IS_WHOSE = new RegExp(
  `^(?:\\d{1,2}|(?:co|joint|primary|secondary|second|first|third|main|other|additional)*${terms.inName(terms.WHOSE)}\\d?)$`,
);
const IS_LABEL = new RegExp(`^(.*?)(?:${terms.inName(terms.LABEL)}|^[knt])$`);
const IS_VALUE = new RegExp(`^(.*?)(?:${terms.inName(terms.VALUE, terms.WEAK_VALUE)}|^v)$`);
const IS_WEAK = new RegExp(`(?<!value)${terms.inName(terms.WEAK_VALUE)}$`);
const EVERY_PERSON = new RegExp(terms.inName(terms.PERSON), 'g');
const EVERY_BUSINESS = new RegExp(terms.inName(terms.BUSINESS), 'g');
const IS_PERSON_FACT = called(terms.PERSON_FACTS);
const IS_BUSINESS_FACT = called(terms.BUSINESS_FACTS);
const IS_NETWORK = /^(?:social)?(?:network|platform|handle|username|profile(?:url)?)$/;
const IS_PERSONAL = called(terms.FEDERAL, ['id(?:number|no|num)']);
const NO_TAXPAYER = /fed|type|state|status|date|issu|country|property|sales/;
/** What programs count: `ssn_redactions_total`. */
const COUNTER = /s(?:total|sum|bytes)$/;

/** A longer name is data, not a name. */
const MAX_LENGTH = 128;
const readShortName = remembering((spelling) => (ELEMENT_TEXT.test(spelling) ? UNNAMED : nameOf(wordsOf(spelling))));

export function readName(spelling: string): Name {
  return spelling.length > MAX_LENGTH ? NOTHING : readShortName(spelling);
}

/** Whether a word of a text is a name of the number: `APPSSN`, and not `Assn`. */
export function isSureName(word: string): boolean {
  return readName(word).says === 'sure';
}

/** The words of a name without case, namespace and vendor's prefix: `_borrowerSSN` is `borrower`, `ssn`. */
export function wordsOf(spelling: string): readonly string[] {
  const plain = normalized(spelling.replace(ESCAPED_LETTER, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))))
    .replaceAll('\u200b', '')
    .normalize('NFC');
  const prefix = NAMESPACE.exec(plain)?.[0] ?? '';
  const own = /ss|soc/i.test(prefix) ? plain : plain.slice(prefix.length);
  return (own.replace(VENDOR, '').match(WORDS) ?? []).map((word) => word.toLowerCase());
}

function nameOf(words: readonly string[]): Name {
  const squashed = words.join('');
  const says = whatItSays(squashed, words);
  return {
    says,
    four: IS_FOUR.test(squashed),
    flags: says !== 'sure' && IS_FLAGS.test(squashed),
    owner: ownerOf(squashed),
    factOf: factOf(squashed),
    personal: IS_PERSONAL.test(squashed),
    other: otherOf(squashed),
    whose: IS_WHOSE.test(squashed),
    part: IS_PART.test(squashed) && !IS_ASIDE.test(squashed),
    labelOf: stemOf(IS_LABEL, squashed),
    valueOf: stemOf(IS_VALUE, squashed) ?? stemOf(IS_VALUE, squashed.replace(ENDS_IN_FOUR, '')),
    weak: IS_WEAK.test(squashed),
    isId: /^_?(?:uu|gu)?id$/.test(squashed),
    squashed,
  };
}

function whatItSays(given: string, words: readonly string[]): Says | null {
  const name = given.replace(SOCIAL_SECURITY, 'socialsecurity');
  const spaced = words.join(' ');
  if (COUNTER.test(name)) return null;
  const isMoney = SPEAKS_OF_MONEY.test(name) && /soc/.test(name);
  const isSure = SURE_AMONG_WORDS.test(spaced) || namesSsn(name, words) || (!isMoney && HAS_SURE.test(name));
  if (isSure) return tellsAbout(name, spaced) && !IS_FOUR.test(name) ? 'likely' : 'sure';
  const isTin = words.includes('tin') || /tax(?:payer)?id/.test(name);
  const isSocial = words.some((word) => /^(?:ss|soc)$|social/.test(word));
  // `socialLast4` holds digits of a number, `socialLink4` the fourth link.
  if (IS_LAST_FOUR.test(name) && (isSocial || (isTin && !NO_PERSON.test(name)))) return 'sure';
  if (/social/.test(name) && !IS_FOREIGN.test(name))
    return !isMoney && (name.includes('socialsecurity') || !SPEAKS_OF_MEDIA.test(name)) ? 'likely' : null;
  if (ENDS_IN_TIN.test(spaced) && ownerOf(name) !== 'business') return 'taxpayer';
  if (/^(?:taxpayer|tins?(?:number|num|no|individual)?)$/.test(name) || IS_TAXPAYER.test(name))
    return ownerOf(name) === 'business' || NO_TAXPAYER.test(name) ? null : 'taxpayer';
  if (words.length > 1 && /^(?:ss|soc)$/.test(words.at(-1) as string)) return 'likely';
  return IS_LIKELY.test(name) || IS_FOREIGN.test(name) ? 'likely' : null;
}

/** A word that begins so, since a candidate has no date and a manager no age; of a name in small letters any part. */
function tellsAbout(name: string, spaced: string): boolean {
  return / .*[^\d ]/.test(spaced) ? ABOUT_AMONG_WORDS.test(spaced) : SPEAKS_ABOUT.test(name);
}

function namesSsn(name: string, words: readonly string[]): boolean {
  if (/\bss ns\b|\bssn|^s ?s ?n/.test(words.join(' ')) || words.some(endsInSsn)) return true;
  const last = words.at(-1) ?? '';
  // `businessN` and `journalIssn` end in other words.
  const before = words.at(-2) ?? '';
  if (/ssns?$/.test(last) || (last === 'n' && before !== 'ss' && before.endsWith('ss'))) return false;
  return endsInSsn(name.replace(BEHIND_SSN, '')) || endsInSsn(name);
}

const BEHIND_SSN =
  /(?:value|number|num|nbr|no|text|string|raw|full|plain|encrypted|masked|(?:last|final)(?:four)?(?:digits)?)?s?\d*$/;

/** Words that end in "ssn" and are short for others: association, mission, session, discussion, a serial's number. */
const NO_SSN_WORD =
  /assns?$|^[elp]?issns?$|[mf]issns?$|(?:^|po|ob)sessns?$|^(?:lessn|pssn)s?$|(?:pr|of|gr|cc|rec|conc|proc|interc)essns?$|cussns?$/;

function endsInSsn(word: string): boolean {
  return /ssns?$/.test(word) && !NO_SSN_WORD.test(word);
}

function ownerOf(name: string): Name['owner'] {
  // Most names say neither, and to find that out costs less.
  const lastOf = (every: RegExp): number =>
    name.search(every) < 0 ? -1 : ([...name.matchAll(every)].at(-1)?.index ?? -1);
  const person = lastOf(EVERY_PERSON);
  const business = lastOf(EVERY_BUSINESS);
  if (person === business) return null;
  return person < business ? 'business' : 'person';
}

function factOf(name: string): Name['factOf'] {
  if (IS_PERSON_FACT.test(name)) return 'person';
  if (IS_BUSINESS_FACT.test(name)) return 'business';
  return IS_NETWORK.test(name) ? 'network' : null;
}

function otherOf(name: string): Name['other'] {
  if (HAS_OTHER_FORM.test(name)) return 'form';
  if (OTHER.test(name)) return 'value';
  return IS_ASIDE.test(name) || SPEAKS_OF_MONEY.test(name) || MEDIA_BELOW.test(name) ? 'aside' : null;
}

const MEDIA_BELOW = new RegExp(terms.inName(terms.MEDIA.filter((term) => !/^(?:group|acc)$/.test(term))));

/** What stands before the word, with the number behind it: `customLabel3` and `customValue3` have one stem. */
function stemOf(expression: RegExp, name: string): string | null {
  const stem = expression.exec(name)?.[1];
  if (stem !== undefined) return stem;
  const [, counted = '', count = ''] = /^(.{2,}\D)(\d{1,3})$/.exec(name) ?? [];
  const base = expression.exec(counted)?.[1];
  return base === undefined || counted === '' ? null : base + count;
}

/** What a label says about the values that it names: `about` of a part of the number or a message about it, `other` of another number. */
export type Label = Says | 'about' | 'other';

/** A longer text is a sentence, not a label. */
const MAX_LABEL = 64;
/** A label counts something at most (`Box 1`, `last 4`); a text with more digits, or a mask, tells a number or a date. */
const TOO_MANY_DIGITS = /(?:\d\D*){5}|\*\*-/;
const IS_EMPLOYER = new RegExp(`^${terms.inName(terms.EMPLOYER)}$|${terms.inName(terms.EMPLOYER_LABEL)}`);
const IS_OTHER_DOCUMENT = speaksOf(terms.OTHER_DOCUMENT);
const IS_OTHER_ID = speaksOf(terms.OTHER_DOCUMENT, terms.OTHER_ID);
/** One-letter codes mean another number where the values are known to be a person's identifications. */
const OTHER_ID_CODE = /^(?:p|pn|v|m|mi|d|a|ar|g|gc|b|bc|st)$/;
/** The number's object identifier (HL7). */
export const OBJECT_IDENTIFIER = '2.16.840.1.113883.4.1';
const SSN_OID = /(?:^|\D)2\.16\.840\.1\.113883\.4\.1$/;
/** What became of a number, who checks it, what it costs: no label of one. */
const STATUS =
  /(?:ssn|social|security|number)(?:is|was|s)?(?:ok|clear|trace|check|search|misused|stolen|database|service|provider|product|fee|(?:redaction|check|lookup|finding|error|scan)s)$|^no(?:t|ne)?(?:ssn|social)/;
/** A sentence: `SSN reported as deceased`. */
const TELLS = /reportedas|decea?s|associated|belong|linked|fraud|compromis|death|suspect|suspicious|cannot|couldnot/;

/** @param ofIdentification whether it stands where the values are known to be a person's identifications */
export function readLabel(text: string, ofIdentification = false): Label | null {
  if (text.length > MAX_LABEL || text.length === 0) return null;
  if (SSN_OID.test(text)) return 'sure';
  if (TOO_MANY_DIGITS.test(text.replace(/\[0\]|\(.*\)/g, ''))) return null;
  return ofIdentification ? labelOf(text, true) : readCommonLabel(text);
}

/** Letters by themselves (`I.T.I.N.`), or one of the terms: without either, an ASCII text is no label and has no word about a number. */
export const MAY_NAME = new RegExp(
  `\\b[a-z]\\W{1,3}[a-z]\\b|${terms.mayBegin(
    terms.SURE,
    terms.LIKELY,
    terms.MISSPELT,
    terms.IN_OTHER_LANGUAGES,
    terms.TAXPAYER,
    terms.EMPLOYER,
    terms.EMPLOYER_LABEL,
    terms.OTHER_DOCUMENT,
  )}`,
  'i',
);

/** What forms say of a field beside its name. */
const OF_FIELD = /\W+(?:required|encrypted)\W*$/i;

const readCommonLabel = remembering((text) => labelOf(text, false));

function labelOf(text: string, ofIdentification: boolean): Label | null {
  const words = wordsOf(text.replace(OF_FIELD, ''));
  const name = words.join('').replace(SOCIAL_SECURITY, 'socialsecurity');
  if (name === '' || STATUS.test(name)) return null;
  const says = whatItSays(name, words);
  if (says === 'sure') return words.length > 2 && TELLS.test(name) && !IS_LAST_FOUR.test(name) ? 'about' : 'sure';
  const isEmployer =
    (IS_EMPLOYER.test(name) && ownerOf(name) !== 'person') || words.some((word) => /^f?ein$/.test(word));
  if (isEmployer && !/social|ssn/.test(name) && !words.includes('ss')) return 'other';
  if (says === 'taxpayer') return 'taxpayer';
  if (says === 'likely') return likelyLabel(name, words);
  const isOther = ofIdentification ? IS_OTHER_ID.test(name) || OTHER_ID_CODE.test(name) : IS_OTHER_DOCUMENT.test(name);
  return isOther ? 'other' : null;
}

/** `Owner Social`, `Spouse's SS #`, `Social Security (Co-Borrower)` */
function likelyLabel(name: string, words: readonly string[]): Label {
  const named = words.filter((word) => !/^(?:sec(?:urity)?|card|co|s|of|no|num|number|f?ein|or|dl|dob)$/.test(word));
  const isSocial = (word: string): boolean => /^(?:socials?|soc|ss|ssn)$/.test(word);
  const isNamed = named.some(isSocial) && named.every((word) => isSocial(word) || IS_WHOSE.test(word));
  if (isNamed && !/(?:verified|reported)$/.test(name)) return 'likely';
  return IS_FOREIGN.test(name) || name === 'ss' ? 'likely' : 'about';
}

const NOTHING: Name = nameOf([]);

/** A text without a name of its own: an element's, an item of a list. */
export const UNNAMED: Name = { ...NOTHING, valueOf: '' };
