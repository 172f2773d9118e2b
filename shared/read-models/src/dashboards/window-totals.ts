import { type Figures, figuresOf } from './dashboard-figures.ts';
import { isByDimension } from './dashboard-measures.ts';
import { type Days, forEachDay, type PackedSum, totalsOver } from './dashboard-sums.ts';
import { STATE } from './dashboard-window.ts';
import { columnsOf, type FigureColumns } from './figure-sets.ts';
import { sumsOf } from './window-sums.ts';

/**
 * Adds up windows of locations, each in its own days: windows of the same length that end today may begin and end days
 * apart. Figures are then those of all locations together, and days are those of the calendar, wherever a location is.
 */
export class WindowTotals {
  readonly #happened = new Map<string, number>();
  readonly #state = new Map<string, number>();
  /** By day, what happened on it; null where days are not told apart. */
  readonly #daily: Map<number, Map<string, number>> | null;
  #days: Days | null = null;

  constructor({ daily }: { readonly daily: boolean }) {
    this.#daily = daily ? new Map() : null;
  }

  /** @param sums none: a location in which nothing has happened, whose days count as well. */
  add(sums: readonly PackedSum[], { from, to }: Days): void {
    const known = this.#days ?? { from, to };
    this.#days = { from: Math.min(known.from, from), to: Math.max(known.to, to) };
    for (const [measure, amount] of totalsOver(sums, { from, to })) add(this.#happened, measure, amount);
    for (const [measure, amount] of totalsOver(sums, STATE)) add(this.#state, measure, amount);
    const daily = this.#daily;
    if (daily === null) return;
    for (const each of sums) {
      if (isByDimension(each.measure)) continue;
      forEachDay(each, { from, to }, (day, amount) => {
        const ofDay = daily.get(day) ?? new Map<string, number>();
        daily.set(day, ofDay);
        add(ofDay, each.measure, amount);
      });
    }
  }

  /** From the earliest first day to the latest last one. @throws RangeError when no window was added. */
  get days(): Days {
    if (this.#days === null) throw new RangeError('no window was added');
    return this.#days;
  }

  figures(): Figures {
    return figuresOf(sumsOf(this.#happened), sumsOf(this.#state));
  }

  /** Of each of the `days`; null where they are not told apart. */
  columns(): FigureColumns | null {
    if (this.#daily === null) return null;
    const daily = this.#daily;
    const { from, to } = this.days;
    return columnsOf(
      Array.from({ length: to - from + 1 }, (_, index) => {
        const ofDay = daily.get(from + index);
        return ofDay === undefined ? null : sumsOf(ofDay);
      }),
    );
  }
}

function add(totals: Map<string, number>, measure: string, amount: number): void {
  totals.set(measure, (totals.get(measure) ?? 0) + amount);
}
