import { FIRST_STATE_DAY, STATE_DAYS } from './dashboard-measures.ts';
import type { Days } from './dashboard-sums.ts';

/** The longest window that can be asked for. */
export const MAX_WINDOW_DAYS = 365;

/**
 * A window document keeps the longest window and the one before it, which it is compared with, and one day more: for a
 * reader whose clock is behind that of the refresh, just after midnight.
 */
export const PAST_DAYS = 2 * MAX_WINDOW_DAYS;

/**
 * Facts may be dated in the future; days up to ten years ahead are kept, so that windows of all these days are right
 * without another refresh, while a broken upstream clock cannot fill the document.
 */
export const FUTURE_DAYS = 3_653;

/** What a location's window document holds: a pure function of its facts, its time zone and the first day. */
export type WindowDocument = {
  /** The zone whose days these are. */
  readonly timeZone: string;
  /** Local day, see local-day.ts. Facts of earlier days are not in it. */
  readonly firstDay: number;
  /** Packed: every measure from `firstDay` on, and the parts that state is kept in. */
  readonly sums: Uint8Array;
  /** Packed: the measures per stage, by the parts that state is kept in; the dashboard does not read them. */
  readonly stageSums: Uint8Array;
};

/** What the dashboard reads of it. */
export type DashboardWindow = Omit<WindowDocument, 'stageSums'>;

/** The days that stand for the state now. */
export const STATE: Days = { from: FIRST_STATE_DAY, to: FIRST_STATE_DAY + STATE_DAYS - 1 };

/** What waits to be counted. `dirtySince`: epoch milliseconds of the oldest; null when nothing does. */
export type Backlog = { readonly documents: number; readonly dirtySince: number | null };
