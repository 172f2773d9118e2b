import type { DerivedFigures } from '@fundlens/read-models/contacts/report-figures';

/**
 * One invented file in the structure that bureaus, mergers and soft-pull services publish, with the figures that were
 * computed by hand. All were pulled on 15 March 2026.
 *
 * | account | kind | opened | balance of limit | payment | late |
 * |---|---|---|---|---|---|
 * | SAMPLE BANK …1113 | card | 2018-06-10 | 3,000 of 10,000 | 90 | 30 days in 2025-08 |
 * | HARBOR CARD …9902, authorized user | card | 2023-11-01 | 450 of 500 | 25 | 90 days in 2024-06 |
 * | CEDAR AUTO …4500 | auto loan | 2021-03-20 | 12,000 of 24,000 | 410 | |
 * | PINE MORTGAGE …6789 | mortgage | 2015-01-05 | 210,000 of 260,000 | 1,450 | |
 * | OLD STORE …2222, closed 2019-05-01 | card | 2008-09-01 | 0 of 2,000 | | |
 *
 * Inquiries on 2026-02-20, 2025-10-01, 2025-05-15 and 2024-01-10. Histories begin in February 2026.
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

type Account = ReturnType<typeof account>;

const account = (
  creditor: string,
  number: string,
  kind: 'revolving' | 'installment' | 'mortgage',
  opened: string,
  [balance, limit, payment]: readonly [number, number, number],
) => ({
  ...{ creditor, number, kind, opened, balance, limit, payment, isAuthorizedUser: false },
  closed: null as string | null,
  /** Newest first; C paid, 1 and 3 are 30 and 90 days late. */
  history: 'C'.repeat(24),
});

const CARD: Account = {
  ...account('SAMPLE BANK', '4417123412341113', 'revolving', '2018-06-10', [3_000, 10_000, 90]),
  history: 'CCCCCC1CCCCCCCCCCCCCCCCC',
};
const ACCOUNTS: readonly Account[] = [
  CARD,
  {
    ...account('HARBOR CARD', '5178051234569902', 'revolving', '2023-11-01', [450, 500, 25]),
    isAuthorizedUser: true,
    history: 'CCCCCCCCCCCCCCCCCCCC3CCC',
  },
  account('CEDAR AUTO', '70081234500', 'installment', '2021-03-20', [12_000, 24_000, 410]),
  account('PINE MORTGAGE', '900123456789', 'mortgage', '2015-01-05', [210_000, 260_000, 1_450]),
  {
    ...account('OLD STORE', '6011000011112222', 'revolving', '2008-09-01', [0, 2_000, 0]),
    closed: '2019-05-01',
    history: '',
  },
];
const INQUIRIES = [
  { by: 'LENDER ONE', on: '2026-02-20' },
  { by: 'LENDER TWO', on: '2025-10-01' },
  { by: 'LENDER THREE', on: '2025-05-15' },
  { by: 'OLD LENDER', on: '2024-01-10' },
] as const;

const year = (date: string) => date.slice(0, 4);
const month = (date: string) => date.slice(5, 7);
const day = (date: string) => date.slice(8);
const monthDayYear = (date: string) => `${month(date)}${day(date)}${year(date)}`;
const monthOnly = (date: string) => `${month(date)}00${year(date)}`;
const padded = (amount: number, length: number) => String(amount).padStart(length, '0');
/** 1 is paid, 2 and 4 are 30 and 90 days late. */
const numbered = (history: string) =>
  history.replaceAll(/[C13]/g, (sign) => (sign === 'C' ? '1' : sign === '1' ? '2' : '4'));

const equifaxTrade = (account: Account) => ({
  customerName: account.creditor,
  accountNumber: account.number,
  portfolioTypeCode: { code: { revolving: 'R', installment: 'I', mortgage: 'M' }[account.kind] },
  accountDesignator: { code: account.isAuthorizedUser ? 'A' : 'I' },
  dateReported: '02282026',
  dateOpened: monthOnly(account.opened),
  ...(account.closed === null ? {} : { dateClosed: monthOnly(account.closed) }),
  ...(account.kind === 'revolving' ? { creditLimit: account.limit } : { highCredit: account.limit }),
  balance: account.balance,
  scheduledPaymentAmount: account.payment,
  rate: { code: 1, description: 'Pays account as agreed' },
  paymentHistory1to24: [...numbered(account.history)].map((code) => ({ code })),
});

