import { type AsStated, type DerogatoryRow, type InquiryRow, type Tradeline, UNSTATED } from './figures/credit-file.ts';
import type { SameRows } from './figures/merged-file.ts';
import type { LateMonth } from './figures/payment-history.ts';
import { historyGrid } from './history-grid.ts';
import { type Block, type Column, NOTHING, type Row } from './page-blocks.ts';
import { accountOf, dateOf, moneyOf, shownCents, shownDate, textOf } from './report-values.ts';
import { shownBureau, shownCondition, shownDesignator, shownRating, shownType } from './report-words.ts';

/**
 * Accounts, records and inquiries as blocks. Of one bureau they are a table with a row each. Of several they are merged:
 * each has a column per bureau, so that what the bureaus say of it stands side by side. What no row states has no line and
 * no column.
 */

/** The three bureaus in the order of their names; what else a report names comes behind, unstated at last. */
const USUAL_BUREAUS = ['equifax', 'experian', 'transunion'];
/** More have no room beside each other. */
const MAX_COLUMNS = 4;
const OTHERS = 'Other bureaus';

type OfBureaus = { readonly bureaus: readonly string[] };
type Group<Row> = readonly SameRows<Row>[];
type BureauColumn = { readonly name: string; readonly has: (row: OfBureaus) => boolean };

/** The columns of the bureaus that these rows name. */
function bureauColumns(groups: Group<OfBureaus>): BureauColumn[] {
  const named = [...new Set(groups.flatMap((rows) => rows.flatMap(({ bureaus }) => bureaus)))];
  const rank = (bureau: string) => {
    const index = USUAL_BUREAUS.indexOf(bureau);
    return bureau === UNSTATED ? USUAL_BUREAUS.length + 1 : index === -1 ? USUAL_BUREAUS.length : index;
  };
  const sorted = named.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const shown = sorted.length > MAX_COLUMNS ? sorted.slice(0, MAX_COLUMNS - 1) : sorted;
  const columns = shown.map((bureau) => ({
    name: shownBureau(bureau),
    has: ({ bureaus }: OfBureaus) => bureaus.includes(bureau),
  }));
  if (shown.length === sorted.length) return columns;
  const isOther = ({ bureaus }: OfBureaus) => bureaus.some((bureau) => !shown.includes(bureau));
  return [...columns, { name: OTHERS, has: isOther }];
}

/** What one row says, by the name of the line or column that shows it. Null: the row does not state it. */
type Values = Readonly<Record<string, string | null>>;

function tradelineValues(row: Tradeline): Values {
  const { asStated, lateMonths, limitCents, highCreditCents } = row;
  const [condition, rating] = [shownCondition(textOf(row.condition)), shownRating(textOf(row.rating))];
  const status = condition === rating ? [condition] : [condition, rating];
  return {
    account: accountOf(row.account),
    type: shownType(textOf(row.type)),
    designator: shownDesignator(textOf(row.designator)),
    opened: date(row.opened, asStated, 'opened'),
    closed: date(row.closed, asStated, 'closed'),
    reported: date(row.reported, asStated, 'reported'),
    limit: money(limitCents, asStated, 'limit'),
    highCredit: highCreditCents === limitCents ? null : money(highCreditCents, asStated, 'highCredit'),
    balance: money(row.balanceCents, asStated, 'balance'),
    payment: money(row.paymentCents, asStated, 'payment'),
    pastDue: money(row.pastDueCents, asStated, 'pastDue'),
    status: joined(' · ', status),
    late: lateMonths && timesLate(lateMonths),
    remark: textOf(row.remark),
  };
}

/** `1 × 30, 2 × 90+`: in how many months how many days. */
function timesLate(months: readonly LateMonth[]): string {
  const times = [
    ['30', months.filter(({ days }) => days === 30).length],
    ['60', months.filter(({ days }) => days === 60).length],
    ['90+', months.filter(({ days }) => days >= 90).length],
  ] as const;
  const late = times.filter(([, count]) => count > 0).map(([days, count]) => `${count} × ${days}`);
  return late.length === 0 ? 'Never' : `${late.join(', ')} days`;
}

