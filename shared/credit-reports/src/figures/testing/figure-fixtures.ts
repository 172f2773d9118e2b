import type { DerivedFigures } from '@fundlens/read-models/contacts/report-figures';
import {
  type CreditFile,
  type CreditReportShape,
  creditReportShapes,
  creditReportText,
  type FileAccount,
  formatOf,
} from '@fundlens/redaction/testing/credit-report-fixtures';

/**
 * One invented file in every shape of the corpus, and what only some reports have, with the figures that were computed by
 * hand. All were pulled on 15 March 2026.
 *
 * | account | kind | opened | balance of limit | payment | late |
 * |---|---|---|---|---|---|
 * | SAMPLE BANK …1113 | card | 2018-06-10 | 3,000 of 10,000 | 90 | 30 days, six months before the report |
 * | HARBOR CARD …9902, authorized user | card | 2023-11-01 | 450 of 500 | 25 | 90 days, 20 months before |
 * | CEDAR AUTO …4500 | auto loan | 2021-03-20 | 12,000 of 24,000 | 410 | |
 * | PINE MORTGAGE …6789 | mortgage | 2015-01-05 | 210,000 of 260,000 | 1,450 | |
 * | OLD STORE …2222, closed 2019-05-01 | card | 2008-09-01 | 0 of 2,000 | | |
 *
 * Inquiries on 2026-02-20, 2025-10-01, 2025-05-15 and 2024-01-10.
 */
export const PULLED_AT = Date.UTC(2026, 2, 15, 12);

/** Utilization 3,450 of 10,500. Ages 93, 28, 59, 134 and 210 months: 524 of five. */
const WHOLE_FILE: DerivedFigures = {
  revolvingBalanceCents: 345_000,
  revolvingLimitCents: 1_050_000,
  utilizationPct: 32.9,
  highestCardUtilizationPct: 90,
  openTradelines: 4,
  openRevolving: 2,
  openInstallment: 1,
  openMortgages: 1,
  openOther: 0,
  totalDebtCents: 22_545_000,
  nonMortgageDebtCents: 1_545_000,
  monthlyPaymentCents: 197_500,
  inquiries3m: 1,
  inquiries6m: 2,
  inquiries12m: 3,
  derogatories12m: 0,
  derogatories24m: 1,
  latePayments12m: 1,
  latePayments24m: 2,
  oldestAccountMonths: 210,
  newestAccountMonths: 28,
  averageAccountMonths: 104,
  authorizedUserAccounts: 1,
  collections: 0,
  publicRecords: 0,
};

const everyFigure = (value: number | null) =>
  Object.fromEntries(Object.keys(WHOLE_FILE).map((name) => [name, value])) as DerivedFigures;
const NOTHING = everyFigure(null);

const DAY_MS = 86_400_000;
const TODAY = Date.UTC(2026, 2, 15);
const daysSince = (date: string) => (TODAY - Date.parse(date)) / DAY_MS;
const monthOf = (daysAgo: number) => new Date(TODAY - daysAgo * DAY_MS).toISOString().slice(0, 7);

const account = (
  creditor: string,
  number: string,
  [kind, opened]: readonly [FileAccount['kind'], string],
  [balance, amount, payment]: readonly [number, number, number],
): FileAccount => ({ creditor, account: number, kind, openedDaysAgo: daysSince(opened), balance, amount, payment });

const CARD: FileAccount = {
  ...account('SAMPLE BANK', '4417123412341113', ['card', '2018-06-10'], [3_000, 10_000, 90]),
  history: '0000001',
};
const FILE: CreditFile = {
  accounts: [
    CARD,
    {
      ...account('HARBOR CARD', '5178051234569902', ['card', '2023-11-01'], [450, 500, 25]),
      isAuthorizedUser: true,
      history: '000000000000000000003',
    },
    account('CEDAR AUTO', '70081234500', ['loan', '2021-03-20'], [12_000, 24_000, 410]),
    account('PINE MORTGAGE', '900123456789', ['mortgage', '2015-01-05'], [210_000, 260_000, 1_450]),
    {
      ...account('OLD STORE', '6011000011112222', ['card', '2008-09-01'], [0, 2_000, 0]),
      closedDaysAgo: daysSince('2019-05-01'),
    },
  ],
  inquiries: ['2026-02-20', '2025-10-01', '2025-05-15', '2024-01-10'].map((date, index) => ({
    creditor: `LENDER ${index + 1}`,
    daysAgo: daysSince(date),
  })),
  collections: [],
  records: [],
};

