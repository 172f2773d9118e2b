import type { AccountKind, Standing } from './credit-file.ts';
import { spacedWords } from './report-values.ts';

/**
 * What bureaus write for the kind of an account and the way it is paid, in codes and in words. A code stands for words; pages
 * show them, and figures are computed from what they say.
 */

type Codes = ReadonlyMap<string, string>;

/** @param codes by the words that they stand for. */
function codesOf(codes: Readonly<Record<string, string>>): Codes {
  return new Map(Object.entries(codes).flatMap(([words, written]) => written.split(' ').map((code) => [code, words])));
}

/** Metro 2 account types (Experian), portfolio letters (Equifax, TrueLink), TransUnion's loan types. */
const TYPES = codesOf({
  'Auto loan': '00 AU',
  'Unsecured loan': '01 US',
  'Secured loan': '02 03 22 23',
  'Charge account': '07 CH',
  'Student loan': '12 ST',
  Lease: '13 3A',
  'Line of credit': '15 7A 9B C LC',
  'Credit card': '18 0G 2A 8A CC SC',
  'FHA mortgage': '19 FR',
  'VA mortgage': '25 VM',
  Mortgage: '08 27 2C 5A 5B 6B 85 87 M RE RL RM SM',
  'Conventional mortgage': '26 CV',
  'Secured credit line': '47',
  Collection: '48 Y AG',
  'Debt buyer': '0C FC',
  'Home equity line': '89',
  'Home equity loan': '6D HE',
  Revolving: 'R',
  Installment: 'I 04 05 06 0A 10 11 17 1C 20 21 65 66 67 68 6A 78 91 9A',
  Open: 'O 29 4D 50 90 92 93 94',
});

/** Whether an account is open, and how it is paid: manner of payment without padding (Equifax, TransUnion), Metro 2 (Experian). */
const STATUSES = codesOf({
  Open: 'O',
  Closed: 'C',
  'Pays as agreed': '1',
  Current: '11',
  Paid: '13',
  'Paid, was derogatory': '61 62 63 64 65',
  '30 days late': '2 71',
  '60 days late': '3 78',
  '90 days late': '4 80',
  '120 days late': '5 82',
  '150 days late': '83',
  '180 days late': '84',
  'Wage earner plan': '7',
  'Government claim filed': '88',
  'Deed in lieu of foreclosure': '89',
  Foreclosure: '94',
  Repossession: '8 96',
  'Voluntary surrender': '8A 95',
  'Paying after repossession': '8P',
  'Charged off': '9 97',
  Collection: '9B 93',
  'Paying after charge-off': '9P',
  'Not rated': 'UR',
});

/** ECOA codes (Regulation B): letters as Equifax, TransUnion and TrueLink write them, numbers as Experian does. */
const DESIGNATORS = codesOf({
  Individual: 'I 1',
  Joint: 'J 2',
  'Authorized user': 'A 3',
  'Co-maker': 'C',
  Maker: 'M',
  Shared: 'S',
  Terminated: 'T',
  Undesignated: 'U',
});

/** What is no known code stands as it is. */
const wordsOf = (codes: Codes, stated: string, code = stated) => codes.get(code.trim().toUpperCase()) ?? stated.trim();
const statusOf = (stated: string) => wordsOf(STATUSES, stated, stated.trim().replace(/^0+(?=.)/, ''));

/** As Metro 2 means it; among manners of payment the same code is 120 days late. */
export const metro2Status = (stated: string | null) => (stated === '05' ? 'Transferred' : stated);

export const typeInWords = (stated: string | null) => stated && spacedWords(wordsOf(TYPES, stated));
export const statusInWords = (stated: string | null) => stated && spacedWords(statusOf(stated));
export const designatorInWords = (stated: string | null) => stated && spacedWords(wordsOf(DESIGNATORS, stated));

/** The first that fits counts: a "home equity line of credit" is a mortgage, a "credit card loan" revolves. */
const KIND_WORDS: readonly (readonly [RegExp, AccountKind])[] = [
  [/mortgage|home ?equity|heloc|real ?estate/i, 'mortgage'],
  [/collection|debt ?buyer|factoring/i, 'collection'],
  [/revolving|(credit|charge|secured|bank) ?card|charge ?account|line ?of ?credit|credit ?line/i, 'revolving'],
  [/install?ment|loan|lease|auto|student|education/i, 'installment'],
  [/\bopen\b/i, 'open'],
];

/** Of several statements the first that is understood, unless another says mortgage or collection: that says more. */
export function accountKind(statements: readonly string[]): AccountKind | null {
  const kinds = statements.flatMap((stated) => {
    const words = wordsOf(TYPES, stated);
    return KIND_WORDS.find(([sign]) => sign.test(words))?.[1] ?? [];
  });
  return kinds.find((kind) => kind === 'mortgage' || kind === 'collection') ?? kinds[0] ?? null;
}

const CLOSED_WORDS = /closed|^paid(?!.*agreed| satisf| or )|refinanced|transfer|terminated|lost/i;
const OPEN_WORDS = /^open/i;

/** Null when the text says neither. */
export function openness(stated: string): boolean | null {
  const text = statusOf(stated);
  if (CLOSED_WORDS.test(text)) return false;
  return OPEN_WORDS.test(text) ? true : null;
}

export const isAuthorizedUser = (stated: string) => /authori[sz]ed/i.test(wordsOf(DESIGNATORS, stated));

const DEROGATORY_WORDS =
  /charge.?off|charged.?off|collection|foreclos|reposs|bankrupt|surrender|wage.?earner|government.?claim|derogatory/i;
const CURRENT_WORDS = /as.?agreed|^current|^paid|never late/i;
const DAYS_LATE = /(30|60|90|120|150|180)/;
/** Late by this many days, an account is seriously delinquent. */
export const FIRST_DEROGATORY_DAYS = 90;

/** Null when the text says nothing of payments. */
export function standingOf(stated: string): Standing | null {
  const text = statusOf(stated);
  if (DEROGATORY_WORDS.test(text)) return 'derogatory';
  if (CURRENT_WORDS.test(text)) return 'current';
  const days = /late|past.?due|delinquent/i.test(text) ? DAYS_LATE.exec(text)?.[1] : undefined;
  if (days === undefined) return null;
  return Number(days) >= FIRST_DEROGATORY_DAYS ? 'derogatory' : 'late';
}
