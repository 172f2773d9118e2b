import type { AccountKind, Standing } from '../credit-file.ts';

/** What bureaus write for the kind of an account and the way it is paid, in codes and in words. Pages take their words from here. */

/** What a code says, for the figures and, in words, for the pages. */
type TypeCode = { readonly kind: AccountKind; readonly words: string };
type RatingCode = { readonly standing: Standing | null; readonly words: string };

/** Metro 2 account types (Experian), portfolio letters (Equifax, TrueLink), TransUnion's loan types. */
const TYPE_CODES: ReadonlyMap<string, TypeCode> = new Map([
  ['00', { kind: 'installment', words: 'Auto loan' }],
  ['01', { kind: 'installment', words: 'Unsecured loan' }],
  ['02', { kind: 'installment', words: 'Secured loan' }],
  ['07', { kind: 'revolving', words: 'Charge account' }],
  ['12', { kind: 'installment', words: 'Education loan' }],
  ['13', { kind: 'installment', words: 'Lease' }],
  ['15', { kind: 'revolving', words: 'Line of credit' }],
  ['18', { kind: 'revolving', words: 'Credit card' }],
  ['19', { kind: 'mortgage', words: 'FHA mortgage' }],
  ['25', { kind: 'mortgage', words: 'VA mortgage' }],
  ['26', { kind: 'mortgage', words: 'Mortgage' }],
  ['47', { kind: 'revolving', words: 'Secured credit line' }],
  ['48', { kind: 'collection', words: 'Collection' }],
  ['89', { kind: 'mortgage', words: 'Home equity line' }],
  ['R', { kind: 'revolving', words: 'Revolving' }],
  ['C', { kind: 'revolving', words: 'Line of credit' }],
  ['I', { kind: 'installment', words: 'Installment' }],
  ['M', { kind: 'mortgage', words: 'Mortgage' }],
  ['O', { kind: 'open', words: 'Open' }],
  ['Y', { kind: 'collection', words: 'Collection' }],
  ['CC', { kind: 'revolving', words: 'Credit card' }],
  ['CH', { kind: 'revolving', words: 'Charge account' }],
  ['LC', { kind: 'revolving', words: 'Line of credit' }],
  ['AU', { kind: 'installment', words: 'Auto loan' }],
  ['ST', { kind: 'installment', words: 'Student loan' }],
  ['US', { kind: 'installment', words: 'Unsecured loan' }],
  ['CV', { kind: 'mortgage', words: 'Conventional mortgage' }],
  ['FM', { kind: 'mortgage', words: 'FHA mortgage' }],
  ['VM', { kind: 'mortgage', words: 'VA mortgage' }],
  ['HE', { kind: 'mortgage', words: 'Home equity loan' }],
]);

function typeCode(stated: string): TypeCode | undefined {
  return TYPE_CODES.get(stated.trim().toUpperCase());
}

export function typeWords(stated: string): string | null {
  return typeCode(stated)?.words ?? null;
}

/** The first that fits counts: a "home equity line of credit" is a mortgage, a "credit card loan" revolves. */
const KIND_WORDS: readonly (readonly [RegExp, AccountKind])[] = [
  [/mortgage|home ?equity|real ?estate/, 'mortgage'],
  [/collection/, 'collection'],
  [/revolving|credit ?card|charge ?account|line ?of ?credit|credit ?line|bank ?card/, 'revolving'],
  [/install?ment|loan|lease|auto|student|education/, 'installment'],
  [/\bopen\b/, 'open'],
];

function kindOf(stated: string): AccountKind | null {
  const text = stated.trim().toLowerCase();
  return typeCode(stated)?.kind ?? KIND_WORDS.find(([words]) => words.test(text))?.[1] ?? null;
}

/** Of several statements the first that is understood, unless another says mortgage or collection: that says more. */
export function accountKind(statements: readonly string[]): AccountKind | null {
  const kinds = statements.map(kindOf).filter((kind) => kind !== null);
  return kinds.find((kind) => kind === 'mortgage' || kind === 'collection') ?? kinds[0] ?? null;
}

const CLOSED_WORDS = /^c$|closed|^paid|refinanced|transferred|terminated/i;
const OPEN_WORDS = /^o$|^open/i;

