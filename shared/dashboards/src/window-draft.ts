import { isLowest, isStageMeasure } from '@fundlens/read-models/dashboards/dashboard-measures';
import { forEachDay, openSums, packSums } from '@fundlens/read-models/dashboards/dashboard-sums';
import type { WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';

const ALL_DAYS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** Amounts by measure and day, as a refresh changes them. */
export class WindowDraft {
  /** The measures that the draft began with. */
  readonly known: readonly string[];
  readonly #amounts = new Map<string, Map<number, number>>();

  /** @param previous what the draft begins with, of the days that are kept; null: nothing. */
  constructor(previous: WindowDocument | null, isKept: (day: number) => boolean) {
    const sums = previous === null ? [] : [...openSums(previous.sums), ...openSums(previous.stageSums)];
    this.known = sums.map(({ measure }) => measure);
    for (const each of sums) {
      forEachDay(each, ALL_DAYS, (day, amount) => {
        if (isKept(day)) this.add(each.measure, day, amount);
      });
    }
  }

  /** Those of which there is something. */
  get measures(): string[] {
    return [...this.#amounts.keys()];
  }

  add(measure: string, day: number, amount: number): void {
    if (amount === 0) return;
    const amounts = this.#amounts.get(measure) ?? new Map<number, number>();
    this.#amounts.set(measure, amounts);
    const before = amounts.get(day);
    if (before === undefined) amounts.set(day, amount);
    else amounts.set(day, isLowest(measure) ? Math.min(before, amount) : before + amount);
  }

  /** Takes a measure out. @returns its amounts by day. */
  take(measure: string): ReadonlyMap<number, number> {
    const amounts = this.#amounts.get(measure) ?? new Map<number, number>();
    this.#amounts.delete(measure);
    return amounts;
  }

  packed(): Pick<WindowDocument, 'sums' | 'stageSums'> {
    const all = [...this.#amounts];
    return {
      sums: packSums(new Map(all.filter(([measure]) => !isStageMeasure(measure)))),
      stageSums: packSums(new Map(all.filter(([measure]) => isStageMeasure(measure)))),
    };
  }
}
