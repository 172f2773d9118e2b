import { isByDimension } from './dashboard-measures.ts';
import type { Days, PackedSums } from './dashboard-sums.ts';
import { figuresOf, STATE } from './dashboard-window.ts';
import type { Figures } from './dashboard-figures.ts';
import { MAX_DAYS_FROM_UTC } from './local-day.ts';
import { columnsOf, type FigureColumns } from './window-figures.ts';
import { NO_SUMS, sumsOf } from './window-sums.ts';

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

  /** @param sums null: a location in which nothing has happened, whose days count as well. */
  add(sums: PackedSums | null, { from, to }: Days): void {
    if (this.#days === null) this.#firstDay = from - MAX_DAYS_APART;
    const known = this.#days ?? { from, to };
    this.#days = { from: Math.min(known.from, from), to: Math.max(known.to, to) };
    for (const measure of sums?.measures ?? []) {
      addTo(this.#happened, measure, sums?.sum(measure, { from, to }) ?? 0);
      addTo(this.#state, measure, sums?.sum(measure, STATE) ?? 0);
      if (this.#daily === null || isByDimension(measure)) continue;
      sums?.addDays(measure, { from, to }, this.#dailyOf(measure, { from, to }));
    }
  }

  /** From `from` on; long enough for the windows of all zones. */
  #dailyOf(measure: string, { from, to }: Days): Float64Array {
    const known = this.#daily?.get(measure) ?? new Float64Array(to - from + 1 + 2 * MAX_DAYS_APART);
    this.#daily?.set(measure, known);
    return known.subarray(from - this.#firstDay);
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
      Array.from({ length: to - from + 1 }, (_, index): Figures => {
        const at = from - this.#firstDay + index;
        const ofDay = new Map<string, number>();
        for (const [measure, days] of daily) addTo(ofDay, measure, days[at] ?? 0);
        return ofDay.size === 0 ? NOTHING : figuresOf(sumsOf(ofDay), NO_SUMS);
      }),
    );
  }
}

const NOTHING = figuresOf(NO_SUMS, NO_SUMS);

function addTo(totals: Map<string, number>, measure: string, amount: number): void {
  if (amount > 0) totals.set(measure, (totals.get(measure) ?? 0) + amount);
}
