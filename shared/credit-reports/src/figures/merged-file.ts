import type { CreditRows, Row, Tradeline } from '../credit-file.ts';
import { mergedHistory } from './payment-history.ts';

/** The file in which a row that several bureaus report counts once. Merging a merged file changes nothing. */
export function mergedFile({ tradelines, inquiries, collections, publicRecords }: CreditRows): CreditRows {
  return {
    tradelines: tradelines && sameRows(tradelines, newestFirst).map(mergedTradeline),
    inquiries: inquiries && sameRows(inquiries).map(([first]) => first),
    collections: collections && sameRows(collections).map(([first]) => first),
    publicRecords: publicRecords && sameRows(publicRecords).map(([first]) => first),
  };
}

/** The rows that several bureaus report of one account, inquiry or record. */
export type SameRows<Of> = readonly [Of, ...Of[]];

/**
 * The rows that are of the same: those of different bureaus that have one key. A bureau lists an account once, so rows of one
 * bureau are different accounts. The order of the rows is of no matter.
 * @param order of those of one key
 */
export function sameRows<Of extends Row>(
  rows: readonly Of[],
  order: (a: Of, b: Of) => number = () => 0,
): SameRows<Of>[] {
  const byKey = Map.groupBy(rows, (row, index) => row.key ?? index);
  return [...byKey.values()].flatMap((alike) => groupedAlike(alike, order));
}

/** @param rows of one key. */
function groupedAlike<Of extends Row>(rows: readonly Of[], order: (a: Of, b: Of) => number): SameRows<Of>[] {
  const [first, ...others] = rows;
  if (first !== undefined && others.length === 0) return [[first]];
  // The text decides between rows that are equally new, so that the order of the report does not. It begins with the bureaus.
  const sorted = rows.toSorted((a, b) => order(a, b) || byText(a.bureaus, b.bureaus) || byText(a, b));
  const groups: { readonly rows: [Of, ...Of[]]; readonly bureaus: Set<string> }[] = [];
  for (const row of sorted) {
    const group = groups.find(({ bureaus }) => !row.bureaus.some((bureau) => bureaus.has(bureau)));
    if (group === undefined) groups.push({ rows: [row], bureaus: new Set(row.bureaus) });
    else {
      group.rows.push(row);
      for (const bureau of row.bureaus) group.bureaus.add(bureau);
    }
  }
  return groups.map((group) => group.rows);
}

function byText(a: unknown, b: unknown): number {
  const [text, other] = [JSON.stringify(a), JSON.stringify(b)];
  return text < other ? -1 : Number(text > other);
}

/** Reported last; of two reported together the one with the higher balance. */
export function newestFirst(a: Tradeline, b: Tradeline): number {
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
  return {
    ...newest,
    ...Object.fromEntries(stated),
    bureaus: [...new Set(rows.flatMap((row) => row.bureaus))].sort(),
    history: mergedHistory(rows.map(({ history }) => history)),
  };
}
