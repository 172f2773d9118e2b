import { designatorInWords, metro2Status, statusInWords, typeInWords } from './account-codes.ts';
import { type CreditFile, type RecordRow, type Row, type Stated, type Tradeline, UNSTATED } from './credit-file.ts';
import { newestFirst, type SameRows, sameRows } from './figures/merged-file.ts';
import { historyGrid, MONTHS_LEGEND } from './history-grid.ts';
import { BARE, type Column, labels, left, NOTHING, rest, right, row, type Table } from './page-tables.ts';
import { shownBureau, USUAL_BUREAUS } from './report-bureaus.ts';
import { accountOf, dateOf, joined, moneyOf, shownCents, spacedWords } from './report-values.ts';

/** What bureaus say of the same account, inquiry or record, beside each other: a column for each. */
export function bureauTables(file: CreditFile, all: readonly BureauColumn[]): Table[] {
  return [
    ...accountTables(file.tradelines, all),
    ...recordTable(file.collections, all, ['Collections', 'Record']),
    ...recordTable(file.publicRecords, all, ['Public records', 'Record'], (stated) => stated && spacedWords(stated)),
    ...recordTable(file.inquiries, all, ['Inquiries', 'Inquirer']),
  ];
}

export type BureauColumn = { readonly name: string; readonly has: (row: Row) => boolean };

/** More have no room beside each other. */
const MAX_COLUMNS = 4;

/** A column for each bureau that a row of the file names: the three first, unstated ones at last. */
export function bureauColumns({ tradelines, inquiries, collections, publicRecords }: CreditFile): BureauColumn[] {
  const lists: (readonly Row[] | null)[] = [tradelines, inquiries, collections, publicRecords];
  const named = new Set(lists.flatMap((rows) => rows?.flatMap(({ bureaus }) => bureaus) ?? []));
  const usual = [...USUAL_BUREAUS.keys()];
  const others = [...named].filter((bureau) => !usual.includes(bureau) && bureau !== UNSTATED).sort();
  const sorted = [...usual, ...others, UNSTATED].filter((bureau) => named.has(bureau));
  const own = sorted.length > MAX_COLUMNS ? sorted.slice(0, MAX_COLUMNS - 1) : sorted;
  const columns = own.map((bureau) => ({
    name: shownBureau(bureau),
    has: ({ bureaus }: Row) => bureaus.includes(bureau),
  }));
  if (own.length === sorted.length) return columns;
  return [...columns, { name: 'Other bureaus', has: ({ bureaus }) => bureaus.some((bureau) => !own.includes(bureau)) }];
}

const NO_BUREAU = shownBureau(UNSTATED);

/** Every bureau of the file, so that it is seen what one does not list; rows without one only where the list has some. */
function columnsOf(rows: readonly Row[], all: readonly BureauColumn[]): BureauColumn[] {
  return all.filter(({ name, has }) => name !== NO_BUREAU || rows.some(has));
}

/** Far beyond a real file; what is left out is counted and said. */
const MAX_RECORDS = 200;
const MAX_ACCOUNTS = 400;

/** A row for each inquiry or record. No table for a list that the report does not have. */
function recordTable(
  list: readonly RecordRow[] | null,
  all: readonly BureauColumn[],
  [heading, name]: readonly [heading: string, name: string],
  inWords: typeof statusInWords = statusInWords,
): Table[] {
  if (list === null) return [];
  const columns = columnsOf(list, all);
  const groups = sameRows(list);
  const rows = groups.slice(0, MAX_RECORDS).map((same) => {
    const cells = columns.map(({ has }) => {
      const of = same.find(has);
      const stated = of === undefined ? [] : [money(of, 'amount'), inWords(of.stated.text('status')), date(of, 'date')];
      // Where the bureau states nothing more, it still has the record.
      return of !== undefined && stated.every((value) => value === null) ? 'Listed' : stated;
    });
    return row(same[0].title, ...cells);
  });
  const named = columns.map((column) => left(column.name === NO_BUREAU ? 'Reported' : column.name, 20));
  return [{ ...BARE, ...headed(heading, groups, MAX_RECORDS), columns: [left(name, 40), ...named], rows }];
}

