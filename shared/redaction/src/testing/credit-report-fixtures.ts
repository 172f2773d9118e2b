import { readFileSync } from 'node:fs';
import { type Context, fillTemplate } from './credit-report-template.ts';

/**
 * One credit report in each shape in which bureaus, resellers and importers store them, filled with what is stated of a
 * person. All persons, creditors and numbers are invented.
 */
const shapes = {
  'equifax-flat': { format: 'equifax', bureaus: ['Equifax'] },
  'experian-profile': { format: 'experian', bureaus: ['Experian'] },
  'transunion-json': { format: 'transunion', bureaus: ['TransUnion'] },
  'mismo2-list-and-stack': { format: 'mismo2', bureaus: ['Equifax', 'Experian', 'TransUnion'] },
  'mismo3-parties': { format: 'mismo3', bureaus: ['Equifax', 'Experian', 'TransUnion'] },
  'truelink-object': { format: 'truelink', bureaus: ['Equifax', 'Experian', 'TransUnion'] },
  'truelink-string': { format: 'truelink', bureaus: ['Equifax', 'Experian', 'TransUnion'] },
  'isoftpull-feed': { format: 'other', bureaus: ['TransUnion'] },
  'equifax-native': { format: 'equifax', bureaus: ['Equifax'] },
  'experian-request': { format: 'experian', bureaus: ['Experian'] },
  'transunion-native': { format: 'transunion', bureaus: ['TransUnion'] },
  'mismo2-attributes': { format: 'mismo2', bureaus: ['Equifax', 'Experian', 'TransUnion'] },
  'truelink-unparsed': { format: 'truelink', bureaus: ['Equifax', 'Experian', 'TransUnion'] },
} as const;

export type CreditReportShape = keyof typeof shapes;
export type Bureau = (typeof shapes)['mismo2-attributes']['bureaus'][number];
export const creditReportShapes = Object.keys(shapes) as CreditReportShape[];
export const formatOf = (shape: CreditReportShape) => shapes[shape].format;
export const bureausOf = (shape: CreditReportShape): readonly Bureau[] => shapes[shape].bureaus;

/** Nine digits; a function is asked at each place where the number stands. */
type SsnSource = string | (() => string);

export type ReportFacts = {
  readonly firstName: string;
  readonly lastName: string;
  readonly ssn: SsnSource;
  /** A second number on file, as bureaus list it after a lender's typing error. */
  readonly variationSsn?: SsnSource;
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly pulledAt: number;
  /** From when the ages of the file are counted back; by default from the pull. */
  readonly fileAt?: number;
  readonly scores: Readonly<Record<Bureau, number>>;
  readonly file: CreditFile;
  readonly person?: Partial<typeof INVENTED>;
};

const INVENTED = {
  birthDate: Date.UTC(1981, 3, 17),
  address1: '218 Willow Street',
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701-1042',
  phone: '+13125550142',
  email: 'x@example.com',
  employer: 'HARBORLIGHT BAKERY',
};

/** What bureaus know of a person. Whole dollars; ages in days. */
export type CreditFile = {
  readonly accounts: readonly FileAccount[];
  readonly inquiries: readonly { readonly creditor: string; readonly daysAgo: number }[];
  readonly collections: readonly { readonly balance: number; readonly daysAgo: number }[];
  /** Bankruptcies. */
  readonly records: readonly { readonly liabilities: number; readonly daysAgo: number }[];
};

export type FileAccount = {
  readonly creditor: string;
  readonly account: string;
  readonly kind: 'card' | 'loan' | 'mortgage';
  readonly openedDaysAgo: number;
  readonly closedDaysAgo?: number;
  /** Of a card its limit, of a loan the amount at first. */
  readonly amount: number;
  readonly balance: number;
  readonly payment: number;
  readonly isAuthorizedUser?: boolean;
  readonly isChargedOff?: boolean;
  /** Months, the newest first: 0 paid, 1 to 5 that many months late, 6 charged off; paid where none is stated. */
  readonly history?: string;
};

const DAY_MS = 86_400_000;
const DAYS_PER_MONTH = 31;
const MONTHS_SHOWN = 24;
const REPORTED_DAYS_AGO = 9;
const KINDS = ['card', 'loan', 'mortgage'] as const;
const MODELS = { Equifax: 'FICO Score 5', Experian: 'FICO Score 2', TransUnion: 'FICO Score 4' };
const FACTORS: readonly Context[] = [
  { rank: 1, code: '10', text: 'PROPORTION OF BALANCES TO CREDIT LIMITS ON BANK REVOLVING ACCOUNTS' },
  { rank: 2, code: '14', text: 'LENGTH OF TIME ACCOUNTS HAVE BEEN ESTABLISHED' },
];