const equifax = {
  data: {
    trades: ACCOUNTS.map(equifaxTrade),
    inquiries: INQUIRIES.map(({ by, on }) => ({ type: 'inquiry', inquiryDate: monthDayYear(on), customerName: by })),
    collections: [],
    bankruptcies: [],
  },
};

/** A client read numbers: zeros before the month are gone. A single trade is an object. */
const equifaxSingle = {
  consumers: {
    equifaxUSConsumerCreditReport: [
      { trades: { ...equifaxTrade(CARD), dateOpened: 6_002_018, dateReported: 2_282_026, balance: 3_000.5 } },
    ],
  },
};

const experianTradeline = (account: Account) => ({
  subscriberName: account.creditor,
  accountNumber: account.number,
  accountType: { revolving: '18', installment: '00', mortgage: '26' }[account.kind],
  ecoa: account.isAuthorizedUser ? '3' : '1',
  openDate: monthDayYear(account.opened),
  openOrClosed: account.closed === null ? 'O' : 'C',
  balanceDate: '02282026',
  balanceAmount: padded(account.balance, 8),
  amount1: padded(account.limit, 8),
  amount1Qualifier: account.kind === 'revolving' ? 'L' : 'O',
  amount2: padded(account.balance + 50, 8),
  amount2Qualifier: 'H',
  monthlyPaymentAmount: padded(account.payment, 8),
  paymentHistory: account.history,
  status: '11',
});

const experian = {
  creditProfile: [
    {
      headerRecord: [{ reportDate: '031526' }],
      tradeline: ACCOUNTS.map(experianTradeline),
      inquiry: INQUIRIES.map(({ by, on }) => ({ date: monthDayYear(on), subscriberName: by, type: '18' })),
      publicRecord: [],
    },
  ],
};

const transunionTrade = (account: Account) => ({
  subscriber: { industryCode: 'B', name: { unparsed: account.creditor } },
  portfolioType: account.kind,
  accountNumber: account.number,
  ECOADesignator: account.isAuthorizedUser ? 'authorizedUser' : 'individual',
  dateOpened: account.opened,
  dateEffective: '2026-02-28',
  ...(account.closed === null ? {} : { dateClosed: account.closed }),
  currentBalance: padded(account.balance, 9),
  ...(account.kind === 'revolving'
    ? { creditLimit: padded(account.limit, 9) }
    : { highCredit: padded(account.limit, 9) }),
  terms: { scheduledMonthlyPayment: padded(account.payment, 9) },
  accountRating: '01',
  paymentHistory: { paymentPattern: { startDate: '2026-02-28', text: numbered(account.history) } },
});

const transunion = {
  custom: {
    credit: {
      trades: ACCOUNTS.map(transunionTrade),
      collections: [],
      publicRecords: [],
      inquiries: INQUIRIES.map(({ by, on }) => ({ subscriber: { name: by }, date: on })),
    },
  },
};

const liability = (account: Account, repositories: readonly string[]) => ({
  '@_AccountIdentifier': account.number,
  '@_AccountOpenedDate': account.opened.slice(0, 7),
  '@_AccountReportedDate': '2026-02-28',
  '@_AccountType': { revolving: 'Revolving', installment: 'Installment', mortgage: 'Mortgage' }[account.kind],
  '@_AccountStatusType': account.closed === null ? 'Open' : 'Closed',
  '@_AccountOwnershipType': account.isAuthorizedUser ? 'AuthorizedUser' : 'Individual',
  '@_UnpaidBalanceAmount': String(account.balance),
  ...(account.kind === 'revolving'
    ? { '@_CreditLimitAmount': String(account.limit) }
    : { '@_HighCreditAmount': String(account.limit) }),
  '@_MonthlyPaymentAmount': String(account.payment),
  _CREDITOR: { '@_Name': account.creditor },
  _PAYMENT_PATTERN: { '@_Data': account.history, '@_StartDate': '2026-02' },
  _CURRENT_RATING: { '@_Code': 'C', '@_Type': 'AsAgreed' },
  CREDIT_REPOSITORY: repositories.map((bureau) => ({ '@_SourceType': bureau })),
});
const creditInquiry = (index: number, bureau: string) => ({
  '@_Name': INQUIRIES[index]?.by,
  '@_Date': INQUIRIES[index]?.on,
  CREDIT_REPOSITORY: { '@_SourceType': bureau },
});