/** Null when the text says neither. */
export function openness(stated: string): boolean | null {
  const text = stated.trim();
  if (CLOSED_WORDS.test(text)) return false;
  return OPEN_WORDS.test(text) ? true : null;
}

/** ECOA codes: Experian and MISMO write 3 or the words, Equifax, TransUnion and TrueLink A or the words. */
export function isAuthorizedUser(stated: string): boolean {
  return /^(?:3|a)$|authori[sz]ed/i.test(stated.trim());
}

/** Manner of payment as Equifax and TransUnion number it, without padding. */
const MANNERS: ReadonlyMap<string, RatingCode> = new Map([
  ['1', { standing: 'current', words: 'Pays as agreed' }],
  ['2', { standing: 'late', words: '30 days late' }],
  ['3', { standing: 'late', words: '60 days late' }],
  ['4', { standing: 'derogatory', words: '90 days late' }],
  ['5', { standing: 'derogatory', words: '120 days late' }],
  ['7', { standing: 'derogatory', words: 'Wage earner plan' }],
  ['8', { standing: 'derogatory', words: 'Repossession' }],
  ['8A', { standing: 'derogatory', words: 'Voluntary surrender' }],
  ['8P', { standing: 'derogatory', words: 'Paying after repossession' }],
  ['9', { standing: 'derogatory', words: 'Charged off' }],
  ['9B', { standing: 'derogatory', words: 'Collection' }],
  ['9P', { standing: 'derogatory', words: 'Paying after charge-off' }],
  ['UR', { standing: null, words: 'Not rated' }],
]);

/** Metro 2 account status codes, as Experian passes them on. None of them is a manner of payment. */
const METRO_2_STATUS: ReadonlyMap<string, RatingCode> = new Map([
  ['11', { standing: 'current', words: 'Current' }],
  ['13', { standing: 'current', words: 'Paid' }],
  ['71', { standing: 'late', words: '30 days late' }],
  ['78', { standing: 'late', words: '60 days late' }],
  ['80', { standing: 'derogatory', words: '90 days late' }],
  ['82', { standing: 'derogatory', words: '120 days late' }],
  ['83', { standing: 'derogatory', words: '150 days late' }],
  ['84', { standing: 'derogatory', words: '180 days late' }],
  ['88', { standing: 'derogatory', words: 'Government claim filed' }],
  ['89', { standing: 'derogatory', words: 'Deed in lieu of foreclosure' }],
  ['93', { standing: 'derogatory', words: 'Collection' }],
  ['94', { standing: 'derogatory', words: 'Foreclosure' }],
  ['95', { standing: 'derogatory', words: 'Voluntary surrender' }],
  ['96', { standing: 'derogatory', words: 'Repossession' }],
  ['97', { standing: 'derogatory', words: 'Charged off' }],
]);

function mannerCode(stated: string): RatingCode | undefined {
  const unpadded = stated.trim().replace(/^0+(?=.)/, '');
  return MANNERS.get(unpadded.toUpperCase());
}

export function ratingWords(stated: string): string | null {
  return (mannerCode(stated) ?? METRO_2_STATUS.get(stated.trim()))?.words ?? null;
}

export function standingByManner(code: string): Standing | null {
  return mannerCode(code)?.standing ?? null;
}

const DEROGATORY_WORDS =
  /charge.?off|charged.?off|collection|foreclos|reposs|bankrupt|surrender|wage.?earner|derogatory/i;
const CURRENT_WORDS = /as.?agreed|^current|^paid|never late/i;
const DAYS_LATE = /(30|60|90|120|150|180)/;
const FIRST_DEROGATORY_DAYS = 90;

/** Null when the text says nothing of payments. */
export function standingByWords(stated: string): Standing | null {
  const text = stated.trim();
  const byCode = METRO_2_STATUS.get(text);
  if (byCode !== undefined) return byCode.standing;
  if (DEROGATORY_WORDS.test(text)) return 'derogatory';
  if (CURRENT_WORDS.test(text)) return 'current';
  const days = /late|past.?due|delinquent/i.test(text) ? DAYS_LATE.exec(text)?.[1] : undefined;
  if (days === undefined) return null;
  return Number(days) >= FIRST_DEROGATORY_DAYS ? 'derogatory' : 'late';
}
