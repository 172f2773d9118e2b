import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReport } from '../credit-file-reader.ts';
import { NO_FIGURES, reportFigures } from './credit-figures.ts';
import { figureFixtures, PULLED_AT, triMerge } from './testing/figure-fixtures.ts';

const read = (report: unknown, format = 'other', pulledAt = PULLED_AT) => {
  const file = readReport(Buffer.from(JSON.stringify(report)), { format, pulledAt });
  return file === null ? NO_FIGURES : reportFigures(file, pulledAt);
};
const figures = (report: unknown, format?: string) => read(report, format).figures;

test.each(Object.entries(figureFixtures))('the figures of %s', (_, fixture) => {
  expect(figures(fixture.report, fixture.format)).toEqual(fixture.figures);
});

test('each bureau of a merged report has figures of its own rows', () => {
  const common = { inquiries6m: 1, derogatories24m: 0, oldestAccountMonths: 93 };
  expect(read(triMerge.report, triMerge.format).bureaus).toEqual([
    {
      ...common,
      bureau: 'equifax',
      utilizationPct: 32.9,
      openTradelines: 4,
      totalDebtCents: 22_545_000,
      derogatories24m: 1,
      oldestAccountMonths: 210,
    },
    {
      ...common,
      bureau: 'experian',
      utilizationPct: 25,
      openTradelines: 1,
      totalDebtCents: 250_000,
      inquiries6m: 2,
    },
    // 2,000 of 10,000 and 100 of 1,000.
    { ...common, bureau: 'transunion', utilizationPct: 19.1, openTradelines: 2, totalDebtCents: 210_000 },
  ]);
  expect(read(figureFixtures['equifax-flat']?.report, 'equifax').bureaus).toEqual([]);
});

test('ages and windows count from the pull, whenever the report is read', () => {
  const fixture = figureFixtures['transunion-json'];
  if (fixture === undefined) throw new Error('no such fixture');
  expect(read(fixture.report, fixture.format, Date.UTC(2027, 2, 15)).figures).toMatchObject({
    oldestAccountMonths: 222,
    newestAccountMonths: 40,
    inquiries12m: 0,
    latePayments24m: 1,
  });
});

test('no report of a person has no figures', () => {
  expect(figures({ trades: Array.from({ length: 2_001 }, (_, n) => ({ customerName: `BANK ${n}` })) })).toEqual(
    figureFixtures['scores alone']?.figures,
  );
});

test('an inquiry without a date may lie in any window, so that none is counted', () => {
  expect(figures({ trades: [], inquiries: [{ name: 'LENDER' }] })).toMatchObject({
    inquiries3m: null,
    inquiries12m: null,
  });
});

test('an open account of unknown kind may revolve, so that nothing is said of the revolving ones', () => {
  const trades = [
    { customerName: 'A', portfolioTypeCode: { code: 'R' }, balance: 5, creditLimit: 10 },
    { customerName: 'B', balance: 7 },
  ];
  expect(figures({ trades })).toMatchObject({
    openTradelines: 2,
    openRevolving: null,
    utilizationPct: null,
    revolvingBalanceCents: null,
    nonMortgageDebtCents: null,
    totalDebtCents: 1_200,
  });
});

test('an amount that no number holds exactly is no amount, and a credit balance owes nothing', () => {
  const trade = { customerName: 'A', portfolioTypeCode: { code: 'R' }, creditLimit: 10 };
  expect(figures({ trades: [{ ...trade, balance: '999999999999999' }] })).toMatchObject({ totalDebtCents: null });
  const many = Array.from({ length: 20 }, (_, n) => ({ ...trade, customerName: `B${n}`, balance: '90000000000000' }));
  expect(figures({ trades: many })).toMatchObject({ totalDebtCents: null, utilizationPct: null });
  expect(figures({ trades: [{ ...trade, balance: '-20' }] })).toMatchObject({ totalDebtCents: 0, utilizationPct: 0 });
});

test('of the two amounts of an Experian account the limit counts, not the highest balance', () => {
  const amounts = { amount1: '00000500', amount1Qualifier: 'H', amount2: '00001000', amount2Qualifier: 'L' };
  const tradeline = [{ subscriberName: 'A', accountType: '18', balanceAmount: '00000250', ...amounts }];
  expect(figures({ creditProfile: [{ tradeline }] }, 'experian')).toMatchObject({ utilizationPct: 25 });
});

