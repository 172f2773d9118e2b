import { expect, test } from 'vitest';
import { readReport } from './credit-file-reader.ts';
import { PULLED_AT, triMerge } from './figures/testing/figure-fixtures.ts';
import type { Table } from './page-tables.ts';
import { pageContent } from './page-content.ts';

const FRAME = { requestId: 'request-1', pulledAt: PULLED_AT, bureaus: [], location: { name: null, timeZone: null } };

const pagesOf = (report: unknown, format = 'other') => {
  const file = readReport(Buffer.from(JSON.stringify(report)), { format, pulledAt: PULLED_AT });
  if (file === null) throw new TypeError('the report is JSON');
  return pageContent(file, FRAME);
};
/** The tables from this heading to the next one. */
const tablesOf = (heading: string, report: unknown, format?: string): Table[] => {
  const { tables } = pagesOf(report, format);
  const start = tables.findIndex((table) => table.heading?.startsWith(heading));
  const end = tables.findIndex((table, index) => index > start && table.heading !== null);
  return tables.slice(start, end === -1 ? undefined : end);
};
const accounts = (report: unknown, format?: string) => tablesOf('Accounts', report, format);
const headOf = (table: Table | undefined) => table?.columns.map(({ name }) => name);
const cellsOf = (table: Table | undefined) => table?.rows.map(({ cells }) => cells);
/** What stands beside each label of a sheet. */
const linesOf = (table: Table | undefined) => {
  const [labels = [], ...columns] = table?.rows[0]?.cells ?? [];
  return Object.fromEntries(labels.map((label, line) => [label, columns.map((lines) => lines[line] ?? '')]));
};

test('an account of three bureaus is one entry with a column for each, and a line for each value that one states', () => {
  const tables = accounts(triMerge.report, triMerge.format);
  expect(tables).toHaveLength(6);
  expect(tables[0]).toMatchObject({ heading: 'Accounts (6)', form: 'sheet' });
  expect(headOf(tables[0])).toEqual(['SAMPLE BANK  ••••1113', 'Equifax', 'Experian', 'TransUnion']);
  expect(tables[0]?.rows[0]?.history).toHaveLength(3);
  expect(linesOf(tables[0])).toEqual({
    Type: ['Revolving', 'Revolving', 'Revolving'],
    Responsibility: ['Individual', 'Individual', 'Individual'],
    Opened: ['06/2018', '06/2018', '06/2018'],
    Reported: ['02/28/2026', '01/31/2026', '12/31/2025'],
    'Limit or loan amount': ['$10,000', '$10,000', '$10,000'],
    Balance: ['$3,000', '$2,500', '$2,000'],
    Payment: ['$90', '$90', '$90'],
    Status: ['Open · As agreed', 'Open · As agreed', 'Open · As agreed'],
    'Times late': ['1 × 30 days', '1 × 30 days', '1 × 30, 1 × 60 days'],
  });
});

test('a bureau that does not report an account says so once', () => {
  const [first, ...others] = Object.values(linesOf(accounts(triMerge.report, triMerge.format)[1]));
  expect(first?.slice(1)).toEqual(['Not reported', 'Not reported']);
  expect(others.map((values) => values.slice(1))).toEqual(others.map(() => ['', '']));
});

test('numbers that differ stand in a line, masked alike', () => {
  const row = { creditorName: 'SAMPLE BANK', currentBalance: '5' };
  const partition = {
    Tradeline: [
      { ...row, bureau: 'EFX', accountNumber: '4417123412341113' },
      { ...row, bureau: 'TUC', accountNumber: 'XXXXXXXX1114' },
    ],
  };
  const [table] = accounts({ TradeLinePartition: partition });
  expect(linesOf(table)).toMatchObject({ 'Account number': ['••••1113', '••••1114'] });
  expect(table?.rows[0]?.history).toBeNull();
});

test('accounts of one bureau are a table, without the columns that no account has a value for', () => {
  const trades = [
    { customerName: 'SAMPLE BANK', accountNumber: '1234567', balance: 5, portfolioTypeCode: { code: 'R' } },
    { customerName: 'OTHER BANK', balance: 7, dateOpened: '012020' },
  ];
  const [table] = accounts({ trades }, 'equifax');
  expect(headOf(table)).toEqual(['Creditor', 'Type', 'Opened', 'Balance']);
  expect(cellsOf(table)).toEqual([
    [['SAMPLE BANK', '••••4567'], ['Revolving'], ['–'], ['$5']],
    [['OTHER BANK'], ['–'], ['01/2020'], ['$7']],
  ]);
});

test('what its type does not hold is shown as it stands', () => {
  const trade = { customerName: 'B', balance: '-25.00', creditLimit: 'N/A', dateOpened: '00001980', status: 'Strange' };
  expect(cellsOf(accounts({ trades: [trade] })[0])).toEqual([[['B'], ['1980'], ['Strange'], ['N/A'], ['-$25']]]);
});

test('more bureaus than have room share the last column', () => {
  const trade = { customerName: 'B', accountNumber: '****1113', dateOpened: '2020-01' };
  const bureaus = ['EFX', 'XPN', 'TUC', 'Innovis', 'Another'];
  const [table] = accounts({ trades: bureaus.map((bureau, n) => ({ ...trade, bureau, balance: n + 1 })) });
  expect(headOf(table)?.slice(1)).toEqual(['Equifax', 'Experian', 'TransUnion', 'Other bureaus']);
  expect(linesOf(table)).toMatchObject({ Balance: ['$1', '$2', '$3', expect.stringMatching(/\$[45]/)] });
});