const ACCOUNT_LINES: readonly (readonly [name: string, label: string])[] = [
  ['account', 'Account number'],
  ['type', 'Type'],
  ['designator', 'Responsibility'],
  ['opened', 'Opened'],
  ['closed', 'Closed'],
  ['reported', 'Reported'],
  ['limit', 'Limit or loan amount'],
  ['highCredit', 'Highest balance'],
  ['balance', 'Balance'],
  ['payment', 'Payment'],
  ['pastDue', 'Past due'],
  ['status', 'Status'],
  ['late', 'Times late'],
  ['remark', 'Remark'],
];

export function accountBlocks(accounts: Group<Tradeline>): Block[] {
  const columns = bureauColumns(accounts);
  const histories = accounts.map((rows) => historyGrid(rows, columns.length));
  const legend: Block[] = histories.some((history) => history !== null) ? [{ kind: 'legend' }] : [];
  if (columns.length < 2) return [...legend, accountTable(accounts)];
  const entries = accounts.map((rows, index) => {
    const [{ creditor }] = rows;
    const numbers = new Set(rows.flatMap(({ account }) => accountOf(account) ?? []));
    return {
      title: joined('  ', [textOf(creditor), ...(numbers.size === 1 ? numbers : [])]) ?? 'Account',
      lines: mergedLines(rows, columns, {
        lines: ACCOUNT_LINES.slice(numbers.size === 1 ? 1 : 0),
        valuesOf: tradelineValues,
      }),
      history: histories[index] ?? null,
    };
  });
  return [...legend, { kind: 'merged', columns: columns.map(({ name }) => name), entries }];
}

type Merging<Row> = {
  readonly lines: readonly (readonly [name: string, label: string])[];
  readonly valuesOf: (row: Row) => Values;
};

function mergedLines<Row extends OfBureaus>(
  rows: SameRows<Row>,
  columns: readonly BureauColumn[],
  { lines, valuesOf }: Merging<Row>,
) {
  const byColumn = columns.map((column): Values | null => {
    const row = rows.find((each) => column.has(each));
    return row === undefined ? null : valuesOf(row);
  });
  return lines
    .filter(([name]) => byColumn.some((values) => values?.[name]))
    .map(([name, label], index) => ({
      label,
      values: byColumn.map((values) => {
        if (values === null) return index === 0 ? NOT_REPORTED : '';
        return values[name] ?? NOTHING;
      }),
    }));
}

/** In the column of a bureau that has no such row. */
const NOT_REPORTED = 'Not reported';

function accountTable(accounts: Group<Tradeline>): Block {
  const rows = accounts.map(([row]) => ({ row, values: tradelineValues(row) }));
  return table(
    [
      left('Creditor', 25),
      left('Type', 15),
      left('Opened', 12),
      left('Status', 17),
      right('Limit', 13),
      right('Balance', 13),
      right('Payment', 12),
      right('Past due', 12),
    ],
    rows.map(({ row, values }) => ({
      cells: [
        [textOf(row.creditor), values.account],
        [values.type, values.designator],
        [values.opened, labelled('Closed', values.closed), labelled('Reported', values.reported)],
        [values.status, labelled('Late', row.lateMonths?.length === 0 ? null : values.late)],
        [values.limit, labelled('Highest', values.highCredit)],
        [values.balance],
        [values.payment],
        [values.pastDue],
      ],
      below: values.remark ? [`Remark: ${values.remark}`] : [],
      history: historyGrid([row], 1),
    })),
  );
}

export function collectionBlocks(collections: Group<DerogatoryRow>): Block[] {
  return recordBlocks(collections, {
    title: ({ name, account }) => joined('  ', [textOf(name), accountOf(account)]) ?? 'Collection',
    lines: [
      ['date', 'Assigned'],
      ['status', 'Status'],
      ['amount', 'Amount'],
    ],
    columns: [left('Creditor', 40), left('Assigned', 15), left('Status', 30), right('Amount', 15)],
  });
}

export function publicRecordBlocks(records: Group<DerogatoryRow>): Block[] {
  return recordBlocks(records, {
    title: ({ name, court, reference }) =>
      joined(', ', [textOf(name), textOf(court), textOf(reference)]) ?? 'Public record',
    lines: [
      ['date', 'Filed'],
      ['status', 'Status'],
      ['amount', 'Amount'],
    ],
    columns: [left('Record, court and reference', 48), left('Filed', 13), left('Status', 24), right('Amount', 15)],
  });
}

