import {
  type CreditReportShape,
  creditReportShapes,
  shortReportText,
} from '@fundlens/redaction/testing/credit-report-fixtures';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { isRenderable, readReport } from './report-reader.ts';

vi.setConfig({ testTimeout: 120_000 });

const SSNS = { ssn: '666001234', variationSsn: '666009876' };
const PULLED_AT = Date.UTC(2026, 2, 1);
const read = (report: unknown, format = 'other') =>
  readReport(Buffer.from(JSON.stringify(report)), { format, pulledAt: PULLED_AT });
const shaped = (shape: CreditReportShape) => JSON.parse(shortReportText(shape, SSNS));

test.each(creditReportShapes)('a report in the shape %s can be read', (shape) => {
  expect(read(shaped(shape))).not.toBeNull();
  expect(isRenderable(Buffer.from(JSON.stringify(shaped(shape))), 'other')).toBe(true);
});

test.each([
  ['a number', { TrueLinkCreditReportType: { Borrower: { SocialPartition: { Social: SSNS.ssn } } } }],
  ['a number in markup', { type: 'unparsed', '#text': `<BORROWER _SSN="${SSNS.ssn}"/>` }],
  ['a table of HTML', { html: `<table><tr><td>SSN</td><td>${SSNS.ssn}</td></tr></table>` }],
])('%s, and nothing else, is no report', (_, report) => {
  expect(read(report)).toBeNull();
  expect(isRenderable(Buffer.from(JSON.stringify(report)), 'other')).toBe(false);
});

test('reads the parts of a file: rows typed, the rest as it is shown', () => {
  expect(read(shaped('equifax-flat'))).toMatchObject({
    identity: {
      names: ['TESTA SAMPLE'],
      birthYear: '1981',
      addresses: [{ text: '218 WILLOW STREET, SPRINGFIELD, IL 62701-1042', kind: 'Current' }],
      employments: [{ employer: 'HARBORLIGHT BAKERY', occupation: 'OWNER' }],
    },
    scores: [{ score: { bureau: 'equifax', score: 715 } }],
    accounts: {
      items: [
        [
          {
            creditor: 'DEPARTMENT STORE',
            account: expect.stringMatching(/1113$/),
            opened: '2020-02',
            balanceCents: 1_234_500,
            limitCents: 1_500_000,
            history: { signs: expect.stringMatching(/^111112223334441+$/) },
          },
        ],
      ],
      left: 0,
    },
    statements: { items: [{ text: expect.stringContaining('I DISPUTE') }] },
  });
});

test('an XML file turned into JSON reads like the JSON of the same bureau', () => {
  const trade = {
    subscriber: { name: { unparsed: 'SAMPLE BANK' } },
    accountNumber: '1234567890',
    currentBalance: '000000250',
    accountRating: '02',
    portfolioType: 'revolving',
  };
  const native = read({ creditBureau: { product: { subject: { subjectRecord: { custom: { credit: { trade } } } } } } });
  const flat = read({ custom: { credit: { trades: [trade] } } });
  expect(native?.accounts).toEqual(flat?.accounts);
  expect(native?.accounts.items).toMatchObject([
    [{ creditor: 'SAMPLE BANK', balanceCents: 25_000, standing: 'late', kind: 'revolving' }],
  ]);
});

test('MISMO 3 keeps its liabilities three levels further down', () => {
  const CREDIT_LIABILITY = {
    CREDIT_LIABILITY_DETAIL: {
      CreditLiabilityAccountIdentifier: '99887766',
      CreditLiabilityUnpaidBalanceAmount: '1500.00',
      CreditLiabilityAccountOpenedDate: '2015-03-01',
    },
    CREDIT_LIABILITY_CREDITOR: { NAME: { FullName: 'SAMPLE BANK' } },
  };
  const report = read({ CREDIT_RESPONSE: { CREDIT_LIABILITIES: { CREDIT_LIABILITY } } }, 'mismo3');
  expect(report?.accounts.items).toMatchObject([
    [{ creditor: 'SAMPLE BANK', account: '99887766', balanceCents: 150_000, opened: '2015-03-01' }],
  ]);
});

test('a report that was stored as XML reads like its JSON, in attributes and in elements', () => {
  const liability =
    '<CREDIT_LIABILITY _AccountIdentifier="99887766" _UnpaidBalanceAmount="1500" _AccountOpenedDate="2015-03">' +
    '<_CREDITOR _Name="SAMPLE BANK &amp; CO"/></CREDIT_LIABILITY>';
  const mismo = read({
    '#text': `<CREDIT_RESPONSE><BORROWER _FirstName="T" _LastName="S"/>${liability}</CREDIT_RESPONSE>`,
  });
  expect(mismo?.identity.names).toEqual(['T S']);
  expect(mismo?.accounts.items).toMatchObject([
    [{ creditor: 'SAMPLE BANK & CO', account: '99887766', balanceCents: 150_000, opened: '2015-03' }],
  ]);
  const transunion = read({
    xml:
      '<?xml version="1.0"?><creditBureau><trade><subscriber><name><unparsed>SAMPLE BANK</unparsed></name></subscriber>' +
      '<currentBalance>000000250</currentBalance></trade></creditBureau>',
  });
  expect(transunion?.accounts.items).toMatchObject([[{ creditor: 'SAMPLE BANK', balanceCents: 25_000 }]]);
});

