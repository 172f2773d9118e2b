import type { MonthRating } from './figures/payment-history.ts';
import { ratingWords, typeWords } from './figures/account-codes.ts';
import { UNSTATED } from './credit-file.ts';
import { bureauName } from './report-values.ts';

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

const CONDITIONS: ReadonlyMap<string, string> = new Map([
  ['O', 'Open'],
  ['C', 'Closed'],
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

export const shownType = (stated: string | null) => worded(stated, typeWords);
export const shownCondition = (stated: string | null) => worded(stated, (code) => CONDITIONS.get(code));
export const shownRating = (stated: string | null) => worded(stated, ratingWords);
/** A collection or public record is rated, or open or closed. */
export const shownStatus = (stated: string | null) =>
  worded(stated, (code) => CONDITIONS.get(code) ?? ratingWords(code));
export const shownDesignator = (stated: string | null) => worded(stated, (code) => DESIGNATORS.get(code));

/** The words for a code, or what is stated with a capital first letter. */
function worded(stated: string | null, wordsOf: (code: string) => string | null | undefined): string | null {
  return stated === null ? null : (wordsOf(stated) ?? spacedWords(stated));
}

/** `tradelineCount` is `Tradeline count`. */
export function spacedWords(name: string): string {
  return capitalized(name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`));
}

export function capitalized<Text extends string | null>(text: Text): Text | string {
  return text === null ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** What stands in a month of a payment history, in its legend, and in the words that stand for the grid. */
type MonthWords = { readonly sign: string; readonly words: string };
export const MONTH_WORDS: ReadonlyMap<MonthRating | null, MonthWords> = new Map<MonthRating | null, MonthWords>([
  ['paid', { sign: 'OK', words: 'paid as agreed' }],
  ...([30, 60, 90, 120, 150, 180] as const).map(
    (days) => [days, { sign: `${days}`, words: `${days} days late` }] as const,
  ),
  ['worst', { sign: 'CO', words: 'charge-off, collection, repossession or worse' }],
  [null, { sign: '–', words: 'not reported' }],
]);

export const MONTHS_LEGEND =
  'Payments stand with the newest month first: OK as agreed; 30 to 180 days late; CO charged off, collection or worse; – not reported.';
