import { designatorInWords, statusInWords, typeInWords } from './account-codes.ts';
import { type CreditFile, type RecordRow, type Tradeline, UNSTATED } from './credit-file.ts';
import { groupedFile, type SameRows } from './figures/merged-file.ts';
import type { LateMonth } from './figures/payment-history.ts';
import { historyGrid, MONTHS_LEGEND } from './history-grid.ts';
import type { NodeValues } from './node-values.ts';
import { BARE, type Column, labels, left, NOTHING, rest, right, row, type Table } from './page-tables.ts';
import { shownBureau, USUAL_BUREAUS } from './report-bureaus.ts';
import { accountOf, dateOf, joined, moneyOf, shownCents } from './report-values.ts';

type OfBureaus = { readonly bureaus: readonly string[] };
type Groups<Of> = readonly SameRows<Of>[];

/** What bureaus say of the same account, inquiry or record, beside each other: a column for each. */
export function bureauTables(file: CreditFile, all: readonly BureauColumn[]): Table[] {
  const { tradelines, collections, publicRecords, inquiries } = groupedFile(file);
  return [
    ...accountTables(tradelines, all),
    ...recordTable(collections, all, { heading: 'Collections', name: 'Record', limit: 100 }),
    ...recordTable(publicRecords, all, { heading: 'Public records', name: 'Record', limit: 100 }),
    ...recordTable(inquiries, all, { heading: 'Inquiries', name: 'Inquirer', limit: 200 }),
  ];
}

export type BureauColumn = { readonly name: string; readonly has: (row: OfBureaus) => boolean };

/** More have no room beside each other. */
const MAX_COLUMNS = 4;

/** A column for each bureau that a row of the file names: the three first, unstated ones at last. */
export function bureauColumns({ tradelines, inquiries, collections, publicRecords }: CreditFile): BureauColumn[] {
  const lists: (readonly OfBureaus[] | null)[] = [tradelines, inquiries, collections, publicRecords];
  const named = new Set(lists.flatMap((rows) => rows?.flatMap(({ bureaus }) => bureaus) ?? []));
  const usual = [...USUAL_BUREAUS.keys()];
  const others = [...named].filter((bureau) => !usual.includes(bureau) && bureau !== UNSTATED).sort();
  const sorted = [...usual, ...others, UNSTATED].filter((bureau) => named.has(bureau));
  const own = sorted.length > MAX_COLUMNS ? sorted.slice(0, MAX_COLUMNS - 1) : sorted;
  const columns = own.map((bureau) => ({
    name: shownBureau(bureau),
    has: ({ bureaus }: OfBureaus) => bureaus.includes(bureau),
  }));
  if (own.length === sorted.length) return columns;
  return [...columns, { name: 'Other bureaus', has: ({ bureaus }) => bureaus.some((bureau) => !own.includes(bureau)) }];
}

const NO_BUREAU = shownBureau(UNSTATED);

/** Every bureau of the file, so that it is seen what one does not list; rows without one only where the list has some. */
function columnsOf(groups: Groups<OfBureaus>, all: readonly BureauColumn[]): BureauColumn[] {
  return all.filter(({ name, has }) => name !== NO_BUREAU || groups.some((same) => same.some(has)));
}

/** `limit`: far beyond a real file; what is left out is counted and said. */
type Listed = { readonly heading: string; readonly name: string; readonly limit: number };

/** A row for each inquiry or record. No table for a list that the report does not have. */
function recordTable(
  groups: Groups<RecordRow> | null,
  all: readonly BureauColumn[],
  { heading, name, limit }: Listed,
): Table[] {
  if (groups === null) return [];
  const columns = columnsOf(groups, all);
  const rows = groups.slice(0, limit).map((same) => {
    const cells = columns.map(({ has }) => {
      const of = same.find(has);
      const stated = of === undefined ? [] : [money('amount')(of), status('status')(of), date('date')(of)];
      // Where the bureau states nothing more, it still has the record.
      return of !== undefined && stated.every((value) => value === null) ? 'Listed' : stated;
    });
    return row(same[0].title, ...cells);
  });
  const named = columns.map((column) => left(column.name === NO_BUREAU ? 'Reported' : column.name, 20));
  return [{ ...BARE, ...headed(heading, groups, limit), columns: [left(name, 40), ...named], rows }];
}

/** An empty list says so. */
function headed(heading: string, all: readonly unknown[], limit: number, note: string | null = null) {
  const more = joined(' ', [rest(all.length - limit), note]);
  return { heading: `${heading} (${all.length})`, note: all.length === 0 ? 'None.' : more };
}

type Stated<Name extends string> = { readonly stated: NodeValues<Name> };
const money = <Name extends string>(name: Name) => {
  return ({ stated }: Stated<Name>) => moneyOf(stated.first(name));
};
const date = <Name extends string>(name: Name) => {
  return ({ stated }: Stated<Name>) => dateOf(stated.first(name));
};
const limit = (of: Tradeline) => (of.limitCents === null ? money('limit')(of) : shownCents(of.limitCents));
function highCredit(of: Tradeline): string | null {
  const { highCreditCents, limitCents } = of;
  if (highCreditCents === null) return money('highCredit')(of);
  return highCreditCents === limitCents ? null : shownCents(highCreditCents);
}
const remark = ({ stated }: Tradeline) => stated.text('remark');
const inWords = (text: string | null, wordsOf: (code: string) => string) => text && wordsOf(text);
const type = (of: Tradeline) => inWords(of.type, typeInWords);
const designator = ({ stated }: Tradeline) => inWords(stated.text('designator'), designatorInWords);
const status = <Name extends string>(name: Name) => {
  return ({ stated }: Stated<Name>) => inWords(stated.text(name), statusInWords);
};
/** Open or closed, and how it is paid now. */
const condition = (of: Tradeline) => joined(' · ', [...new Set([status('condition')(of), status('rating')(of)])]);