test('scores in markup that shows nothing else make no report', () => {
  expect(read({ '#text': '<r><CreditScore riskScore="715"/></r>' }, 'truelink')).toBeNull();
  const account = '<Tradeline creditorName="SAMPLE BANK"/>';
  expect(read({ '#text': `<r><CreditScore riskScore="715"/>${account}</r>` }, 'truelink')?.scores).toMatchObject([
    { score: { score: 715 } },
  ]);
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
    collections: { items: [[{ name: 'SAMPLE COLLECTOR', amountCents: 40_000, date: '2021-01' }]] },
    publicRecords: { items: [[{ court: 'SAMPLE COURT', date: '2019-02-02', status: 'Discharged' }]] },
    inquiries: { items: [[{ inquirer: 'SAMPLE LENDER', date: '2024-05-06', bureaus: ['transunion'] }]] },
    alerts: { items: [{ text: 'ADDRESS IS A MAIL DROP' }, { kind: 'Security freeze' }] },
  });
});

test('the person is named by the answer, and by what was asked only where the answer does not', () => {
  const asked = { request: { primaryApplicant: { name: { firstName: 'Asked', lastName: 'For' } } } };
  const inquiries = [{ customerName: 'SAMPLE LENDER' }];
  expect(read({ ...asked, inquiries })?.identity.names).toEqual(['Asked For']);
  const answered = read({ ...asked, inquiries, subjectName: { firstName: 'Ans', lastName: 'Wered' } });
  expect(answered?.identity.names).toEqual(['Ans Wered']);
});

test('what each bureau of a merged report repeats is shown once, and of rows of one account there is a group', () => {
  const file = { _BORROWER: {}, CREDIT_COMMENT: { _Text: 'THE SAME' } };
  const trade = { customerName: 'SAMPLE BANK', accountNumber: '****1113', dateOpened: '2020-01' };
  const report = read({
    CREDIT_FILE: [file, file],
    trades: [
      { ...trade, bureau: 'EFX', balance: 1 },
      { ...trade, bureau: 'EFX', balance: 2 },
      { ...trade, bureau: 'TUC', balance: 3 },
    ],
  });
  expect(report?.alerts.items).toHaveLength(1);
  expect(report?.accounts.items).toMatchObject([
    [
      { bureaus: ['transunion'], balanceCents: 300 },
      { bureaus: ['equifax'], balanceCents: 200 },
    ],
    [{ bureaus: ['equifax'], balanceCents: 100 }],
  ]);
});

test("the figures are the rows' own, counted by the merge that the pages show", () => {
  const trade = { customerName: 'SAMPLE BANK', accountNumber: '****1113', dateOpened: '2020-01', balance: 5 };
  const report = read({ trades: ['EFX', 'TUC'].map((bureau) => ({ ...trade, bureau })) });
  expect(report?.figures.figures).toMatchObject({ openTradelines: 1, totalDebtCents: 500 });
  expect(report?.figures.bureaus).toHaveLength(2);
});

test('lists are bounded, and how much is left out is known', () => {
  const trades = Array.from({ length: 1_000 }, (_, n) => ({ customerName: `BANK ${n}` }));
  const accounts = read({ trades })?.accounts;
  expect(accounts?.items).toHaveLength(400);
  expect(accounts?.left).toBe(600);
});

test('beyond the bound of rows there are no figures, and what comes behind the rows is read', () => {
  const trades = Array.from({ length: 2_500 }, (_, n) => ({ customerName: `BANK ${n}` }));
  const report = read({ trades, inquiries: [{ name: 'LATE' }], consumerStatement: { text: 'MINE' } });
  expect(report).toMatchObject({ isWhole: false, figures: { figures: { openTradelines: null }, bureaus: [] } });
  expect(report?.accounts.items).toHaveLength(400);
  expect(report?.inquiries.items).toEqual([]);
  expect(report?.statements.items).toEqual([{ text: 'MINE', date: null }]);
  expect(report?.identity.names).toEqual([]);
});

test('any JSON is read or not, which can be told sooner, and never throws', () => {
  const members = [
    'trades',
    'name',
    'address',
    'fraudShield',
    'freeze',
    'statements',
    'score',
    '__proto__',
    '#text',
    'x',
  ];
  const node = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.jsonValue({ maxDepth: 2 }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...members), tie('value'), { maxKeys: 5 }),
    ),
  })).value;
  fc.assert(
    fc.property(node, fc.constantFrom('equifax', 'mismo2', 'other', 'unheard of'), (report, format) => {
      const found = read(report, format) !== null;
      expect(isRenderable(Buffer.from(JSON.stringify(report)), format)).toBe(found);
    }),
    { ...propertySeed(), numRuns: 300 },
  );
});

test('a report of the largest size is read, and one that nests too deep is not', () => {
  const deep = `${'{"a":'.repeat(500)}{"trades":[{"customerName":"TOO DEEP"}]}${'}'.repeat(500)}`;
  expect(readReport(Buffer.from(deep), { format: 'other', pulledAt: PULLED_AT })).toBeNull();
  const wide = JSON.stringify({
    trades: Array.from({ length: 40_000 }, () => ({ customerName: 'B', x: 'y'.repeat(200) })),
  });
  expect(readReport(Buffer.from(wide), { format: 'equifax', pulledAt: PULLED_AT })?.isWhole).toBe(false);
});