test('a stroke parts the years of an Equifax history, and months before the account was opened are blank', () => {
  const months = (signs: string) => [...signs].map((code) => ({ code }));
  const trade = { customerName: 'A', portfolioTypeCode: { code: 'R' }, dateReported: '03002026', rate: { code: 1 } };
  const late = { ...trade, dateOpened: '06002018', paymentHistory1to24: months('111111111111/411111111111') };
  const young = { ...trade, dateOpened: '12002025', paymentHistory1to24: months('E21         /            ') };
  expect(figures({ trades: [late, { ...young, customerName: 'B' }] }, 'equifax')).toMatchObject({
    ...{ latePayments12m: 1, latePayments24m: 2, derogatories12m: 0, derogatories24m: 1 },
  });
});

test('Equifax says of an account by its type, its activity and each of its narratives what it is and whether it is open', () => {
  const [portfolio, said] = [
    (code: string) => ({ portfolioTypeCode: { code } }),
    (description: string) => ({ description }),
  ];
  const row = { customerName: 'A', balance: 100, narrativeCodes: [said('CREDIT CARD'), said('FIXED RATE')] };
  const trades = [
    { ...row, ...portfolio('R') },
    { ...row, ...portfolio('R'), narrativeCodes: [said('UTILITY'), said("ACCOUNT CLOSED AT CONSUMER'S REQUEST")] },
    { ...row, ...portfolio('R'), activityDesignatorCode: { code: 'T', ...said('Transfer/Sold') } },
    { ...row, ...portfolio('R'), activityDesignatorCode: { code: 'L', ...said('Lost/Stolen') } },
    { ...row, ...portfolio('I'), narrativeCodes: [said('PAID OR BEING PAID BY GARNISHMENT'), said('AUTO')] },
    { ...row, ...portfolio('I'), accountTypeCode: { code: '6D', ...said('Home Equity') } },
    { ...row, ...portfolio('O'), accountTypeCode: { code: '0C', ...said('Debt Buyer Account') } },
  ];
  expect(
    figures({ trades: trades.map((each, index) => ({ ...each, accountNumber: index })) }, 'equifax'),
  ).toMatchObject({
    ...{ openTradelines: 3, openRevolving: 1, openInstallment: 1, openMortgages: 1, collections: 1 },
  });
});

test("TransUnion's loan type tells home equity from other lines of credit, and a debt buyer's account from others", () => {
  const row = { subscriber: { name: { unparsed: 'A' } }, dateOpened: '2018-06-10', creditLimit: '000010000' };
  const of = (portfolioType: string, type: string, currentBalance: string) => ({
    ...row,
    portfolioType,
    account: { type },
    currentBalance,
  });
  const trade = [
    of('lineOfCredit', 'HE', '000009000'),
    of('revolving', 'CC', '000001000'),
    of('open', 'FC', '000000500'),
  ];
  expect(figures({ custom: { credit: { trade } } }, 'transunion')).toMatchObject({
    ...{ openMortgages: 1, openRevolving: 1, openOther: 0, utilizationPct: 10, collections: 1 },
  });
});

test('a value in an object of its own is read, as programs write the attributes of XML beside it', () => {
  const date = (value: string) => ({ estimatedDay: false, estimatedYear: false, value });
  const trade = { subscriber: { name: { unparsed: 'B' } }, portfolioType: 'revolving', currentBalance: '000000000' };
  const closed = { ...trade, dateOpened: date('2018-06-10T00:00:00'), dateClosed: date('2020-05-01T00:00:00') };
  expect(figures({ custom: { credit: { trade: [closed] } } }, 'transunion')).toMatchObject({
    ...{ openTradelines: 0, oldestAccountMonths: 93 },
  });
});

test.each(['OK', 'GOOD'])('a word in the place of a history is none: %s', (paymentHistory) => {
  const tradeline = { subscriberName: 'A', status: '11', balanceDate: '03012026', paymentHistory };
  expect(figures({ tradeline })).toMatchObject({ latePayments12m: null, derogatories12m: 0 });
});