/** What is said of an account, by the label that it has beside the columns of bureaus. */
const ACCOUNT_LINES: readonly (readonly [label: string, said: (of: Tradeline) => string | null])[] = [
  ['Account number', ({ account }) => accountOf(account)],
  ['Type', type],
  ['Responsibility', designator],
  ['Opened', date('opened')],
  ['Closed', date('closed')],
  ['Reported', date('reported')],
  ['Limit or loan amount', limit],
  ['Highest balance', highCredit],
  ['Balance', money('balance')],
  ['Payment', money('payment')],
  ['Past due', money('pastDue')],
  ['Status', condition],
  ['Times late', ({ lateMonths }) => lateMonths && timesLate(lateMonths)],
  ['Remark', remark],
];

/** `1 × 30, 2 × 90+`: in how many months how many days. */
function timesLate(months: readonly LateMonth[]): string {
  const times: [string, number][] = [
    ['30', months.filter(({ days }) => days === 30).length],
    ['60', months.filter(({ days }) => days === 60).length],
    ['90+', months.filter(({ days }) => days >= 90).length],
  ];
  const late = times.filter(([, count]) => count > 0).map(([days, count]) => `${count} × ${days}`);
  return late.length === 0 ? 'Never' : `${late.join(', ')} days`;
}

const MAX_ACCOUNTS = 400;

/** Of several bureaus a table for each account, of one bureau a row. */
function accountTables(accounts: Groups<Tradeline> | null, all: readonly BureauColumn[]): Table[] {
  if (accounts === null) return [];
  const columns = columnsOf(accounts, all);
  const shown = accounts.slice(0, MAX_ACCOUNTS);
  const hasHistory = shown.flat().some(({ history }) => history !== null);
  const above = headed('Accounts', accounts, MAX_ACCOUNTS, hasHistory ? MONTHS_LEGEND : null);
  if (columns.length < 2 || shown.length === 0) return [{ ...accountList(shown.map(([only]) => only)), ...above }];
  return shown.map((same, index) => ({ ...accountSheet(same, columns), ...(index === 0 && above) }));
}

/** What several bureaus say of an account: a line per value that one of them states, in it a value per bureau. */
function accountSheet(same: SameRows<Tradeline>, columns: readonly BureauColumn[]): Table {
  const numbers = new Set(same.flatMap(({ account }) => accountOf(account) ?? []));
  const number = numbers.size === 1 ? [...numbers].join() : null;
  const byColumn = columns.map(({ has }) => same.find(has));
  const stated = (number === null ? ACCOUNT_LINES : ACCOUNT_LINES.slice(1)).flatMap(([label, said]) => {
    const values = byColumn.map((of) => of && said(of));
    return values.some((value) => value) ? [{ label, values }] : [];
  });
  const cells = byColumn.map((of, column) => {
    return of === undefined ? ['Not reported'] : stated.map(({ values }) => values[column] ?? NOTHING);
  });
  const title = joined('  ', [same[0].creditor, number]) ?? 'Account';
  return {
    ...BARE,
    columns: [labels(title, 1.25), ...columns.map(({ name }) => left(name, 1))],
    rows: [{ cells: [stated.map(({ label }) => label), ...cells], history: historyGrid(same) }],
    form: 'sheet',
  };
}

const labelled = (label: string, value: string | null) => (value === null ? null : `${label} ${value}`);

const ACCOUNT_COLUMNS: readonly (readonly [Column, linesOf: (of: Tradeline) => (string | null)[]])[] = [
  [left('Creditor', 26), (of) => [of.creditor, accountOf(of.account), remark(of)]],
  [left('Type', 13), (of) => [type(of), designator(of)]],
  [
    left('Opened', 21),
    (of) => [date('opened')(of), labelled('Closed', date('closed')(of)), labelled('Reported', date('reported')(of))],
  ],
  [
    left('Status', 20),
    (of) => [condition(of), of.lateMonths?.length ? labelled('Late', timesLate(of.lateMonths)) : null],
  ],
  [right('Limit', 13), (of) => [limit(of), labelled('Highest', highCredit(of))]],
  [right('Balance', 13), (of) => [money('balance')(of)]],
  [right('Payment', 12), (of) => [money('payment')(of)]],
  [right('Past due', 12), (of) => [money('pastDue')(of)]],
];

/** Of one bureau, a row per account; without the columns that no account has a value for. */
function accountList(accounts: readonly Tradeline[]): Table {
  const kept = ACCOUNT_COLUMNS.filter(
    ([, linesOf], index) => index === 0 || accounts.some((of) => linesOf(of).some((line) => line)),
  );
  return {
    ...BARE,
    columns: kept.map(([column]) => column),
    rows: accounts.map((of) => ({ ...row(...kept.map(([, linesOf]) => linesOf(of))), history: historyGrid([of]) })),
  };
}
