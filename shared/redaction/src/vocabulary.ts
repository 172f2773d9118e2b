/**
 * The one list of words. Expressions for names (`borrowerSSN`, squashed to `borrowerssn`), labels (`Borrower SSN`) and prose
 * (`borrower's ssn is`) are generated from it: a word is added here and nowhere else.
 *
 * A term is a piece of a regular expression in lower case, in which `_` stands for what separates its words: nothing in a
 * squashed name, up to three spaces or signs in prose. `NUMBER` stands for that word, long and short.
 */
export type Terms = readonly string[];

const NUMBER = '(?:number|num|nbr|numero|número|no)';
const GAP = '_';

function terms({ raw }: TemplateStringsArray): Terms {
  return (raw[0] as string)
    .trim()
    .split(/\s+/)
    .map((term) => term.replaceAll('NUMBER', NUMBER));
}

/** Name the number and nothing else. */
export const SURE: Terms = terms`
  ssns? ssan ss_(?:card_)?NUMBER s_s_n ssa_(?:NUMBER|id)
  soc(?:ial)?_sec(?:urity)?_(?:(?:acc(?:oun)?t_)?NUMBER|id|card)s?
  social_NUMBER itin_NUMBER [ia]tins?
  individual_tax_payer_id(?:entification|entifier)?`;

/** Name the number, or an agency, a benefit, a network: a value counts if it looks like one. */
export const LIKELY: Terms = terms`
  (?:social|soc)_sec(?:urity|urities)? social_partition soc_NUMBER socials? soc ss ssa ss_cards? ss_ein ein_ss pssn nss sin`;

/** "Social security" as people mistype it and as systems shorten it. */
export const MISSPELT: Terms = terms`
  so(?:cail|ical|cia|sial|shal|ciall|cal)_sec(?:urity|urty|uirty|ruity|iruty)
  social_(?:securty|secuirty|secruity|securiy|secutity|securtiy|sercurity|seccurity) scls?e?cty snn
  (?:so(?:cail|cila|ical|cisl|sial|shal)|scoial|scocial)`;

/** As agencies of the United States write it on their forms. */
export const IN_OTHER_LANGUAGES: Terms = terms`
  seguro_social n[uú]mero_de_seguro s[ée]curit[ée]_sociale? sekirite_sosyal sozialversicherung(?:snummer)? seguran[çc]a_social socjaln
  社[会會](?:安全|保障|保险|保險) 社会保障 사회_보장 社安[号號] 소셜_(?:번호|넘버) الضمان_الاجتماعي an_sinh_xã_hội социальн[оo]го_(?:стр|об)`;

/** Numbers of persons and of businesses: a person's, unless the form, a type or an owner says business. Of terms that begin alike, the longer comes first. */
export const TAXPAYER: Terms = terms`
  tax_payer_(?:id(?:entification|entifier)?|NUMBER) tax_payer
  tax_(?:id(?:entification|entifier)?|NUMBER) tins?
  (?:national|gov(?:ernment|t)?|personal)_id(?:entifier|entification|entity)? other_identifications?`;

/** Employers' numbers, as all that a name or a label says, and within longer ones. */
export const EMPLOYER: Terms = terms`f?ein employers?_id\w* federal_(?:tax_id|tin) duns`;
export const EMPLOYER_LABEL: Terms = terms`employer federal_tax_id business company_tax_id`;
/** An employer's, but a person's beside a person. */
export const FEDERAL: Terms = terms`
  fed(?:eral)?_tax_(?:payer_)?(?:id|identification|identifier|NUMBER)_NUMBER?`;

/** A business, in names. What is said last counts: an owner of a business is a person. */
export const BUSINESS: Terms = terms`
  business compan(?:y|ies) employer employment commercial corporat merchant (?<!con|af)firm organi[sz]ation lender
  creditor subscriber bank(?!rupt) vendor supplier furnisher (?<!tax)pay[eo]r issuer llc (?<!id)entit(?:y|ies)
  ^orgs?$ ^corps?$ agenc(?:y|ies) franchise partnership nonprofit subsidiar affiliate hospital clinic school
  university college church charit municipal government(?!_id) insurer servicer carrier dealer`;