/** The report about this person, as JSON text. */
export function creditReportText(shape: CreditReportShape, facts: ReportFacts): string {
  const { firstName, lastName, ssn, variationSsn, requestId, pulledAt, fileAt = pulledAt, scores, file } = facts;
  const person = { ...INVENTED, ...facts.person };
  const [house = '', ...street] = person.address1.split(' ');
  const bureaus = bureausOf(shape);
  const daysAgo = (days: number) => fileAt - days * DAY_MS;
  const ofEachBureau = (contexts: readonly Context[]) =>
    contexts.flatMap((context) => bureaus.map((bureau) => ({ ...context, bureau })));
  const accounts = file.accounts.map((account) => accountContext(account, daysAgo));
  const context: Context = {
    first: firstName,
    last: lastName,
    ssn,
    variations: variationSsn === undefined ? [] : [{ number: variationSsn }],
    request: requestId,
    pulled: pulledAt,
    birth: person.birthDate,
    house,
    street: street.join(' '),
    city: person.city,
    state: person.state,
    zip: person.postalCode,
    // ZIP+4 without its hyphen: nine digits that are no SSN and must survive.
    zip9: `${person.postalCode.slice(0, 5)}${person.postalCode.slice(6) || '1042'}`,
    phone: person.phone,
    phone10: person.phone.slice(2),
    email: person.email,
    employer: person.employer,
    bureaus: bureaus.map((bureau) => ({ bureau })),
    score: scores.TransUnion,
    scores: bureaus.map((bureau) => ({ bureau, model: MODELS[bureau], score: scores[bureau], factors: FACTORS })),
    accounts,
    rows: ofEachBureau(accounts),
    inquiries: ofEachBureau(file.inquiries.map((each) => ({ ...each, asked: daysAgo(each.daysAgo) }))),
    collections: file.collections.map(({ balance, daysAgo: age }, index) => ({
      agency: 'SALTMARSH RECOVERY',
      client: 'UPTON WIRELESS',
      account: `79004417${index}023`,
      assigned: daysAgo(age),
      balance,
    })),
    records: file.records.map(({ liabilities, daysAgo: age }) => ({
      kind: 'Chapter 7 bankruptcy',
      court: 'US BANKRUPTCY COURT',
      case: '24-31415',
      filed: daysAgo(age),
      liabilities,
    })),
  };
  const text = JSON.stringify(fillTemplate(templateOf(shape), context));
  // Stored as a JSON string that holds JSON: a reader parses it twice.
  return shape === 'truelink-string' ? JSON.stringify(text) : text;
}

function accountContext(account: FileAccount, daysAgo: (days: number) => number): Context {
  const { kind, amount, openedDaysAgo, closedDaysAgo, isAuthorizedUser = false, isChargedOff = false } = account;
  const reportedDaysAgo = closedDaysAgo ?? REPORTED_DAYS_AGO;
  const months = Math.floor((openedDaysAgo - reportedDaysAgo) / DAYS_PER_MONTH);
  const shown = Math.min(MONTHS_SHOWN, Math.max(1, months));
  const history = (account.history ?? '').padEnd(shown, '0').slice(0, shown);
  const late = (signs: RegExp) => history.match(signs)?.length ?? 0;
  return {
    creditor: account.creditor,
    account: account.account,
    kind: KINDS.indexOf(kind),
    opened: daysAgo(openedDaysAgo),
    closed: closedDaysAgo === undefined ? null : daysAgo(closedDaysAgo),
    reported: daysAgo(reportedDaysAgo),
    amount,
    limit: kind === 'card' ? amount : null,
    loan: kind === 'card' ? null : amount,
    balance: account.balance,
    pastDue: isChargedOff ? account.balance : 0,
    payment: account.payment,
    isOpen: Number(closedDaysAgo === undefined),
    isUser: Number(isAuthorizedUser),
    isChargedOff: Number(isChargedOff),
    history,
    months: [...history].map((sign) => ({ sign })),
    late30: late(/1/g),
    late60: late(/2/g),
    late90: late(/[3-6]/g),
  };
}

const templates = new Map<string, unknown>();

function templateOf(shape: CreditReportShape): unknown {
  const name = shape === 'truelink-string' ? 'truelink-object' : shape;
  if (!templates.has(name)) {
    templates.set(name, JSON.parse(readFileSync(new URL(`credit-reports/${name}.json`, import.meta.url), 'utf8')));
  }
  return templates.get(name);
}

const SHORT_FILE: CreditFile = {
  accounts: [
    {
      creditor: 'DEPARTMENT STORE',
      account: '4417123412341113',
      kind: 'card',
      openedDaysAgo: 2_200,
      amount: 15_000,
      balance: 12_345,
      payment: 370,
      history: '00000111222333',
    },
  ],
  inquiries: [{ creditor: 'KESTREL POINT CARD', daysAgo: 33 }],
  collections: [],
  records: [],
};

/** A short report, for tests that look at the numbers in it. */
export function shortReportText(
  shape: CreditReportShape,
  numbers: { readonly ssn: SsnSource; readonly variationSsn: SsnSource },
): string {
  return creditReportText(shape, {
    ...numbers,
    firstName: 'Testa',
    lastName: 'Sample',
    requestId: 'request-1',
    pulledAt: Date.UTC(2026, 2, 1, 12),
    scores: { Equifax: 715, Experian: 715, TransUnion: 715 },
    file: SHORT_FILE,
  });
}
