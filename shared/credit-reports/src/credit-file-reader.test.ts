import { expect, test } from 'vitest';
import { readReport } from './credit-file-reader.ts';
import { reportFigures } from './figures/credit-figures.ts';

const SSN = '666001234';
const PULLED_AT = Date.UTC(2026, 2, 1);
const read = (report: unknown, format = 'other') => {
  const file = readReport(Buffer.from(JSON.stringify(report)), { format, pulledAt: PULLED_AT });
  if (file === null) throw new TypeError('the report is JSON');
  return file;
};

test.each([
  ['a number', { TrueLinkCreditReportType: { Borrower: { SocialPartition: { Social: SSN } } } }],
  ['a number in markup', { type: 'unparsed', '#text': `<BORROWER _SSN="${SSN}"/>` }],
  ['a table of HTML', { html: `<table><tr><td>SSN</td><td>${SSN}</td></tr></table>` }],
])('%s, and nothing else, is no report', (_, report) => {
  expect(read(report).isRenderable).toBe(false);
});

test('a report that was stored as XML reads like its JSON, in attributes and in elements', () => {
  const liability =
    '<CREDIT_LIABILITY _AccountIdentifier="99887766" _UnpaidBalanceAmount="1500" _AccountOpenedDate="2015-03">' +
    '<_CREDITOR _Name="SAMPLE BANK &amp; CO"/></CREDIT_LIABILITY>';
  const mismo = read({
    '#text': `<CREDIT_RESPONSE><BORROWER _FirstName="T" _LastName="S"/>${liability}</CREDIT_RESPONSE>`,
  });
  expect(mismo.names).toEqual(['T S']);
  expect(mismo.tradelines).toMatchObject([
    { creditor: 'SAMPLE BANK & CO', account: '99887766', balanceCents: 150_000, opened: '2015-03' },
  ]);
  const transunion = read({
    xml:
      '<?xml version="1.0"?><creditBureau><trade><subscriber><name><unparsed>SAMPLE BANK</unparsed></name></subscriber>' +
      '<currentBalance>000000250</currentBalance></trade></creditBureau>',
  });
  expect(transunion.tradelines).toMatchObject([{ creditor: 'SAMPLE BANK', balanceCents: 25_000 }]);
});

test('scores in markup that shows nothing else make no report', () => {
  expect(read({ '#text': '<r><CreditScore riskScore="715"/></r>' }, 'truelink').isRenderable).toBe(false);
  const account = '<Tradeline creditorName="SAMPLE BANK"/>';
  expect(read({ '#text': `<r><CreditScore riskScore="715"/>${account}</r>` }, 'truelink')).toMatchObject({
    scores: [{ score: { score: 715 } }],
    isRenderable: true,
  });
});

test('collections, public records, inquiries, alerts and a frozen file are found in the shapes of several bureaus', () => {
  const report = read({
    collections: [{ customerName: 'SAMPLE COLLECTOR', balance: 400, assignedDate: '01002021' }],
    publicRecord: [{ courtName: 'SAMPLE COURT', filingDate: '02022019', status: { description: 'Discharged' } }],
    CREDIT_INQUIRY: { '@_Name': 'SAMPLE LENDER', '@_Date': '2024-05-06', '@CreditRepositorySourceType': 'TransUnion' },
    fraudShield: [{ text: 'ADDRESS IS A MAIL DROP' }],
    fileSummary: { creditDataStatus: { freeze: { indicator: 'true' } } },
  });
  expect(report).toMatchObject({
    collections: [{ title: 'SAMPLE COLLECTOR', date: '2021-01' }],
    publicRecords: [{ title: 'SAMPLE COURT', date: '2019-02-02' }],
    inquiries: [{ title: 'SAMPLE LENDER', date: '2024-05-06', bureaus: ['transunion'] }],
    messages: [{ text: 'ADDRESS IS A MAIL DROP' }, { label: 'Security freeze' }],
  });
});

test('the person is named by the answer, and by what was asked only where the answer does not', () => {
  const asked = { request: { primaryApplicant: { name: { firstName: 'Asked', lastName: 'For' } } } };
  const inquiries = [{ customerName: 'SAMPLE LENDER' }];
  expect(read({ ...asked, inquiries }).names).toEqual(['Asked For']);
  const answered = read({ ...asked, inquiries, subjectName: { firstName: 'Ans', lastName: 'Wered' } });
  expect(answered.names).toEqual(['Ans Wered']);
});

test('what each bureau of a merged report repeats is read once', () => {
  const file = { _BORROWER: {}, CREDIT_COMMENT: { _Text: 'THE SAME' } };
  expect(read({ CREDIT_FILE: [file, file] }).messages).toHaveLength(1);
});

test.each([
  ['in one list', (trades: readonly unknown[]) => ({ trades })],
  ['in one partition', (trades: readonly unknown[]) => ({ TradeLinePartition: { Tradeline: trades } })],
  ['that are collections', (rows: readonly object[]) => ({ trades: rows.map((row) => ({ ...row, type: 'Y' })) })],
])('beyond the bound of rows %s there are no figures, and what comes behind the rows is read', (_, reportOf) => {
  const trades = Array.from({ length: 100_000 }, (__, n) => ({ customerName: `BANK ${n}` }));
  const file = read({ ...reportOf(trades), inquiries: [{ name: 'LATE' }], consumerStatement: { text: 'MINE' } });
  expect(file).toMatchObject({
    isWhole: false,
    inquiries: [{ title: 'LATE' }],
    statements: [{ text: 'MINE' }],
  });
  expect(Math.max(file.tradelines?.length ?? 0, file.collections?.length ?? 0)).toBeLessThan(2_100);
  expect(reportFigures(file, PULLED_AT)).toMatchObject({ figures: { openTradelines: null }, bureaus: [] });
});

test('a row names no more bureaus than there are', () => {
  const CREDIT_REPOSITORY = Array.from({ length: 1_000 }, (_, n) => ({ SourceType: `Bureau ${n}` }));
  expect(read({ trades: [{ customerName: 'B', CREDIT_REPOSITORY }] }).tradelines?.[0]?.bureaus).toHaveLength(8);
});