const reportIn = (shape: CreditReportShape): unknown =>
  JSON.parse(
    creditReportText(shape, {
      ...{ firstName: 'Testa', lastName: 'Sample', ssn: '666001234', requestId: 'request-1' },
      ...{ pulledAt: PULLED_AT, fileAt: TODAY, scores: { Equifax: 715, Experian: 715, TransUnion: 715 }, file: FILE },
    }),
  );

/** Where dates have no days, the auto loan is 60 months old: 525 of five. A soft-pull feed names no authorized users. */
const OTHERWISE: { readonly [Shape in CreditReportShape]?: Partial<DerivedFigures> } = {
  'equifax-flat': { averageAccountMonths: 105 },
  'equifax-native': { averageAccountMonths: 105 },
  'isoftpull-feed': { authorizedUserAccounts: null },
};

const everyShape = creditReportShapes.map((shape): [string, FigureFixture] => [
  shape,
  { format: formatOf(shape), report: reportIn(shape), figures: { ...WHOLE_FILE, ...OTHERWISE[shape] } },
]);

const liability = (
  { creditor, account: number, kind, openedDaysAgo, closedDaysAgo, history = '', ...stated }: FileAccount,
  bureau: string,
) => ({
  '@_AccountIdentifier': number,
  '@_AccountOpenedDate': monthOf(openedDaysAgo),
  '@_AccountReportedDate': '2026-02-28',
  '@_AccountType': { card: 'Revolving', loan: 'Installment', mortgage: 'Mortgage' }[kind],
  '@_AccountStatusType': closedDaysAgo === undefined ? 'Open' : 'Closed',
  '@_AccountOwnershipType': stated.isAuthorizedUser ? 'AuthorizedUser' : 'Individual',
  '@_UnpaidBalanceAmount': String(stated.balance),
  [kind === 'card' ? '@_CreditLimitAmount' : '@_HighCreditAmount']: String(stated.amount),
  '@_MonthlyPaymentAmount': String(stated.payment),
  _CREDITOR: { '@_Name': creditor },
  _PAYMENT_PATTERN: { '@_Data': history.padEnd(24, '0').replaceAll('0', 'C'), '@_StartDate': '2026-02' },
  _CURRENT_RATING: { '@_Code': 'C', '@_Type': 'AsAgreed' },
  CREDIT_REPOSITORY: [{ '@_SourceType': bureau }],
});
const inquiry = (index: number, bureau: string) => ({
  '@_Name': FILE.inquiries[index]?.creditor,
  '@_Date': ['2026-02-20', '2025-10-01'][index],
  CREDIT_REPOSITORY: { '@_SourceType': bureau },
});

/** A row per bureau and account. The bureaus spell the creditor, write the number and know the balance each in its way. */
const listedAndStacked = {
  CREDIT_RESPONSE: {
    '@CreditReportMergeTypeIndicator': 'ListAndStack',
    CREDIT_LIABILITY: [
      ...FILE.accounts.map((each) => liability(each, 'Equifax')),
      { ...liability(CARD, 'Experian'), '@_UnpaidBalanceAmount': '2500', '@_AccountReportedDate': '2026-01-31' },
      {
        ...liability(CARD, 'TransUnion'),
        '@_AccountIdentifier': '****1113',
        '@_UnpaidBalanceAmount': '2000',
        '@_AccountReportedDate': '2025-12-31',
        '@_AccountOpenedDate': '2018-06',
        _CREDITOR: { '@_Name': 'SAMPLE BK NA' },
        // TransUnion alone saw the account 60 days late in December 2025.
        _PAYMENT_PATTERN: { '@_Data': '2CCC1', '@_StartDate': '2025-12' },
      },
      // The same creditor, another account.
      {
        ...liability(CARD, 'TransUnion'),
        '@_AccountIdentifier': '4417999988887777',
        '@_UnpaidBalanceAmount': '100',
        '@_CreditLimitAmount': '1000',
        '@_MonthlyPaymentAmount': '10',
        '@_AccountOpenedDate': '2018-06',
        _PAYMENT_PATTERN: { '@_Data': 'CCCCCC', '@_StartDate': '2026-02' },
      },
    ],
    CREDIT_INQUIRY: [inquiry(0, 'Equifax'), inquiry(0, 'Experian'), inquiry(0, 'TransUnion'), inquiry(1, 'Experian')],
  },
};

