import { expect, test } from 'vitest';
import { accountBlocks, collectionBlocks, inquiryBlocks, publicRecordBlocks } from './credit-file-blocks.ts';
import { readCreditFile } from './figures/credit-file-reader.ts';
import { groupedFile } from './figures/merged-file.ts';
import { figureFixtures, PULLED_AT } from './figures/testing/figure-fixtures.ts';
import type { Block } from './page-blocks.ts';

const groupsOf = (report: unknown, format = 'other') =>
  groupedFile(readCreditFile(report, { format, pulledAt: PULLED_AT }));
const accounts = (report: unknown, format?: string) => accountBlocks(groupsOf(report, format).tradelines ?? []);
const merged = (blocks: readonly Block[]) => blocks.filter((block) => block.kind === 'merged')[0];
const table = (blocks: readonly Block[]) => blocks.filter((block) => block.kind === 'table')[0];
const linesOf = (blocks: readonly Block[], entry = 0) =>
  Object.fromEntries((merged(blocks)?.entries[entry]?.lines ?? []).map(({ label, values }) => [label, values]));

test('an account of three bureaus is one entry with a column for each, and a line for each value that one states', () => {
  const fixture = figureFixtures['mismo 2, three bureaus listed and stacked'];
  const blocks = accounts(fixture?.report, fixture?.format);
  expect(blocks.map(({ kind }) => kind)).toEqual(['legend', 'merged']);
  expect(merged(blocks)).toMatchObject({ columns: ['Equifax', 'Experian', 'TransUnion'] });
  expect(merged(blocks)?.entries).toHaveLength(6);
  expect(merged(blocks)?.entries[0]?.title).toBe('SAMPLE BANK  ••••1113');
  expect(linesOf(blocks)).toEqual({
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
  const fixture = figureFixtures['mismo 2, three bureaus listed and stacked'];
  const lines = merged(accounts(fixture?.report, fixture?.format))?.entries[1]?.lines ?? [];
  expect(lines.map(({ values }) => values.slice(1))).toEqual([
    ['Not reported', 'Not reported'],
    ...lines.slice(1).map(() => ['', '']),
  ]);
});

test("TrueLink's type of an account stands on its partition", () => {
  const row = {
    creditorName: 'SAMPLE AUTO',
    accountNumber: '441712****',
    currentBalance: '5',
    dateOpened: '2020-01-05',
  };
  const partition = {
    accountTypeDescription: 'Installment',
    Tradeline: ['Equifax', 'TransUnion'].map((bureau) => ({ ...row, bureau })),
  };
  const blocks = accounts({ TradeLinePartition: [partition] });
  expect(merged(blocks)?.entries[0]?.title).toBe('SAMPLE AUTO  4417••••');
  expect(linesOf(blocks)).toMatchObject({ Type: ['Installment', 'Installment'] });
  expect(merged(blocks)?.entries[0]?.history).toBeNull();
});

test('numbers that differ stand in a line, masked alike', () => {
  const row = { creditorName: 'SAMPLE BANK', currentBalance: '5' };
  const partition = {
    Tradeline: [
      { ...row, bureau: 'EFX', accountNumber: '4417123412341113' },
      { ...row, bureau: 'TUC', accountNumber: 'XXXXXXXX1114' },
    ],
  };
  expect(linesOf(accounts({ TradeLinePartition: partition }))).toMatchObject({
    'Account number': ['••••1113', '••••1114'],
  });
});

test('accounts of one bureau are a table, without the columns that no account has a value for', () => {
  const trades = [
    { customerName: 'SAMPLE BANK', accountNumber: '1234567', balance: 5, portfolioTypeCode: { code: 'R' } },
    { customerName: 'OTHER BANK', balance: 7, dateOpened: '012020' },
  ];
  expect(table(accounts({ trades }, 'equifax'))).toMatchObject({
    columns: [{ name: 'Creditor' }, { name: 'Type' }, { name: 'Opened' }, { name: 'Balance' }],
    rows: [
      { cells: [['SAMPLE BANK', '••••4567'], ['Revolving'], ['–'], ['$5']] },
      { cells: [['OTHER BANK'], ['–'], ['01/2020'], ['$7']] },
    ],
  });
});

test('what its type does not hold is shown as it stands', () => {
  const trade = { customerName: 'B', balance: '-25.00', creditLimit: 'N/A', dateOpened: '00001980', status: 'Strange' };
  expect(table(accounts({ trades: [trade] }))?.rows[0]?.cells).toEqual([
    ['B'],
    ['1980'],
    ['Strange'],
    ['N/A'],
    ['-$25'],
  ]);
});

test('more bureaus than have room share the last column', () => {
  const trade = { customerName: 'B', accountNumber: '****1113', dateOpened: '2020-01' };
  const bureaus = ['EFX', 'XPN', 'TUC', 'Innovis', 'Another'];
  const blocks = accounts({ trades: bureaus.map((bureau, n) => ({ ...trade, bureau, balance: n + 1 })) });
  expect(merged(blocks)?.columns).toEqual(['Equifax', 'Experian', 'TransUnion', 'Other bureaus']);
  expect(linesOf(blocks)).toMatchObject({ Balance: ['$1', '$2', '$3', expect.stringMatching(/\$[45]/)] });
});

test('collections and public records have a column per bureau, or are a table', () => {
  const collection = { customerName: 'COLLECTOR', accountNumber: '55566677', assignedDate: '01002021', balance: 400 };
  const groups = groupsOf({
    collections: ['EFX', 'TUC'].map((bureau) => ({ ...collection, bureau })),
    publicRecord: { type: 'Chapter 7', courtName: 'SAMPLE COURT', caseNumber: '20-1', filingDate: '02022019' },
  });
  expect(merged(collectionBlocks(groups.collections ?? []))).toEqual({
    kind: 'merged',
    columns: ['Equifax', 'TransUnion'],
    entries: [
      {
        title: 'COLLECTOR  ••••6677',
        lines: [
          { label: 'Assigned', values: ['01/2021', '01/2021'] },
          { label: 'Amount', values: ['$400', '$400'] },
        ],
        history: null,
      },
    ],
  });
  expect(table(publicRecordBlocks(groups.publicRecords ?? []))?.rows[0]?.cells).toEqual([
    ['Chapter 7, SAMPLE COURT, 20-1'],
    ['02/02/2019'],
  ]);
});

test('an inquiry of several bureaus takes one row, with its day in the column of each', () => {
  const inquiry = { name: 'LENDER', date: '2026-01-05' };
  const inquiries = ['EFX', 'TUC'].map((bureau) => ({ ...inquiry, bureau }));
  const groups = groupsOf({ inquiries: [...inquiries, { name: 'OTHER', bureau: 'TUC' }] });
  expect(table(inquiryBlocks(groups.inquiries ?? []))).toMatchObject({
    columns: [{ name: 'Inquirer' }, { name: 'Equifax' }, { name: 'TransUnion' }],
    rows: [{ cells: [['LENDER'], ['01/05/2026'], ['01/05/2026']] }, { cells: [['OTHER'], ['–'], ['Listed']] }],
  });
});

test('a table names its only bureau where that is known', () => {
  const inquiries = [{ name: 'LENDER', date: '2026-01-05' }];
  const heads = (format: string) =>
    table(inquiryBlocks(groupsOf({ inquiries }, format).inquiries ?? []))?.columns.map(({ name }) => name);
  expect(heads('transunion')).toEqual(['Inquirer', 'Date (TransUnion)']);
  expect(heads('other')).toEqual(['Inquirer', 'Date']);
});