/** Blended: a row names each bureau that it was made of. */
const mismo2 = {
  CREDIT_RESPONSE: {
    '@MISMOVersionID': '2.3.1',
    '@CreditReportMergeTypeIndicator': 'Blend',
    CREDIT_LIABILITY: ACCOUNTS.map((account) => liability(account, ['Equifax', 'Experian', 'TransUnion'])),
    CREDIT_INQUIRY: INQUIRIES.map((_, index) => creditInquiry(index, 'Equifax')),
    CREDIT_PUBLIC_RECORD: [],
  },
};

/** A row per bureau and account. The bureaus spell the creditor, write the number and know the balance each in its way. */
const triMerge = {
  CREDIT_RESPONSE: {
    '@CreditReportMergeTypeIndicator': 'ListAndStack',
    CREDIT_LIABILITY: [
      ...ACCOUNTS.map((account) => liability(account, ['Equifax'])),
      { ...liability(CARD, ['Experian']), '@_UnpaidBalanceAmount': '2500', '@_AccountReportedDate': '2026-01-31' },
      {
        ...liability(CARD, ['TransUnion']),
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
        ...liability(CARD, ['TransUnion']),
        '@_AccountIdentifier': '4417999988887777',
        '@_UnpaidBalanceAmount': '100',
        '@_CreditLimitAmount': '1000',
        '@_MonthlyPaymentAmount': '10',
        '@_AccountOpenedDate': '2018-06',
        _PAYMENT_PATTERN: { '@_Data': 'CCCCCC', '@_StartDate': '2026-02' },
      },
    ],
    CREDIT_INQUIRY: [
      creditInquiry(0, 'Equifax'),
      creditInquiry(0, 'Experian'),
      creditInquiry(0, 'TransUnion'),
      creditInquiry(1, 'Experian'),
    ],
  },
};

const mismo3Liability = (account: Account) => ({
  CREDIT_LIABILITY_DETAIL: {
    CreditLiabilityAccountIdentifier: account.number,
    CreditLiabilityAccountOpenedDate: account.opened,
    CreditLiabilityAccountReportedDate: '2026-02-28',
    CreditLiabilityAccountType: { revolving: 'Revolving', installment: 'Installment', mortgage: 'Mortgage' }[
      account.kind
    ],
    CreditLiabilityAccountStatusType: account.closed === null ? 'Open' : 'Closed',
    CreditLiabilityAccountOwnershipType: account.isAuthorizedUser ? 'AuthorizedUser' : 'Individual',
    CreditLiabilityUnpaidBalanceAmount: `${account.balance}.00`,
    CreditLiabilityCreditLimitAmount: `${account.limit}.00`,
    CreditLiabilityMonthlyPaymentAmount: `${account.payment}.00`,
    CreditLiabilityPaymentPatternDataText: account.history,
    CreditLiabilityPaymentPatternStartDate: '2026-02',
  },
  CREDIT_LIABILITY_CREDITOR: { NAME: { FullName: account.creditor } },
});

const mismo3 = {
  MESSAGE: {
    CREDIT_RESPONSE: {
      CREDIT_LIABILITIES: { CREDIT_LIABILITY: ACCOUNTS.map(mismo3Liability) },
      CREDIT_INQUIRIES: {
        CREDIT_INQUIRY: INQUIRIES.map(({ by, on }) => ({
          CREDIT_INQUIRY_DETAIL: { CreditInquiryDate: on },
          NAME: { FullName: by },
        })),
      },
    },
  },
};