/** What went wrong: a charged-off card, a collection among the accounts and one beside them, an old bankruptcy. */
const derogatory = {
  custom: {
    credit: {
      trades: [
        {
          subscriber: { name: { unparsed: 'SAMPLE BANK' } },
          portfolioType: 'revolving',
          accountNumber: '4417',
          dateOpened: '2019-01-10',
          dateClosed: '2025-04-02',
          currentBalance: '000001200',
          creditLimit: '000001000',
          accountRating: '09',
          paymentHistory: { paymentPattern: { startDate: '2025-04-02', text: '954321' } },
        },
        {
          subscriber: { name: { unparsed: 'SAMPLE COLLECTOR' } },
          portfolioType: 'collection',
          accountNumber: '88',
          dateOpened: '2024-11-20',
          currentBalance: '000000400',
        },
      ],
      collections: [{ subscriber: { name: { unparsed: 'OTHER COLLECTOR' } }, dateOpened: '2025-09-01', balance: '75' }],
      publicRecords: [{ type: 'Chapter 7', dateFiled: '2020-05-05', docketNumber: '20-1' }],
    },
  },
};

export type FigureFixture = {
  readonly format: string;
  readonly report: unknown;
  readonly figures: DerivedFigures;
};

/** Another open card of 100 of 1,000 with a payment of 10, also 93 months old: 618 of six. TransUnion adds a late month. */
export const triMerge: FigureFixture = {
  format: 'mismo2',
  report: listedAndStacked,
  figures: {
    ...WHOLE_FILE,
    revolvingBalanceCents: 355_000,
    revolvingLimitCents: 1_150_000,
    utilizationPct: 30.9,
    openTradelines: 5,
    openRevolving: 3,
    totalDebtCents: 22_555_000,
    nonMortgageDebtCents: 1_555_000,
    monthlyPaymentCents: 198_500,
    inquiries12m: 2,
    latePayments12m: 2,
    latePayments24m: 3,
    averageAccountMonths: 103,
    collections: 0,
  },
};

export const figureFixtures: Readonly<Record<string, FigureFixture>> = {
  ...Object.fromEntries(everyShape),
  'three bureaus listed and stacked': triMerge,
  // The card was late from December 2024 by 30, 60, 90 and 120 days, and charged off in April 2025.
  'charge-off, collections, bankruptcy': {
    format: 'transunion',
    report: derogatory,
    figures: {
      ...everyFigure(0),
      ...{ utilizationPct: null, highestCardUtilizationPct: null, authorizedUserAccounts: null },
      ...{ totalDebtCents: 120_000, nonMortgageDebtCents: 120_000 },
      // Charged off eleven months before the pull; the collection of September 2025.
      ...{ derogatories12m: 2, derogatories24m: 3, latePayments12m: 1, latePayments24m: 5 },
      ...{ oldestAccountMonths: 86, newestAccountMonths: 86, averageAccountMonths: 86 },
      ...{ collections: 2, publicRecords: 1, inquiries3m: null, inquiries6m: null, inquiries12m: null },
    },
  },
  'empty lists': {
    format: 'transunion',
    report: { custom: { credit: { trades: [], inquiries: [], collections: [], publicRecords: [] } } },
    figures: {
      ...everyFigure(0),
      utilizationPct: null,
      highestCardUtilizationPct: null,
      oldestAccountMonths: null,
      newestAccountMonths: null,
      averageAccountMonths: null,
    },
  },
  'scores alone': {
    format: 'truelink',
    report: { type: 'unparsed', '#text': '<r><CreditScore riskScore="715"/></r>' },
    figures: NOTHING,
  },
};