/** Names of what only a business has. */
export const BUSINESS_FACTS: Terms = terms`
  (?:legal_)?(?:business|company|trade)_name legal_name dba bin sic(?:code)? naics(?:code)? f?ein`;

/** How a company's name ends, or a word of it. */
export const COMPANY_NAME: Terms = terms`
  inc(?:orporated)? l\.?l\.?[cp] corp(?:oration)? ltd limited co company p\.?l\.?l\.?c plc lp gmbh n\.a`;

export const PERSON: Terms = terms`
  owner guarantor recipient principal applicant borrower consumer subject person individual signer officer member customer
  client`;
/** Names of what only a person has. */
export const PERSON_FACTS: Terms = terms`
  (?:first|given|middle|last|family|maiden|sur)name dob birth(?:date|day|dt|year)? date_of_birth marital(?:status)?
  gender sex citizenship`;

/** Which or whose of several numbers: the value, when what contains it is said to hold them. */
export const WHOSE: Terms = [
  ...terms`
  primary secondary tertiary main first second third current former previous prior original alternate alternative
  additional alias variation variant verified reported inquiry input file onfile self own mine spouse husband wife
  partner joint dependent child parent father mother son daughter tenant employee patient insured beneficiary
  taxpayer buyer seller contact lead his her my your b1 b2`,
  ...PERSON,
];

/** Said beside the number, these make a name that tells about one instead of holding it. */
export const ABOUT: Terms = terms`
  match indicat flag code date year age(?!n) tenure velocit alias distance rank$ hits frequen recency days$ months
  seen count issu status type message alert state valid verif source score reason result hash present provided
  required display(?:ed|mode) enabled misus stolen length format(?!ted) consent confidence variations token bounding
  box$ position$ polygon coordinates region$ stats statistic summary field$ (?:field|document|key)_id url pattern
  regex fingerprint encrypt image request updat attempt expire \w*ed_(?:at|on|by)$ link$ time error warning note
  comment remark text description label redaction (?<!con)version card$`;
/** Of those, match results digit by digit. */
export const FLAGS: Terms = terms`flag indicat match`;

/** Make "social security" an income. */
export const MONEY: Terms = terms`
  benefit income wage withh amount payment deduct earning contribution payroll tips tax(?!pay|id) portion pension
  retire disab award admin office`;

/** Make "social" a network. */
export const MEDIA: Terms = terms`
  media proof count network link url profile handle login likes views reach engagement uid campaign adid feed
  planner credit user post share channel follow service work group club event page icon facebook twitter instagram
  linkedin tiktok account acct acc social_id$ hour skill platform username`;

/** Dates, telephones, amounts, sizes: never a number because of what contains them. */
export const OTHER_VALUE: Terms = terms`
  (?<!up)date dob birth year phone (?<!equi)fax mobile zip postal acc(?:oun)?t amount balance count sequence index routing
  (?:file|attachment|upload|image|media|blob)id size$ bytes ur[li]$ href version(?!s$) revision`;

/** Numbers in the form of one that are none: parcels, payment histories. */
export const OTHER_FORM: Terms = terms`
  parcel ^apn(?:number|num|no|s)?$ pay(?:ment)?(?:pattern|history|rating) latepayment`;

/** Below a number's name: where it comes from, who asked, when, where on the page, how sure. */
export const ASIDE: Terms = terms`
  ^(?:min|max)(?:imum|value|length)?$ reference source created updated verified checked requested changed by$ user
  agent bureau$ confirmation office score .id$ (?:claim|case|order|request|file|ticket|report)n(?:umber|um|o)$ year
  issued expir renew count total match status valid verif confiden attempt error warning width height bbox bounding
  ^box(?:es)?$ position coord polygon vertices geometry ^rect ^hits?$ keyversion flag page rank percent
  ^(?:min|max|order)`;

/** The last four digits. */
export const LAST_FOUR: Terms = terms`(?:last|final)_(?:4|four) [uú]ltim[oa]s_(?:4|cuatro) (?<![a-z])l4`;

/** What stands behind a stem when a number is split: `ssn1`, `ssnArea`. */
export const PART: Terms = terms`
  area group grp serial part\w* (?:field|box|input|segment|value|digits?)\d first\w* middle\w* mid second third
  last\w* prefix suffix head tail seg(?:ment)?\w* \w*masked\w* raw full plain clear formatted original display\w*`;

