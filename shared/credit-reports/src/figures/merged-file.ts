import type { CreditRows, RecordRow, Tradeline } from '../credit-file.ts';
import type { LateMonth } from './payment-history.ts';

/** The rows that several bureaus report of one account, inquiry or record; the first is the newest. */
export type SameRows<Row> = readonly [Row, ...Row[]];

/** A file whose rows are put together. Null where the report has no such list. */
export type GroupedFile = { readonly [List in keyof CreditRows]: readonly SameRows<RowOf<List>>[] | null };
type RowOf<List extends keyof CreditRows> = NonNullable<CreditRows[List]>[number];

/**
 * The rows that are of the same. Two rows are when they come from different bureaus and have the same key; a bureau lists an
 * account once, so rows of one bureau are different accounts. Rows that say the same in everything, the bureau too, are
 * one: the report repeats itself. The order of the rows is of no matter.
 */
export function groupedFile({ tradelines, inquiries, collections, publicRecords }: CreditRows): GroupedFile {
  return {
    tradelines: tradelines && groupedRows(tradelines, tradelineKey, newestFirst),
    inquiries: inquiries && groupedRows(inquiries, recordKey),
    collections: collections && groupedRows(collections, recordKey),
    publicRecords: publicRecords && groupedRows(publicRecords, recordKey),
  };
}

/** The file in which a row that several bureaus report counts once. Merging a merged file changes nothing. */
export function mergedFile(file: CreditRows): CreditRows {
  const { tradelines, inquiries, collections, publicRecords } = groupedFile(file);
  return {
    tradelines: tradelines?.map(mergedTradeline) ?? null,
    inquiries: inquiries?.map(([first]) => first) ?? null,
    collections: collections?.map(([first]) => first) ?? null,
    publicRecords: publicRecords?.map(([first]) => first) ?? null,
  };
}

type OfBureaus = { readonly bureaus: readonly string[] };

/** @param keyOf null for a row that is like no other. */
function groupedRows<Row extends OfBureaus>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | null,
  order: (a: Row, b: Row) => number = () => 0,
): SameRows<Row>[] {
  const byKey = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = keyOf(row) ?? JSON.stringify(row);
    const alike = byKey.get(key);
    if (alike === undefined) byKey.set(key, [row]);
    else alike.push(row);
  }
  return [...byKey.values()].flatMap((alike) => (alike.length === 1 ? [alike] : groupedAlike(alike, order)));
}

/** @param rows of one key. */
function groupedAlike<Row extends OfBureaus>(rows: readonly Row[], order: (a: Row, b: Row) => number): SameRows<Row>[] {
  const distinct = [...new Map(rows.map((row): [string, Row] => [JSON.stringify(row), row]))];
  // The text decides between rows that are equally new, so that the order of the report does not.
  const sorted = distinct.toSorted(([a, rowA], [b, rowB]) => order(rowA, rowB) || (a < b ? -1 : 1));
  const accounts: { readonly rows: [Row, ...Row[]]; readonly bureaus: Set<string> }[] = [];
  // Accounts only gain bureaus: one that was taken for some bureaus stays so, and is not looked at for them again.
  const taken = new Map<string, number>();
  for (const [, row] of sorted) {
    const of = row.bureaus.join();
    let index = taken.get(of) ?? 0;
    while (row.bureaus.some((bureau) => accounts[index]?.bureaus.has(bureau))) index += 1;
    taken.set(of, index);
    const account = accounts[index];
    if (account === undefined) accounts.push({ rows: [row], bureaus: new Set(row.bureaus) });
    else {
      account.rows.push(row);
      for (const bureau of row.bureaus) account.bureaus.add(bureau);
    }
  }
  return accounts.map(({ rows: same }) => same);
}

/** Creditor, last visible signs of the number, opening month; without one of them a row is like no other. */
function tradelineKey({ partition, creditor, account, opened }: Tradeline): string | null {
  if (partition !== null) return `partition ${partition}`;
  const name = creditorKey(creditor);
  const digits = lastDigits(account);
  return name === null || digits === null || opened === null ? null : `${name} ${digits} ${opened.slice(0, 7)}`;
}

function recordKey({ of, date }: RecordRow): string | null {
  return date === null ? null : `${of} ${date.slice(0, 7)}`;
}

/** Words that bureaus write, shorten or leave out. */
const COMMON_WORDS = new Set(['THE', 'OF', 'AND', 'BANK', 'BK', 'BNK', 'NATIONAL', 'FEDERAL', 'FIRST', 'CREDIT']);
/** `AMERICA` and `AMER` are one. */
const KEY_CHARACTERS = 4;

/** The beginning of the first word that tells creditors apart. */
export function creditorKey(creditor: string | null): string | null {
  const words = (creditor ?? '').toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const word = words.find((each) => !COMMON_WORDS.has(each)) ?? words[0];
  return word?.slice(0, KEY_CHARACTERS) ?? null;
}

/** Enough to tell accounts of one creditor apart, and what most bureaus leave visible. */
const KEY_DIGITS = 4;

/** Of `5178****1234` and `5178000000001234` `1234`; of `517805******` `7805`. Null without a digit. */
function lastDigits(account: string | null): string | null {
  const visible = (account ?? '').match(/\d+/g)?.at(-1);
  return visible?.slice(-KEY_DIGITS) ?? null;
}

/** Reported last; of two reported together the one with the higher balance. */
function newestFirst(a: Tradeline, b: Tradeline): number {
  const [reportedA, reportedB] = [a.reported ?? '', b.reported ?? ''];
  if (reportedA !== reportedB) return reportedA > reportedB ? -1 : 1;
  return (b.balanceCents ?? -1) - (a.balanceCents ?? -1);
}

/** What the newest row may leave to others. */
const SHARED = [
  ...(['creditor', 'account', 'kind', 'isAuthorizedUser', 'standing', 'opened', 'closed', 'reported'] as const),
  ...(['balanceCents', 'limitCents', 'paymentCents'] as const),
];

/** What the newest row states; of what it does not state, what the next one does. */
function mergedTradeline(rows: SameRows<Tradeline>): Tradeline {
  const [newest] = rows;
  if (rows.length === 1) return newest;
  const stated = SHARED.map((name) => [name, rows.find((row) => row[name] !== null)?.[name] ?? null]);
  const bureaus = [...new Set(rows.flatMap((row) => row.bureaus))].sort();
  return { ...newest, ...Object.fromEntries(stated), bureaus, lateMonths: allLateMonths(rows) };
}

/** A month is late when a bureau says so, by the most days that one says. */
function allLateMonths(rows: readonly Tradeline[]): readonly LateMonth[] | null {
  const histories = rows.map(({ lateMonths }) => lateMonths).filter((history) => history !== null);
  if (histories.length === 0) return null;
  const days = new Map<number, number>();
  for (const late of histories.flat()) days.set(late.month, Math.max(late.days, days.get(late.month) ?? 0));
  return [...days].map(([month, most]) => ({ month, days: most })).sort((a, b) => b.month - a.month);
}