const trueLinkRow = (account: Account, bureau: string) => ({
  creditorName: account.creditor,
  accountNumber: `${account.number.slice(0, 6)}******`,
  bureau,
  currentBalance: String(account.balance),
  dateOpened: account.opened,
  dateReported: '2026-02-28',
  OpenClosed: { symbol: account.closed === null ? 'O' : 'C' },
  AccountDesignator: { symbol: account.isAuthorizedUser ? 'A' : 'I' },
  PayStatus: { description: 'Current' },
  GrantedTrade: {
    CreditLimit: String(account.limit),
    monthlyPayment: String(account.payment),
    PayStatusHistory: { status: account.history, startDate: '2026-02-28' },
  },
});

/** The kind stands on the partition; one row is an object, several are a list. */
const trueLinkReport = {
  TrueLinkCreditReportType: {
    TradeLinePartition: ACCOUNTS.map((account, index) => ({
      accountTypeDescription: {
        revolving: 'Revolving account',
        installment: 'Installment account',
        mortgage: 'Mortgage',
      }[account.kind],
      Tradeline:
        index === 0
          ? ['Equifax', 'Experian', 'TransUnion'].map((bureau) => trueLinkRow(account, bureau))
          : trueLinkRow(account, 'TransUnion'),
    })),
    InquiryPartition: INQUIRIES.map(({ by, on }) => ({
      Inquiry: { subscriberName: by, inquiryDate: on, bureau: 'TransUnion' },
    })),
    PulblicRecordPartition: [],
  },
};

const isoftpull = {
  full_feed: {
    credit_score: '700',
    trade_accounts: ACCOUNTS.map((account) => ({
      creditor: account.creditor,
      account_number: account.number,
      type: account.kind,
      opened: `${month(account.opened)}/${day(account.opened)}/${year(account.opened)}`,
      balance: `${account.balance}.00`,
      limit: account.limit,
      status: account.closed === null ? 'open' : 'closed',
    })),
    inquiries: INQUIRIES.map(({ by, on }) => ({ name: by, date: `${month(on)}/${day(on)}/${year(on)}` })),
    collections: [],
    public_record: [],
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

export const figureFixtures: Readonly<Record<string, FigureFixture>> = {
  // Without days the auto loan is 60 months old: 525 of five.
  equifax: { format: 'equifax', report: equifax, figures: { ...WHOLE_FILE, averageAccountMonths: 105 } },
  'equifax, one trade, numbers without zeros': {
    format: 'equifax',
    report: equifaxSingle,
    figures: {
      ...everyFigure(0),
      ...{ revolvingBalanceCents: 300_050, totalDebtCents: 300_050, nonMortgageDebtCents: 300_050 },
      ...{
        revolvingLimitCents: 1_000_000,
        utilizationPct: 30,
        highestCardUtilizationPct: 30,
        monthlyPaymentCents: 9_000,
      },
      ...{ openTradelines: 1, openRevolving: 1, latePayments12m: 1, latePayments24m: 1 },
      ...{ oldestAccountMonths: 93, newestAccountMonths: 93, averageAccountMonths: 93 },
      ...{ inquiries3m: null, inquiries6m: null, inquiries12m: null },
    },
  },
  experian: { format: 'experian', report: experian, figures: WHOLE_FILE },
  transunion: { format: 'transunion', report: transunion, figures: WHOLE_FILE },
  // Opening dates are months, as Equifax writes them.
  'mismo 2, blended': {
    format: 'mismo2',
    report: mismo2,
    figures: { ...WHOLE_FILE, averageAccountMonths: 105 },
  },
  // Another open card of 100 of 1,000 with a payment of 10, also 93 months old: 618 of six. TransUnion adds a late month.
  'mismo 2, three bureaus listed and stacked': {
    format: 'mismo2',
    report: triMerge,
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
  },
  'mismo 3': {
    format: 'mismo3',
    report: mismo3,
    figures: WHOLE_FILE,
  },
  truelink: { format: 'truelink', report: trueLinkReport, figures: WHOLE_FILE },
  // A soft-pull feed without payments, designators and histories; "open" and "closed" say nothing of payments.
  isoftpull: {
    format: 'other',
    report: isoftpull,
    figures: {
      ...WHOLE_FILE,
      monthlyPaymentCents: null,
      derogatories12m: null,
      derogatories24m: null,
      latePayments12m: null,
      latePayments24m: null,
      authorizedUserAccounts: null,
    },
  },
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
