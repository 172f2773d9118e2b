import { decodeBackslashes, decodeEntities, decodePercent } from './unfold/escapes.ts';

/**
 * Rule 1, the judgement on a name alone: what a key, an element's or an attribute's name says about its value.
 * Names are compared without case, `_`, `-`, `@`, `$`, spaces and namespace prefix.
 */
export type KeyJudgement = {
  /**
   * - `ssn`: the value is an SSN, a part of one or a container of them, whatever it looks like;
   * - `maybe`: it is one if it looks like one (`Social`, `socialSecurity`, `ssnVerification`);
   * - `taxpayer`: an SSN unless its form, a sibling or the path says that it is an employer's number;
   * - `none`: the name says nothing.
   */
  readonly says: 'ssn' | 'maybe' | 'taxpayer' | 'none';
  /** Of `maybe`: how many digits a number has at least that counts as one; numbers lose their leading zeros. */
  readonly leastDigits: 7 | 8 | 9;
  /** The name speaks about an SSN: nine bare digits in its text are one. */
  readonly context: boolean;
  /** Digit-by-digit match results (`ssnIndicators`, `socialMatchFlags`): digits of two kinds at most are flags. */
  readonly flags: boolean;
  /** The last four digits of a number, by its name. */
  readonly lastFour: boolean;
  /** The name without case and signs. */
  readonly name: string;
  /** The id of a record: a value only if there is no other beside it. */
  readonly isId: boolean;
  /** Tells something about an SSN that it stands below: its number is another. */
  readonly isAside: boolean;
  /** Part of an SSN when its container is one: area, group, serial, first five, last four. */
  readonly part: boolean;
  /** Part of an SSN when others beside it are the rest: what stands before `1` in `ss1` or before `Area` in `socialArea`. */
  readonly partOf: string | null;
  /** A number that has an SSN's form in many places and is none: a parcel's, a payment history. */
  readonly otherForm: boolean;
  /** What a person and no business has: a date of birth, a first name. */
  readonly namesPerson: boolean;
  /** A federal tax id: an employer's, unless it stands beside a person; or an id beside its issuer. */
  readonly personal: 'federal' | 'id' | null;
  /** Tells when, how often or how well: a number below it is no part of an SSN. */
  readonly isNoPart: boolean;
  /** A label of its siblings (`type`, `typeCode`, `TaxpayerIdentifierType`): what stands before that word, else null. */
  readonly labelOf: string | null;
  /** A value that a sibling may label: what stands before that word (`TaxpayerIdentifier`), else null. */
  readonly valueOf: string | null;
  /** Such a value only if it looks like an SSN: `id`, `text`, `data` hold other things too. */
  readonly weakValue: boolean;
  /** Such a value, which may be an amount as well (`value`). */
  readonly mayBeAmount: boolean;
  /** Which or whose of several numbers (`primary`, `borrower`): the value when its container is said to hold them. */
  readonly whose: boolean;
  /** Dates, telephones, postal codes, amounts: never an SSN because of what contains them. */
  readonly other: boolean;
  /** Money: what is called social below it may be an amount. */
  readonly money: boolean;
  /** A business is named or numbered here: a bare `taxId` beside it is an employer's. */
  readonly namesBusiness: boolean;
  /** A social network is named here: what is called social beside it is no number. */
  readonly namesNetwork: boolean;
  /** The owner of the values below this name, as far as it says. */
  readonly about: 'business' | 'person' | null;
};

