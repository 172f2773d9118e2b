import type { AccountKind, Standing } from './credit-file.ts';

/** What bureaus write for the kind of an account and the way it is paid, in codes and in words. */

/** Metro 2 account types (Experian), portfolio letters (Equifax, TrueLink), TransUnion's loan types. */
const KIND_CODES: ReadonlyMap<string, AccountKind> = new Map([
  ['00', 'installment'],
  ['01', 'installment'],
  ['02', 'installment'],
  ['07', 'revolving'],
  ['12', 'installment'],
  ['13', 'installment'],
  ['15', 'revolving'],
  ['18', 'revolving'],
  ['19', 'mortgage'],
  ['25', 'mortgage'],
  ['26', 'mortgage'],
  ['47', 'revolving'],
  ['48', 'collection'],
  ['89', 'mortgage'],
  ['r', 'revolving'],
  ['c', 'revolving'],
  ['i', 'installment'],
  ['m', 'mortgage'],
  ['o', 'open'],
  ['y', 'collection'],
  ['cc', 'revolving'],
  ['ch', 'revolving'],
  ['lc', 'revolving'],
  ['au', 'installment'],
  ['st', 'installment'],
  ['us', 'installment'],
  ['cv', 'mortgage'],
  ['fm', 'mortgage'],
  ['vm', 'mortgage'],
  ['he', 'mortgage'],
]);

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
  return KIND_CODES.get(text) ?? KIND_WORDS.find(([words]) => words.test(text))?.[1] ?? null;
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
const MANNERS: ReadonlyMap<string, Standing> = new Map([
  ['1', 'current'],
  ['2', 'late'],
  ['3', 'late'],
  ['4', 'derogatory'],
  ['5', 'derogatory'],
  ['7', 'derogatory'],
  ['8', 'derogatory'],
  ['8A', 'derogatory'],
  ['8P', 'derogatory'],
  ['9', 'derogatory'],
  ['9B', 'derogatory'],
  ['9P', 'derogatory'],
]);

export function standingByManner(code: string): Standing | null {
  return (
    MANNERS.get(
      code
        .trim()
        .toUpperCase()
        .replace(/^0+(?=.)/, ''),
    ) ?? null
  );
}

/** Metro 2 account status codes, as Experian passes them on. */
const METRO_2_STATUS: ReadonlyMap<string, Standing> = new Map([
  ['11', 'current'],
  ['13', 'current'],
  ['71', 'late'],
  ['78', 'late'],
  ['80', 'derogatory'],
  ['82', 'derogatory'],
  ['83', 'derogatory'],
  ['84', 'derogatory'],
  ['88', 'derogatory'],
  ['89', 'derogatory'],
  ['93', 'derogatory'],
  ['94', 'derogatory'],
  ['95', 'derogatory'],
  ['96', 'derogatory'],
  ['97', 'derogatory'],
]);

const DEROGATORY_WORDS =
  /charge.?off|charged.?off|collection|foreclos|reposs|bankrupt|surrender|wage.?earner|derogatory/i;
const CURRENT_WORDS = /as.?agreed|^current|^paid|never late/i;
const DAYS_LATE = /(30|60|90|120|150|180)/;
const FIRST_DEROGATORY_DAYS = 90;

/** Null when the text says nothing of payments. */
export function standingByWords(stated: string): Standing | null {
  const text = stated.trim();
  const byCode = METRO_2_STATUS.get(text);
  if (byCode !== undefined) return byCode;
  if (DEROGATORY_WORDS.test(text)) return 'derogatory';
  if (CURRENT_WORDS.test(text)) return 'current';
  const days = /late|past.?due|delinquent/i.test(text) ? DAYS_LATE.exec(text)?.[1] : undefined;
  if (days === undefined) return null;
  return Number(days) >= FIRST_DEROGATORY_DAYS ? 'derogatory' : 'late';
}