/** An empty list says so. */
function headed(heading: string, all: readonly unknown[], limit: number, note: string | null = null) {
  const more = joined(' ', [rest(all.length - limit), note]);
  return { heading: `${heading} (${all.length})`, note: all.length === 0 ? 'None.' : more };
}

const money = <Name extends string>({ stated }: Stated<Name>, name: Name) => moneyOf(stated.first(name));
const date = <Name extends string>({ stated }: Stated<Name>, name: Name) => dateOf(stated.first(name));
const state = ({ stated }: Tradeline) => statusInWords(stated.text('condition'));
const limit = (of: Tradeline) => (of.limitCents === null ? money(of, 'limit') : shownCents(of.limitCents));
function highCredit(of: Tradeline): string | null {
  const { highCreditCents, limitCents } = of;
  if (highCreditCents === null) return money(of, 'highCredit');
  return highCreditCents === limitCents ? null : shownCents(highCreditCents);
}
const remark = ({ stated }: Tradeline) => stated.text('remark');
const type = (of: Tradeline) => typeInWords(of.type);
const designator = ({ stated }: Tradeline) => designatorInWords(stated.text('designator'));
const rating = ({ stated }: Tradeline) => statusInWords(stated.text('rating') ?? metro2Status(stated.text('activity')));
/** Open or closed, and how it is paid now. */
const condition = (of: Tradeline) => joined(' · ', [...new Set([state(of), rating(of)])]);

/** What is said of an account, by the label that it has beside the columns of bureaus. */
const ACCOUNT_LINES: readonly (readonly [label: string, said: (of: Tradeline) => string | null])[] = [
  ['Account number', ({ account }) => accountOf(account)],
  ['Type', type],
  ['Responsibility', designator],
  ['Opened', (of) => date(of, 'opened')],
  ['Closed', (of) => date(of, 'closed')],
  ['Reported', (of) => date(of, 'reported')],
  ['Limit or loan amount', limit],
  ['Highest balance', highCredit],
  ['Balance', (of) => money(of, 'balance')],
  ['Payment', (of) => money(of, 'payment')],
  ['Past due', (of) => money(of, 'pastDue')],
  ['Status', condition],
  ['Times late', (of) => of.history && (timesLate(of) ?? 'Never')],
  ['Remark', remark],
];

/** `1 × 30, 2 × 90+ days`: in how many months how many days. Null where it was never late. */
function timesLate({ history }: Tradeline): string | null {
  const months = history?.ratings.map((days) => days ?? 0) ?? [];
  const times: [string, number][] = [
    ['30', months.filter((days) => days === 30).length],
    ['60', months.filter((days) => days === 60).length],
    ['90+', months.filter((days) => days >= 90).length],
  ];
  const late = times.filter(([, count]) => count > 0).map(([days, count]) => `${count} × ${days}`);
  return late.length === 0 ? null : `${late.join(', ')} days`;
}

/** Of several bureaus a table for each account, of one bureau a row. */
function accountTables(tradelines: readonly Tradeline[] | null, all: readonly BureauColumn[]): Table[] {
  if (tradelines === null) return [];
  const columns = columnsOf(tradelines, all);
  const accounts = sameRows(tradelines, newestFirst);
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
    (of) => [date(of, 'opened'), labelled('Closed', date(of, 'closed')), labelled('Reported', date(of, 'reported'))],
  ],
  [left('Status', 20), (of) => [condition(of), labelled('Late', timesLate(of))]],
  [right('Limit', 13), (of) => [limit(of), labelled('Highest', highCredit(of))]],
  [right('Balance', 13), (of) => [money(of, 'balance')]],
  [right('Payment', 12), (of) => [money(of, 'payment')]],
  [right('Past due', 12), (of) => [money(of, 'pastDue')]],
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