/** A member that says what its siblings are. */
export const LABEL: Terms = terms`
  typecode typecd typedescription types? tc kind category qualifier qualifierdescription class label name key field
  code question(?:_text)? title what system root scheme labeldetection attribute prop(?:erty)? entity step param(?:eter)? column header
  caption heading prompt placeholder term tag slug ref var(?:iable)? metric role purpose description changed attr
  loc path pointer id accessor definition meta(?:data)? descriptor ^subject$ ^method$
  ^(?:error|message|msg|reason|detail|hint|tooltip|help_text|alternative_text|source|extensions|context|location|target|text)$`;

/** A member that a sibling says what it is. */
export const VALUE: Terms = terms`
  value(?:s|json|str|string|text|array|list|number|integer|int|decimal|char|varchar|long|raw)? val number num nbr
  no identification identifier mask(?:ed)?`;
/** The same, of words which hold other things too: only what looks like a number counts. */
export const WEAK_VALUE: Terms = terms`
  text digits content data answers? responses? reply definition ^from(?:string)? ^to(?:string)? old new before after previous updated
  current entered given input reference argument cell body payload raw attributes children childnodes elements
  comment word expected received extension valuedetection textanchor message msg details? info id results? extract(?:ed|ion)? parsed output ocr fields properties selected ^description ^notes? ^provided ^rejected
  ^(?:tuc?|transunion|exp|xpn|experian|eqf|efx|equifax)`;

/** A label that says that its siblings are something else. */
export const OTHER_DOCUMENT: Terms = terms`licen[cs]e passport`;
/** The same only where the values are known to be a person's identifications. */
export const OTHER_ID: Terms = terms`
  driver ^dl ^pp military stateid visa alien matric greencard student phone account routing zip postal birth`;

/** Prose: words of which each says by itself that the number behind it is another one. */
export const OTHER_NUMBER: Terms = terms`
  zip postal phone tel telephone fax mobile cell call text acc(?:oun)?ts?(?!_holder) a\/c routing aba f?ein
  employer loan lead deal inv(?:oice)? policy licen[cs]e dln? passport visa alien uscis green_card npi nmls duns d-u-n-s
  bank amount balance total income limit deposit debt charge mortgage savings checking offset size bytes duration
  [ug]?uid pin vin sku isbn ip parcel apn permit instrument badge barcode docket voucher receipt cheque wire batch
  cuenta pr[ée]stamo p[óo]liza tarjeta job po txn conf apps? creditor subscriber agent ticket tracking serial token`;
/** Prose: words that name another number only with a word or sign for "number" behind them, or right before it. */
export const OTHER_THING: Terms = terms`
  mid(?!-) ref reference order case dispute (?<!on_)file report request application member user employee contact customer client
  record document doc card claim check confirmation transaction inquiry payment trace
  (?<!(?:tax|payer|social|security|sec|ssn|tin)\s)id`;
/** Prose: other numbers of which the last four are told. */
export const CARD: Terms = terms`
  cards? visa mc mastercard amex discover debit acc(?:oun)?ts? acct loan phone cell mobile tel checking savings
  bank routing vin zip iban cuenta tarjeta`;

/**
 * A source that matches wherever one of the terms may begin, however its words are parted: a look that costs less than all that
 * makes use of the terms, and never decides. A term that has another one within needs none of its own.
 */
export function mayBegin(...lists: readonly Terms[]): string {
  const sources = lists.flat().map((term) => term.replaceAll(GAP, '[\\W_]*'));
  const isWithin = (source: string): boolean => sources.some((each) => each !== source && source.includes(each));
  return `(?:${[...new Set(sources)].filter((source) => !isWithin(source)).join('|')})`;
}

/** A source that matches any of the terms in a name without case and signs. */
export function inName(...lists: readonly Terms[]): string {
  return sourceOf(lists, '');
}

/** A source that matches any of the terms in a text; between two words stand up to three spaces or signs. */
export function inProse(...lists: readonly Terms[]): string {
  return sourceOf(lists, '[\\s._-]{0,3}');
}

function sourceOf(lists: readonly Terms[], gap: string): string {
  return `(?:${lists.flat().join('|').replaceAll(GAP, gap)})`;
}