type Records = Pick<Merging<DerogatoryRow>, 'lines'> & {
  readonly title: (row: DerogatoryRow) => string;
  readonly columns: readonly Column[];
};

function recordBlocks(records: Group<DerogatoryRow>, { title, lines, columns }: Records): Block[] {
  const valuesOf = ({ date: on, status, amountCents, asStated }: DerogatoryRow): Values => ({
    date: date(on, asStated, 'date'),
    status: shownRating(textOf(status)),
    amount: money(amountCents, asStated, 'amount'),
  });
  const bureaus = bureauColumns(records);
  if (bureaus.length > 1) {
    const entries = records.map((rows) => ({
      title: title(rows[0]),
      lines: mergedLines(rows, bureaus, { lines, valuesOf }),
      history: null,
    }));
    return [{ kind: 'merged', columns: bureaus.map(({ name }) => name), entries }];
  }
  const rows = records.map(([row]) => {
    const values = valuesOf(row);
    return { cells: [[title(row)], ...lines.map(([name]) => [values[name] ?? null])], below: [], history: null };
  });
  const named = columns.map((column, index) =>
    index === 0 ? { ...column, name: ofBureau(column.name, bureaus) } : column,
  );
  return [table(named, rows)];
}

/** A table has no column for its only bureau, so its head names it where it is known. */
function ofBureau(name: string, [only]: readonly BureauColumn[]): string {
  return only === undefined || only.name === shownBureau(UNSTATED) ? name : `${name} (${only.name})`;
}

/** An inquiry is a name and a day: with a column per bureau too it takes one row. */
export function inquiryBlocks(inquiries: Group<InquiryRow>): Block[] {
  const bureaus = bureauColumns(inquiries);
  const dates = bureaus.length < 2 ? [{ name: ofBureau('Date', bureaus), has: () => true }] : bureaus;
  const rows = inquiries.map((same) => ({
    cells: [
      [textOf(same[0].inquirer)],
      ...dates.map(({ has }) => {
        const row = same.find((each) => has(each));
        // Where the bureau states no day, it still has the inquiry.
        return [row === undefined ? null : (date(row.date, row.asStated, 'date') ?? 'Listed')];
      }),
    ],
    below: [],
    history: null,
  }));
  return [table([left('Inquirer', 40), ...dates.map(({ name }) => left(name, 20))], rows)];
}

type Cells = { readonly cells: readonly (readonly (string | null | undefined)[])[] } & Pick<Row, 'below' | 'history'>;

/** A column that no row has a value for is left out. */
function table(columns: readonly Column[], rows: readonly Cells[]): Block {
  const isStated = (index: number) => rows.some(({ cells }) => cells[index]?.some((text) => text));
  const kept = columns.flatMap((column, index) => (index === 0 || isStated(index) ? [{ column, index }] : []));
  return {
    kind: 'table',
    columns: kept.map(({ column }) => column),
    rows: rows.map(({ cells, ...row }) => ({
      ...row,
      cells: kept.map(({ index }) => {
        const lines = cells[index]?.filter((text) => text) as string[] | undefined;
        return lines === undefined || lines.length === 0 ? [NOTHING] : lines;
      }),
    })),
  };
}

const left = (name: string, share: number): Column => ({ name, share, align: 'left' });
const right = (name: string, share: number): Column => ({ name, share, align: 'right' });

/** Typed, or as it is stated where it has no type. */
function money(cents: number | null, asStated: AsStated, name: string): string | null {
  return moneyOf(asStated?.[name] ?? null) ?? (cents === null ? null : shownCents(cents));
}

function date(day: string | null, asStated: AsStated, name: string): string | null {
  return dateOf(asStated?.[name] ?? null) ?? (day === null ? null : shownDate(day));
}

function labelled(label: string, value: string | null | undefined): string | null {
  return value ? `${label} ${value}` : null;
}

function joined(separator: string, values: readonly (string | null)[]): string | null {
  return values.filter((value) => value !== null).join(separator) || null;
}