const WORDS = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Lo}+|\p{N}+/gu;
/** How converters from XML call an element's text. */
const ELEMENT_TEXT = /^(?:[#_$@]+|#text|\$t|\$value|_value)$/;
/** A vendor's prefix, and the end of a custom name, in Salesforce: `LLC_BI__Tax_Identification_Number__c`. */
const VENDOR = /^(?:[A-Za-z\d]+_)+_(?=\w+__c$)|__c$/g;
const NAMESPACE = /^[^:]*:(?=[^:]+$)/;

/** Names of dates, counts and codes abroad, in which eight digits are no number that lost its zero. */
const NEVER_SHORT = /date|year|issu|count|time|hash|score|length|token|url|[a-z]id$|^sin$|^nss$|^ssa$/;
/** Said beside "SSN", these words make a name that tells about one instead of holding it. */
const ABOUT_SSN =
  /match|indicat|flag|code|date|year|age|tenure|velocit|alias|distance|rank$|hits|frequen|recency|days$|months|seen|count|issu|status|type|message|alert|state|valid|verif|source|score|reason|result|hash|present|provided|required|display(?:ed|mode)|enabled|misus|stolen|length|format(?!ted)|consent|confidence|variations|token|bounding|box$|position$|polygon|coordinates|region$|stats|statistic|summary|field$|(?:field|document|key)id|url|pattern|regex|fingerprint|encrypt|image|request|time|error|warning|note|comment|remark|text|description|label|redaction|(?<!con)version/;
const ABOUT_MONEY =
  /benefit|income|wage|withh|amount|payment|deduct|earning|contribution|payroll|tips|tax(?!pay|id)|portion|pension|retirement/;
const ABOUT_MEDIA =
  /media|proof|count|network|link|url|profile|handle|login|likes|views|reach|engagement|uid|campaign|adid|feed|planner|credit|user|post|share|channel|follow|service|work|group|club|event|page|icon|facebook|twitter|instagram|linkedin|account/;
const SOCIAL_ACCOUNT = /facebook|twitter|instagram|linkedin|tiktok|socialaccount|socialmedia/;
const OTHER_VALUE =
  /date|dob|birth|year|phone|fax|mobile|zip|postal|acc(?:oun)?t|amount|balance|count|sequence|index|routing|(?:file|attachment|upload|image|media|blob)id|size$|bytes|ur[li]$|href|version|revision/;
/** `idNumberLast4` is a part of `idNumber`. */
const LAST_FOUR_END = /last(?:4|four)(?:digits)?$/;
const LAST_FOUR = /last(?:4|four)|(?:4|four)(?:digits)?$/;
const SOCIAL_NUMBER = /soc(?:ial)?(?:sec(?:urity)?)?(?:number|num|nbr|no)(?!t)|soc(?:ial)?sec(?:urity)?id(?!t)/;
const PART =
  /^(?:area|group|serial|part\w*|(?:field|box|input|segment|value|digits?)\d|first\w*|middle\w*|second|third|last\w*|prefix|suffix|segment\w*|\w*masked\w*|raw|full|plain|clear|formatted|original|display\w*)$/;
/** Years, counts, scores, places on a page. */
const NO_PART =
  /year|issued|expir|renew|count|total|score|match|status|valid|verif|updated|checked|confiden|attempt|error|warning|width|height|bbox|bounding|^box(?:es)?$|position|coord|polygon|vertices|geometry|^rect|^hits?$|keyversion|flag|page|rank|percent|^(?:by|min|max|order)/;
const LABEL =
  /^(.*?)(?:typecode|typecd|typedescription|types?|tc|kind|category|qualifier|qualifierdescription|class|label|name|key|field|code|question|title|what|system|root|scheme|labeldetection|attribute|property|param(?:eter)?|column|header|caption|heading|prompt|placeholder|term|tag|slug|ref|var(?:iable)?|metric|role|purpose|description|changed|attr|loc|path|pointer|id|^[knt])$/;
const VALUE =
  /^(.*?)(?:value(?:s|json|str|string|text|array|list|number|integer|int|decimal|char|varchar|long|raw)?|val|number|num|nbr|no|identification|identifier|text|content|data|answer|response|reply|definition|^from(?:string)?|^to(?:string)?|old|new|before|after|previous|current|entered|given|input|reference|argument|cell|body|payload|raw|attributes|children|childnodes|elements|comment|received|extension|valuedetection|textanchor|message|msg|details?|mask(?:ed)?|id|^v)$/;
const WEAK_VALUE =
  /(?:(?<!value)text|content|data|answer|response|reply|definition|^from(?:string)?|^to(?:string)?|old|new|before|after|previous|current|entered|given|input|reference|argument|cell|body|payload|raw|attributes|children|childnodes|elements|comment|received|extension|valuedetection|textanchor|message|msg|details?|id)$/;
const AMOUNT_VALUE = /(?:value|values|val|^v)$/;
const BUSINESS =
  /business|compan(?:y|ies)|employer|employment|commercial|corporat|merchant|(?<!con|af)firm|organi[sz]ation|lender|creditor|subscriber|bank(?!rupt)|vendor|supplier|furnisher|(?<!tax)pay[eo]r|issuer|llc|(?<!id)entit(?:y|ies)|^orgs?$|^corps?$|agenc(?:y|ies)|franchise|partnership|nonprofit|subsidiar|affiliate|hospital|clinic|school|university|college|church|charit|municipal|government|insurer|servicer|carrier|dealer/;
const OTHER_FORM = /parcel|^apn(?:number|num|no|s)?$|pay(?:ment)?(?:pattern|history|rating)|latepayment/;
const NAMES_PERSON =
  /^(?:first|given|middle|last|family|maiden|sur)name$|^surname$|^(?:dob|birth(?:date|day|dt|year)?|dateofbirth)$|^(?:marital(?:status)?|gender|sex|citizenship)$/;
const FEDERAL_TAX_ID =
  /^fed(?:eral)?tax(?:payer)?(?:id|identification|identifier|number|num|nbr|no)(?:number|num|nbr|no)?$/;
const EVERY_PERSON =
  /owner|guarantor|principal|applicant|borrower|consumer|subject|person|individual|signer|officer|member|customer|client/g;
const WHOSE =
  /^(?:\d{1,2}|(?:co|joint|primary|secondary|second|first|third|main|other|additional)*(?:primary|secondary|tertiary|main|first|second|third|current|former|previous|prior|original|alternate|alternative|additional|alias|variation|variant|verified|reported|inquiry|input|file|onfile|self|own|mine|spouse|husband|wife|partner|joint|dependent|child|parent|father|mother|tenant|employee|patient|insured|beneficiary|taxpayer|owner|guarantor|principal|applicant|borrower|buyer|seller|consumer|subject|person|individual|signer|officer|member|customer|client)\d?)$/;

const BUSINESS_NAME =
  /^(?:(?:legal)?(?:business|company|trade)name|legalname|dba|bin|sic(?:code)?|naics(?:code)?|f?ein)$/;

/** Names come from a few schemas; hostile ones must not fill the memory. */
const MAX_REMEMBERED = 8192;
/** A longer name is data, not a name. */
const MAX_NAME_LENGTH = 128;
const remembered = new Map<string, KeyJudgement>();

export function judgeKey(key: string): KeyJudgement {
  if (key.length > MAX_NAME_LENGTH) return NOTHING;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const judgement = judge(plainName(key));
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  // A copy: as a slice of its report, the name would keep all of the report in memory.
  remembered.set(` ${key}`.slice(1), judgement);
  return judgement;
}

const INVISIBLE_SIGNS = /[\p{Cf}\p{Mn}]/gu;
/** Letters of other alphabets that look like those of "ssn" and "itin". */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ѕ: 's',
  Ѕ: 'S',
  ſ: 's',
  ո: 'n',
  ｎ: 'n',
  і: 'i',
  І: 'I',
  о: 'o',
  с: 'c',
};
const LOOK_ALIKE = /[ѕЅſոｎіІос]/g;

/** A name as a person reads it: compatibility forms, look-alikes, invisible signs, escapes. */
export function plainName(name: string): string {
  if (ASCII_NAME.test(name)) return name;
  let plain = name;
  if (plain.includes('\\')) plain = decodeBackslashes(plain).text;
  if (plain.includes('%')) plain = decodePercent(plain).text;
  if (plain.includes('&')) plain = decodeEntities(plain).text;
  return plain
    .normalize('NFKC')
    .replace(INVISIBLE_SIGNS, '')
    .replace(LOOK_ALIKE, (letter) => LOOK_ALIKES[letter] ?? letter);
}

const ASCII_NAME = /^[\w :.@#$/()[\]-]*$/;

/** The words of a name, without case: `_borrowerSSN` is `borrower`, `ssn`. */
export function wordsOf(name: string): readonly string[] {
  return (name.match(WORDS) ?? []).map((word) => word.toLowerCase());
}

function judge(key: string): KeyJudgement {
  if (ELEMENT_TEXT.test(key)) return UNNAMED;
  const prefix = NAMESPACE.exec(key)?.[0] ?? '';
  const own = /ss|soc/i.test(prefix) ? key : key.slice(prefix.length);
  const words = wordsOf(own.replace(VENDOR, ''));
  const name = words.join('');
  return name === '' ? NOTHING : judgementOf(name, words);
}

function judgementOf(name: string, words: readonly string[]): KeyJudgement {
  const says = whatItSays(name, words);
  const speaksOfSsn = says === 'maybe' && !NUMBER_OR_OTHER.test(name);
  return {
    says,
    leastDigits: /^(?:ss|pssn|socials?)$/.test(name) ? 7 : NEVER_SHORT.test(name) ? 9 : 8,
    context: says === 'ssn' || speaksOfSsn,
    flags: (says === 'maybe' || says === 'none') && /flag|indicat|match/.test(name),
    lastFour: LAST_FOUR.test(name),
    part: PART.test(name) && !NO_PART.test(name),
    partOf: partOf(words),
    otherForm: OTHER_FORM.test(name),
    namesPerson: NAMES_PERSON.test(name),
    personal: FEDERAL_TAX_ID.test(name) ? 'federal' : /^id(?:number|no|num)$/.test(name) ? 'id' : null,
    isNoPart: NO_PART.test(name),
    name,
    labelOf: stemOf(LABEL, name),
    valueOf: stemOf(VALUE, name) ?? stemOf(VALUE, name.replace(LAST_FOUR_END, '')),
    isId: /^_?(?:uu|gu)?id$/.test(name),
    isAside: ASIDE.test(name) || ABOUT_MEDIA.test(name) || ABOUT_MONEY.test(name),
    weakValue: WEAK_VALUE.test(name),
    mayBeAmount: AMOUNT_VALUE.test(name),
    whose: WHOSE.test(name),
    other: OTHER_VALUE.test(name),
    money: ABOUT_MONEY.test(name),
    namesBusiness: BUSINESS_NAME.test(name),
    namesNetwork: /^(?:social)?(?:network|platform|handle|username|profile(?:url)?)$/.test(name),
    about: aboutWhom(name),
  };
}

/** Stems of a name whose parts are counted or called area, group and serial. */
const PARTED_STEM = /^(?:ss|ssa|ssn?|soc|social|socsec|socialsec|socialsecurity|i?tin)$/;
const PART_SUFFIX =
  /^(?:part|area|group|grp|serial|first|second|third|middle|mid|last|prefix|suffix|seg(?:ment)?|box|[a-cxyz]|\d{1,2})$/;
const PARTED_IN_ONE = /^(.*?)(?:part|area|group|serial|first|second|third|middle|last)$/;

/** `applicant ss` of `applicant`, `ss`, `1`: the words up to the stem, when a part's name stands behind it; else null. */
function partOf(words: readonly string[]): string | null {
  let last = words.length - 1;
  while (last > 0 && PART_SUFFIX.test(words[last] as string)) last--;
  const word = words[last] ?? '';
  const stem = last === words.length - 1 ? PARTED_IN_ONE.exec(word)?.[1] : word;
  if (stem === undefined) return null;
  const isTwoWords = /^sec(?:urity)?$/.test(stem) && /^soc(?:ial)?$/.test(words[last - 1] ?? '');
  return isTwoWords || PARTED_STEM.test(stem) ? [...words.slice(0, last), stem].join(' ') : null;
}

/** What stands before the word, with the number behind it: `customLabel3` and `customValue3` have one stem. */
function stemOf(expression: RegExp, name: string): string | null {
  const stem = expression.exec(name)?.[1];
  if (stem !== undefined) return stem;
  const short = (expression === LABEL ? SHORT_LABEL : SHORT_VALUE).exec(name);
  if (short !== null) return `${/^[qa]/.test(name) ? 'q' : 'k'}${short[2] ?? ''}`;
  const counted = COUNTED.exec(name);
  if (counted === null) return null;
  const base = expression.exec(counted[1] as string)?.[1];
  return base === undefined || name.length < 4 ? null : base + (counted[2] as string);
}

/** Whether a stem is one of those letters: no other label names its value. */
export function isShortStem(stem: string): boolean {
  return /^[qk]\d*$/.test(stem);
}

const COUNTED = /^(.*\D)(\d{1,3})$/;
/** `q1` and `a1`, `k1` and `v1`: letters that pair only with each other. */
const SHORT_LABEL = /^([qk])(\d{1,3})$|^(q)$/;
const SHORT_VALUE = /^([av])(\d{1,3})$|^(a)$/;

/** Below an SSN's name: what tells where it comes from, who asked, when. */
const ASIDE =
  /^(?:min|max)(?:imum|value|length)?$|reference|source|created|updated|verified|checked|requested|changed|by$|user|agent|bureau$|confirmation|office|score|.id$|(?:claim|case|order|request|file|ticket|report)n(?:umber|um|o)$/;

/** What is said last counts: a business' owner is a person, an owner's business is none. */
function aboutWhom(name: string): KeyJudgement['about'] {
  const lastOf = (every: RegExp): number => [...name.matchAll(every)].at(-1)?.index ?? -1;
  const person = lastOf(EVERY_PERSON);
  const business = lastOf(EVERY_BUSINESS);
  if (person === business) return null;
  return person > business ? 'person' : 'business';
}

const EVERY_BUSINESS = new RegExp(BUSINESS, 'g');

function whatItSays(given: string, words: readonly string[]): KeyJudgement['says'] {
  const name = given.replace(SHORT_SOCIAL_SECURITY, 'socialsecurity');
  const lastFour = LAST_FOUR.test(name);
  if (COUNTER.test(name)) return 'none';
  if (namesSsn(name, words)) return ABOUT_SSN.test(name) && !lastFour ? 'maybe' : 'ssn';
  if (/(?:anti|^a)social/.test(name)) return 'none';
  if (/social|(?<!as)socsec/.test(name)) {
    if (ABOUT_MONEY.test(name) || SOCIAL_ACCOUNT.test(name) || /socialid$/.test(name)) return 'none';
    if (lastFour) return socialFour(name);
    if (SOCIAL_NUMBER.test(name) || name.endsWith('socsec')) return ABOUT_SSN.test(name) ? 'maybe' : 'ssn';
    if (/socialsecurit(?:y|ies)|socialpartition/.test(name)) return 'maybe';
    return words.some((word) => /^social[se]?$/.test(word)) && !ABOUT_MEDIA.test(name) ? 'maybe' : 'none';
  }
  if (/(?:^|individual)[ia]tins?$|^[ia]tin(?:number|num|no|value)|^itinumber$|individualtaxpayerid/.test(name))
    return 'ssn';
  if (words.some((word) => /^[ia]tins?$/.test(word)) && !ABOUT_SSN.test(name)) return 'ssn';
  if (/^(?:ssan|ssa(?:number|num|nbr|no|id))$/.test(name)) return 'ssn';
  if (lastFour && (words.includes('tin') || /tax(?:payer)?id/.test(name))) {
    return /employer|federal|business|company|card|acc(?:oun)?t|phone/.test(name) ? 'none' : 'ssn';
  }
  if (words.length > 1 && /^tins?$/.test(words.at(-1) as string) && !BUSINESS.test(name)) return 'taxpayer';
  if (
    /^taxpayer$|taxpayer(?:identi|id)|taxid|^tins?(?:number|num|no)?$|tax(?:payer)?(?:number|num|nbr|no)$/.test(name)
  ) {
    return BUSINESS.test(name) || /fed|type|state|status|date|issu|country|property|sales/.test(name)
      ? 'none'
      : 'taxpayer';
  }
  if (NATIONAL_ID.test(name)) return 'taxpayer';
  if (words.length > 1 && words.at(-1) === 'ss') return 'maybe';
  return SHORT_NAME.test(name) || IN_OTHER_LANGUAGES.test(name) ? 'maybe' : 'none';
}

/** `socialLast4` holds digits of a number, `socialLink4` the fourth link; `contact_social_4` may be either. */
function socialFour(name: string): KeyJudgement['says'] {
  if (!name.endsWith('4') || /last|digit/.test(name) || name === 'social4') return 'ssn';
  const behind = name.slice(name.lastIndexOf('social') + 'social'.length, -1);
  if (behind === '') return 'maybe';
  return ABOUT_MEDIA.test(behind) ? 'none' : 'ssn';
}

/** What programs count: `ssn_redactions_total`. */
const COUNTER = /s(?:total|sum|bytes)$/;

const SHORT_SOCIAL_SECURITY =
  /(?<!as)socsec(?:urity)?(?=n|i|$)|socialsec(?!u)|scls(?:e)?cty|so(?:cail|ical|cia|sial|shal|ciall|cal)sec(?:urity|urty|uirty|ruity|iruty)|social(?:securty|secuirty|secruity|securiy|secutity|securtiy|sercurity|seccurity)/;
/** As agencies of the United States write it on their forms; letters that look like Latin ones stand as these. */
const IN_OTHER_LANGUAGES =
  /社[会會](?:安全|保障|保险|保險)|社会保障|사회\s?보장|ansinhxãhội|[cс][oо]ц[иiі]альн[oо]г[oо](?:[cс]тр|[oо]б)|s[ée]curit[ée]social|sozialversicherung|seguran[çc]asocial|socjaln/;

/** A person's number in general: here an SSN, if it has nine digits. */
const NATIONAL_ID = /national(?:id|identifier|identification|identity)(?:s|no|num|nbr|number|value)?$/;
/** Short names of the number, or of other things: the primary person's SSN, an agency, its sisters abroad. */
const SHORT_NAME = /^(?:ss|pssn|ssa|nss|sin|soc(?:no|num|nbr|number)?)$/;
/** Names that call a number or something else so; they do not tell about a number. */
const NUMBER_OR_OTHER = /^(?:ss|pssn|ssa|nss|sin|soc|socials?|socialsecurity)$/;

function namesSsn(name: string, words: readonly string[]): boolean {
  if (/^ssn|^ss(?:no|num|nbr)/.test(name)) return true;
  if (words.some((word, i) => word === 'ss' && /^(?:n|no|num|nbr|number)$/.test(words[i + 1] ?? ''))) return true;
  if (words.some((word) => /^ssn/.test(word) || endsInSsn(word))) return true;
  const last = words.at(-1) as string;
  // `businessN` and `journalIssn` end in other words.
  const before = words.at(-2) ?? '';
  if (/ssns?$/.test(last) || (last === 'n' && before !== 'ss' && before.endsWith('ss'))) return false;
  return endsInSsn(name.replace(/(?:value|number|num|nbr|no|text|string|raw)?s?\d*$/, '')) || endsInSsn(name);
}

/** Words that end in "ssn" and are short for others: association, mission, session, discussion, a serial's number. */
const NO_SSN_WORD =
  /assns?$|^[elp]?issns?$|[mf]issns?$|(?:^|po|ob)sessns?$|^(?:lessn|pssn)s?$|(?:pr|of|gr|cc|rec|conc|proc|interc)essns?$|cussns?$/;

function endsInSsn(word: string): boolean {
  return /ssns?$/.test(word) && !NO_SSN_WORD.test(word);
}

/**
 * What a label says about its siblings' values (rule 2): `TaxpayerIdentifierType: SocialSecurityNumber`. `taxpayer`
 * leaves open whether a person's or an employer's; `card` is a document with an SSN; `part` is one if the values beside it
 * are the rest (`ss1`); `about` is a message about SSNs beside free text; `social` is an SSN or
 * a kind of income.
 */
export type LabelJudgement =
  | 'ssn'
  | 'card'
  | 'social'
  | 'part'
  | 'last-four'
  | 'taxpayer'
  | 'about'
  | 'employer'
  | 'other';

/** A longer text is a sentence, not a label. */
const MAX_LABEL_LENGTH = 64;
const EMPLOYER_LABEL = /^f?ein$|employer|federaltaxid|business|companytaxid|^duns/;
const OTHER_ID_LABEL =
  /driver|licen[cs]e|^dl|passport|^pp|military|stateid|visa|alien|matric|greencard|student|phone|account|routing|zip|postal|birth/;
/** One-letter codes mean an SSN only where the values are known to be a person's identifications. */
const SSN_CODE = /^(?:s|sn|ss|ssa)$/;
const OTHER_ID_CODE = /^(?:p|pn|v|m|mi|d|a|ar|g|gc|b|bc|st)$/;
/** The number's object identifier. */
const SSN_OID = /(?:^|\D)2\.16\.840\.1\.113883\.4\.1$/;

/** A label counts something at most (`Box 1`, `last 4`); a text with more digits tells about a number or a date. */
const MAX_LABEL_DIGITS = 4;
/** What became of a number is no label of one. */
const STATUS =
  /(?:ssn|social|security|number)(?:is|was|s)?(?:ok|clear|trace|check|search|misused|stolen|database|service|provider|product|fee|(?:redaction|check|lookup|finding|error|scan)s)$|^no(?:t|ne)?(?:ssn|social)/;

function digitsIn(text: string): number {
  return text.replace(/\D/g, '').length;
}

/** `SocialSecurityNumberText` */
const NUMBER_TEXT = /(?:number|num|no|plain|value)text$/;

/** What became of a number, in a sentence: `SSN reported as deceased`. */
const TELLS = /reportedas|decea?s|associated|belong|linked|fraud|compromis|death|suspect|suspicious|cannot|couldnot/;

const FILLER =
  /^(?:contact|lead|his|her|my|your|the|business|guest|cust|us|please|provide|enter|give|what|is|form|fields?|custom|app|num(?:ero)?|número|no|de|del|seguro)$/;

/** `Owner Social`, `contact.social`, `Please enter your social` */
function isWhoseSocial(words: readonly string[]): boolean {
  const named = /^sec(?:urity)?$/.test(words.at(-1) as string) ? words.slice(0, -1) : words;
  const whose = named.slice(0, -1);
  if (!/^(?:socials?|soc|ss)$/.test(named.at(-1) ?? '') || whose.length === 0) return false;
  return whose.every((word) => WHOSE.test(word) || FILLER.test(word));
}

export function judgeLabel(label: string, ofIdentification: boolean): LabelJudgement | null {
  if (label.length > MAX_LABEL_LENGTH || label.length === 0) return null;
  const words = wordsOf(plainName(label.replace(/__c$/, '')));
  const name = words.join('').replace(SHORT_SOCIAL_SECURITY, 'socialsecurity');
  if (SSN_OID.test(label)) return 'ssn';
  if (digitsIn(label) > MAX_LABEL_DIGITS || STATUS.test(name)) return null;
  const says = whatItSays(name, words);
  const ofSsn = says === 'ssn' || says === 'maybe';
  if (ofSsn && /last(?:4|four)/.test(name)) return 'last-four';
  if (ofSsn && name.endsWith('card')) return 'card';
  if (says === 'ssn') return words.length > 2 && TELLS.test(name) ? 'about' : 'ssn';
  if (EMPLOYER_LABEL.test(name) && !/social|ssn/.test(name)) return 'employer';
  if (says === 'taxpayer') return 'taxpayer';
  if (says === 'maybe') {
    if (partOf(words) !== null) return 'part';
    if (NUMBER_TEXT.test(name)) return 'social';
    if (/#|№/.test(label) && /^socials?(?:security)?$/.test(name)) return 'ssn';
    return /^ss$|^socials?(?:security)?$/.test(name) || isWhoseSocial(words) ? 'social' : 'about';
  }
  if (partOf(words) !== null) return 'part';
  if (ofIdentification && SSN_CODE.test(name)) return 'ssn';
  return OTHER_ID_LABEL.test(name) || (ofIdentification && OTHER_ID_CODE.test(name)) ? 'other' : null;
}

const NOTHING = judgementOf('', ['']);

/** The judgement on a text without a name of its own. */
export const UNNAMED: KeyJudgement = { ...NOTHING, valueOf: '' };
