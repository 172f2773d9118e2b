import type { MonthRating } from './figures/payment-history.ts';
import { UNSTATED } from './figures/credit-file.ts';
import { bureauName } from './report-scores.ts';

/** The words that pages have for the codes of bureaus. What is no known code is shown as it stands. */

const BUREAUS_SHOWN: ReadonlyMap<string, string> = new Map([
  ['equifax', 'Equifax'],
  ['experian', 'Experian'],
  ['transunion', 'TransUnion'],
  [UNSTATED, 'Bureau not stated'],
]);

/** As it is written on paper: `TUC` is TransUnion. */
export function shownBureau(stated: string): string {
  const name = bureauName(stated) ?? stated;
  return BUREAUS_SHOWN.get(name) ?? name;
}

/** Metro 2 account types as Experian and TransUnion pass them on, and the portfolio letters of Equifax. */
const ACCOUNT_TYPES: ReadonlyMap<string, string> = new Map([
  ['00', 'Auto loan'],
  ['01', 'Unsecured loan'],
  ['02', 'Secured loan'],
  ['07', 'Charge account'],
  ['12', 'Education loan'],
  ['13', 'Lease'],
  ['15', 'Line of credit'],
  ['18', 'Credit card'],
  ['19', 'FHA mortgage'],
  ['25', 'VA mortgage'],
  ['26', 'Mortgage'],
  ['47', 'Secured credit line'],
  ['48', 'Collection'],
  ['89', 'Home equity line'],
  ['R', 'Revolving'],
  ['I', 'Installment'],
  ['M', 'Mortgage'],
  ['O', 'Open'],
  ['C', 'Line of credit'],
]);
const CONDITIONS: ReadonlyMap<string, string> = new Map([
  ['O', 'Open'],
  ['C', 'Closed'],
]);
/** TransUnion's manner of payment, and Metro 2 account status codes. */
const RATINGS: ReadonlyMap<string, string> = new Map([
  ['01', 'Pays as agreed'],
  ['02', '30 days late'],
  ['03', '60 days late'],
  ['04', '90 days late'],
  ['05', '120 days late'],
  ['09', 'Charged off'],
  ['9B', 'Collection'],
  ['UR', 'Not rated'],
  ['11', 'Current'],
  ['13', 'Paid'],
  ['71', '30 days late'],
  ['78', '60 days late'],
  ['80', '90 days late'],
  ['82', '120 days late'],
  ['83', '150 days late'],
  ['84', '180 days late'],
  ['93', 'Collection'],
  ['95', 'Repossession'],
  ['97', 'Charged off'],
]);
/** ECOA codes (Regulation B): letters as Equifax, TransUnion and TrueLink write them, numbers as Experian does. */
const DESIGNATORS: ReadonlyMap<string, string> = new Map([
  ['I', 'Individual'],
  ['J', 'Joint'],
  ['A', 'Authorized user'],
  ['C', 'Co-maker'],
  ['M', 'Maker'],
  ['S', 'Shared'],
  ['T', 'Terminated'],
  ['U', 'Undesignated'],
  ['1', 'Individual'],
  ['2', 'Joint'],
  ['3', 'Authorized user'],
]);

export const shownType = (stated: string | null) => worded(ACCOUNT_TYPES, stated);
export const shownCondition = (stated: string | null) => worded(CONDITIONS, stated);
export const shownRating = (stated: string | null) => worded(RATINGS, stated);
export const shownDesignator = (stated: string | null) => worded(DESIGNATORS, stated);

/** The words for a code, or what is stated with a capital first letter. */
function worded(codes: ReadonlyMap<string, string>, stated: string | null): string | null {
  return stated === null ? null : (codes.get(stated) ?? spacedWords(stated));
}

/** `tradelineCount` is `Tradeline count`. */
export function spacedWords(name: string): string {
  return capitalized(name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`));
}

export function capitalized<Text extends string | null>(text: Text): Text | string {
  return text === null ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** What stands in a month of a payment history, in its legend, and in the words that stand for the grid. */
export const MONTH_WORDS: ReadonlyMap<MonthRating | null, { readonly sign: string; readonly words: string }> = new Map<
  MonthRating | null,
  { readonly sign: string; readonly words: string }
>([
  ['paid', { sign: 'OK', words: 'paid as agreed' }],
  [30, { sign: '30', words: '30 days late' }],
  [60, { sign: '60', words: '60 days late' }],
  [90, { sign: '90', words: '90 days late' }],
  [120, { sign: '120', words: '120 days late' }],
  [150, { sign: '150', words: '150 days late' }],
  [180, { sign: '180', words: '180 days late' }],
  ['worst', { sign: 'CO', words: 'charge-off, collection, repossession or worse' }],
  [null, { sign: '–', words: 'not reported' }],
]);