test('codes of Experian are not taken for those of others: a filing is not paid, a transfer is not late', () => {
  const publicRecord = [{ courtName: 'SAMPLE COURT', filingDate: '09052016', status: '13' }];
  expect(cellsOf(tablesOf('Public records', { publicRecord })[0])).toEqual([[['SAMPLE COURT'], ['13', '09/05/2016']]]);
  const tradeline = { subscriberName: 'LOANS', openOrClosed: 'C', status: '05' };
  expect(cellsOf(accounts({ tradeline })[0])).toEqual([[['LOANS'], ['Closed · Transferred']]]);
});

test('a collection or public record takes one row, with what each bureau of the file says of it', () => {
  const collection = {
    customerName: 'COLLECTOR',
    accountNumber: '55566677',
    assignedDate: '01002021',
    balance: 400,
    status: 'O',
  };
  const publicRecord = {
    type: 'Chapter 7',
    courtName: 'SAMPLE COURT',
    caseNumber: '20-1',
    filingDate: '02022019',
    status: { description: 'Discharged' },
  };
  const trades = [{ customerName: 'B', bureau: 'XPN' }];
  const collections = ['EFX', 'TUC'].map((bureau) => ({ ...collection, bureau }));
  const [table] = tablesOf('Collections', { trades, collections });
  expect(headOf(table)).toEqual(['Record', 'Equifax', 'Experian', 'TransUnion']);
  expect(cellsOf(table)).toEqual([
    [['COLLECTOR  ••••6677'], ['$400', 'Open', '01/2021'], ['–'], ['$400', 'Open', '01/2021']],
  ]);
  expect(cellsOf(tablesOf('Public records', { publicRecord })[0])).toEqual([
    [['Chapter 7, SAMPLE COURT, 20-1'], ['Discharged', '02/02/2019']],
  ]);
});

test('a collection that names no bureau takes no column of accounts and inquiries', () => {
  const bureaus = ['EFX', 'TUC'];
  const report = {
    trades: bureaus.map((bureau) => ({ customerName: 'B', bureau })),
    inquiries: bureaus.map((bureau) => ({ name: 'LENDER', bureau })),
    collections: [{ customerName: 'COLLECTOR', balance: 400 }],
  };
  const headIn = (heading: string) => headOf(tablesOf(heading, report)[0])?.slice(1);
  expect(headIn('Accounts')).toEqual(['Equifax', 'TransUnion']);
  expect(headIn('Inquiries')).toEqual(['Equifax', 'TransUnion']);
  expect(headIn('Collections')).toEqual(['Equifax', 'TransUnion', 'Reported']);
});

test('a file that was read and lists no public records says so; one without accounts says nothing', () => {
  const trades = [{ customerName: 'SAMPLE BANK' }];
  expect(tablesOf('Public records', { trades })).toMatchObject([{ heading: 'Public records (0)', note: 'None.' }]);
  const headings = pagesOf({ inquiries: [{ name: 'LENDER' }] }).tables.map(({ heading }) => heading);
  expect(headings).not.toContainEqual(expect.stringMatching(/^Public records/));
});

test('an inquiry of several bureaus takes one row, with its day in the column of each bureau of the file', () => {
  const inquiry = { name: 'LENDER', date: '2026-01-05' };
  const inquiries = ['EFX', 'TUC'].map((bureau) => ({ ...inquiry, bureau }));
  const trades = [{ customerName: 'B', bureau: 'XPN' }];
  const [table] = tablesOf('Inquiries', { trades, inquiries: [...inquiries, { name: 'OTHER', bureau: 'TUC' }] });
  expect(headOf(table)).toEqual(['Inquirer', 'Equifax', 'Experian', 'TransUnion']);
  expect(cellsOf(table)).toEqual([
    [['LENDER'], ['01/05/2026'], ['–'], ['01/05/2026']],
    [['OTHER'], ['–'], ['–'], ['Listed']],
  ]);
});

test('a table names its only bureau where that is known', () => {
  const inquiries = [{ name: 'LENDER', date: '2026-01-05' }];
  const headIn = (format: string) => headOf(tablesOf('Inquiries', { inquiries }, format)[0]);
  expect(headIn('transunion')).toEqual(['Inquirer', 'TransUnion']);
  expect(headIn('other')).toEqual(['Inquirer', 'Reported']);
});

test('a score has its model in words with the code beside it, and its factors below', () => {
  const models = [{ type: 'FICO', modelNumber: '05453', score: 700, reasons: [{ code: '00010' }, { code: '00999' }] }];
  const riskModel = [{ modelIndicator: 'F', score: '0690' }];
  const addOnProducts = [{ code: '02781', scoreModel: { name: 'VantageScore3', score: { results: '+655' } } }];
  expect(pagesOf({ models, riskModel, addOnProducts }).tables[1]).toMatchObject({ form: 'cards' });
  expect(cellsOf(pagesOf({ models, riskModel, addOnProducts }).tables[1])).toEqual([
    [
      [
        'Equifax',
        '700',
        'FICO 05453',
        'Balances are too high for the limits of revolving accounts (00010)',
        'Factor 00999',
      ],
      ['Experian', '690', 'FICO F'],
      ['TransUnion', '655', 'VantageScore 3.0 · VantageScore3'],
    ],
  ]);
});

test('lists are bounded, and how much is left out is said', () => {
  const trades = Array.from({ length: 410 }, (_, n) => ({ customerName: `BANK ${n}` }));
  const [table] = accounts({ trades });
  expect(table?.rows).toHaveLength(400);
  expect(table?.note).toBe('10 more are in the stored report.');
  const statements = Array.from({ length: 1_000 }, (_, n) => `STATEMENT ${n}`);
  const [texts] = tablesOf('Consumer statements (1000)', { statements });
  expect(texts?.rows).toHaveLength(100);
  expect(texts?.note).toBe('900 more are in the stored report.');
});
