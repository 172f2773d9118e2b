import type { CreditFile, DerogatoryRow, InquiryRow, Tradeline } from './credit-file.ts';
import type { LateMonth } from './payment-history.ts';

/**
 * The file in which a row that several bureaus report counts once. Two rows are the same when they come from different
 * bureaus and have the same key; a bureau lists an account once, so rows of one bureau are different accounts. Rows that
 * say the same in everything, the bureau too, are one: the report repeats itself. The order of the rows is of no matter,
 * and merging a merged file changes nothing.
 */
export function mergedFile({ tradelines, inquiries, collections, publicRecords }: CreditFile): CreditFile {
  return {
    tradelines: tradelines && mergedRows(tradelines, { keyOf: tradelineKey, combine: mergedTradeline, newestFirst }),
    inquiries: inquiries && mergedRows(inquiries, { keyOf: inquiryKey, combine: firstOf }),
    collections: collections && mergedRows(collections, { keyOf: derogatoryKey, combine: firstOf }),
    publicRecords: publicRecords && mergedRows(publicRecords, { keyOf: derogatoryKey, combine: firstOf }),
  };
}

type Merging<Row> = {
  /** Null for a row that is like no other. */
  readonly keyOf: (row: Row) => string | null;
  /** One row of several; the first is the newest. */
  readonly combine: (rows: readonly [Row, ...Row[]]) => Row;
  readonly newestFirst?: (a: Row, b: Row) => number;
};

function mergedRows<Row extends { readonly bureaus: readonly string[] }>(
  rows: readonly Row[],
  merging: Merging<Row>,
): readonly Row[] {
  const byKey = new Map<string, Row[]>();
  for (const row of rows) {
    const key = merging.keyOf(row) ?? JSON.stringify(row);
    const alike = byKey.get(key);
    if (alike === undefined) byKey.set(key, [row]);
    else alike.push(row);
  }
  return [...byKey.values()].flatMap((alike) => (alike.length === 1 ? alike : mergedAlike(alike, merging)));
}

/** @param rows of one key. */
function mergedAlike<Row extends { readonly bureaus: readonly string[] }>(
  rows: readonly Row[],
  { combine, newestFirst: order = () => 0 }: Merging<Row>,
): Row[] {
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
  return accounts.map(({ rows: same, bureaus }) =>
    same.length === 1 ? same[0] : { ...combine(same), bureaus: [...bureaus].sort() },
  );
}

function firstOf<Row>([first]: readonly [Row, ...Row[]]): Row {
  return first;
}

/** Creditor, last visible signs of the number, opening month; without one of them a row is like no other. */
function tradelineKey({ partition, creditor, account, opened }: Tradeline): string | null {
  if (partition !== null) return `partition ${partition}`;
  const name = creditorKey(creditor);
  const digits = lastDigits(account);
  return name === null || digits === null || opened === null ? null : `${name} ${digits} ${opened.slice(0, 7)}`;
}

function inquiryKey({ inquirer, date }: InquiryRow): string | null {
  const name = creditorKey(inquirer);
  return name === null || date === null ? null : `${name} ${date}`;
}

function derogatoryKey({ of, date }: DerogatoryRow): string | null {
  return date === null ? null : `${of} ${date.slice(0, 7)}`;
}

/** Words that bureaus write, shorten or leave out. */
const COMMON_WORDS = new Set(['THE', 'OF', 'AND', 'BANK', 'BK', 'BNK', 'NATIONAL', 'FEDERAL', 'FIRST', 'CREDIT']);
/** `AMERICA` and `AMER` are one. */
const KEY_CHARACTERS = 4;

/** The beginning of the first word that tells creditors apart. */
function creditorKey(creditor: string | null): string | null {
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

/** What the newest row states; of what it does not state, what the next one does. */
function mergedTradeline(rows: readonly [Tradeline, ...Tradeline[]]): Tradeline {
  const [newest] = rows;
  const stated = <Name extends keyof Tradeline>(name: Name): Tradeline[Name] =>
    rows.find((row) => row[name] !== null)?.[name] ?? newest[name];
  return {
    ...newest,
    creditor: stated('creditor'),
    account: stated('account'),
    kind: stated('kind'),
    isAuthorizedUser: stated('isAuthorizedUser'),
    opened: stated('opened'),
    closed: stated('closed'),
    reported: stated('reported'),
    balanceCents: stated('balanceCents'),
    limitCents: stated('limitCents'),
    paymentCents: stated('paymentCents'),
    standing: stated('standing'),
    lateMonths: allLateMonths(rows),
  };
}

/** A month is late when a bureau says so, by the most days that one says. */
function allLateMonths(rows: readonly Tradeline[]): readonly LateMonth[] | null {
  const histories = rows.map(({ lateMonths }) => lateMonths).filter((history) => history !== null);
  if (histories.length === 0) return null;
  const days = new Map<number, number>();
  for (const late of histories.flat()) days.set(late.month, Math.max(late.days, days.get(late.month) ?? 0));
  return [...days].map(([month, most]) => ({ month, days: most })).sort((a, b) => b.month - a.month);
}