test('an account that Experian reports as transferred is not 120 days late', () => {
  const tradeline = { subscriberName: 'LOANS', openOrClosed: 'C', status: '05', balanceDate: '12132025' };
  expect(figures({ creditProfile: [{ tradeline: [tradeline] }] }, 'experian').derogatories12m).toBeNull();
  expect(figures({ trades: [{ ...tradeline, accountRating: '05' }] }, 'transunion').derogatories12m).toBe(1);
});

test.each(Object.entries(figureFixtures))(
  'what a report says twice, parsed and as text, counts once: %s',
  (_, fixture) => {
    const { report, format, figures: once } = fixture;
    expect(figures({ report, raw: JSON.stringify(report) }, format)).toEqual(once);
  },
);

test('an account that Array states for all bureaus, and again for each, counts once', () => {
  const stated = (reference: string, name: string, number: string, bureaus: string[], more = {}) => ({
    ...{ '@CreditTradeReferenceID': reference, _CREDITOR: { '@_Name': name }, '@_AccountIdentifier': number },
    ...{ '@_AccountOpenedDate': '2017-03-09', '@_AccountType': 'Revolving', '@_CurrentRating': {}, ...more },
    ...{ '@_AccountStatusType': 'Open', '@_UnpaidBalanceAmount': '100', '@_CreditLimitAmount': '400' },
    CREDIT_REPOSITORY: bureaus.map((bureau) => ({ '@_SourceType': bureau })),
  });
  const both = ['Equifax', 'TransUnion'];
  const collection = { '@IsCollectionIndicator': 'Y' };
  const report = [
    stated('Primary', 'SAMPLE AUTO', '25265595', both),
    stated('Secondary', 'SAMPLE AUTO', '25265595', ['Equifax'], { '@_AccountReportedDate': '2026-03-01' }),
    stated('Secondary', 'SAF', '252655XX', ['TransUnion'], { '@_UnpaidBalanceAmount': '80' }),
    stated('Primary', 'ONE BUREAU', '1234', ['Equifax']),
    stated('Primary', 'COLLECTOR', '77', both, collection),
    stated('Secondary', 'CLLCTR', '7X', ['Equifax'], collection),
    stated('Secondary', 'COLLECTOR', '77', ['TransUnion'], collection),
  ];
  const response = { CREDIT_RESPONSE: { CREDIT_LIABILITY: report } };
  const found = read({ response, raw: JSON.stringify(response) }, 'mismo2');
  expect(found.figures).toMatchObject({
    openTradelines: 2,
    totalDebtCents: 20_000,
    collections: 1,
    utilizationPct: 25,
  });
  expect(found.bureaus).toMatchObject([
    { bureau: 'equifax', openTradelines: 2 },
    { bureau: 'transunion', openTradelines: 1 },
  ]);
});

test('what no account of a feed states has no figure', () => {
  const account = { creditor: 'A', type: 'revolving', opened: '06/10/2018', balance: '1.00', limit: 2, status: 'open' };
  expect(figures({ full_feed: { trade_accounts: [account] } })).toMatchObject({
    ...{ utilizationPct: 50, oldestAccountMonths: 93, monthlyPaymentCents: null, authorizedUserAccounts: null },
    ...{ derogatories12m: null, derogatories24m: null, latePayments12m: null, latePayments24m: null },
  });
});

test('what was asked of the bureau is no account of the file', () => {
  expect(figures({ request: { trades: [{ customerName: 'A', balance: 1 }] } }).openTradelines).toBeNull();
});

test('any JSON is read, and has figures, none of them negative or beyond what a number holds', () => {
  const members = [
    ...['trades', 'inquiries', 'TradeLinePartition', 'Tradeline', 'balance', 'dateOpened', 'CREDIT_REPOSITORY', 'name'],
    ...['address', 'fraudShield', 'freeze', 'statements', 'score', '__proto__', '#text'],
  ];
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('R', '01152020', '2020-01', '-5', '1e9', 'C1X'),
    fc.double(),
    fc.integer(),
  );
  const node = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      values,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...members), tie('value'), { maxKeys: 5 }),
    ),
  })).value;
  fc.assert(
    fc.property(node, (report) => {
      const found = Object.values(figures(report)).filter((value) => value !== null);
      expect(found.every((value) => value >= 0 && Number.isFinite(value))).toBe(true);
    }),
    { ...propertySeed(), numRuns: 300 },
  );
});
