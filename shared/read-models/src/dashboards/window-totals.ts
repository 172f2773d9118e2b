import { columnsOf, type Figures, figuresOf } from './dashboard-figures.ts';
import { isByDimension } from './dashboard-measures.ts';
import { type Days, forEachDay, type PackedSum, totalsOver } from './dashboard-sums.ts';
import { STATE } from './dashboard-window.ts';
import { MAX_DAYS_FROM_UTC } from './local-day.ts';
import { sumsOf } from './window-sums.ts';

/** At the same instant days of two zones are at most so many apart. */
const MAX_DAYS_APART = 2 * MAX_DAYS_FROM_UTC;

/**
 * Adds up windows of locations, each in its own days: windows of the same length that end today may begin and end days
 * apart. Figures are then those of all locations together, and days are those of the calendar, wherever a location is.
 */
export class WindowTotals {
  readonly #happened = new Map<string, number>();
  readonly #state = new Map<string, number>();
  /** By measure; null where days are not told apart. */
  readonly #daily: Map<string, Float64Array> | null;
  /** The day of the first element of `#daily`: no window begins earlier. */
  #firstDay = 0;
  #days: Days | null = null;

  constructor({ daily }: { readonly daily: boolean }) {
    this.#daily = daily ? new Map() : null;
  }

  /** @param sums none: a location in which nothing has happened, whose days count as well. */
  add(sums: readonly PackedSum[], { from, to }: Days): void {
    if (this.#days === null) this.#firstDay = from - MAX_DAYS_APART;
    const known = this.#days ?? { from, to };
    this.#days = { from: Math.min(known.from, from), to: Math.max(known.to, to) };
    addTo(this.#happened, totalsOver(sums, { from, to }));
    addTo(this.#state, totalsOver(sums, STATE));
    if (this.#daily === null) return;
    for (const each of sums) {
      if (isByDimension(each.measure)) continue;
      // Long enough for the windows of all zones.
      const amounts = this.#daily.get(each.measure) ?? new Float64Array(to - from + 1 + 2 * MAX_DAYS_APART);
      this.#daily.set(each.measure, amounts);
      forEachDay(each, { from, to }, (day, amount) => {
        const index = day - this.#firstDay;
        amounts[index] = (amounts[index] ?? 0) + amount;
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
  columns(): Figures | null {
    if (this.#daily === null) return null;
    const daily = this.#daily;
    const { from, to } = this.days;
    return columnsOf(
      Array.from({ length: to - from + 1 }, (_, index) => {
        const at = from - this.#firstDay + index;
        const ofDay = new Map<string, number>();
        for (const [measure, amounts] of daily) if (amounts[at]) ofDay.set(measure, amounts[at]);
        return ofDay.size === 0 ? null : sumsOf(ofDay);
      }),
    );
  }
}

function addTo(totals: Map<string, number>, further: ReadonlyMap<string, number>): void {
  for (const [measure, amount] of further) totals.set(measure, (totals.get(measure) ?? 0) + amount);
}
