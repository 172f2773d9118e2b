import { FIRST_STATE_DAY, isLowest, isStageMeasure } from '@fundlens/read-models/dashboards/dashboard-measures';
import {
  openSums,
  type PackedColumn,
  type PackedSums,
  packSums,
} from '@fundlens/read-models/dashboards/dashboard-sums';
import type { WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';

/** Amounts by measure and day, as a refresh changes them. Measures without a day that is counted anew stay packed. */
export class WindowDraft {
  readonly #packed: readonly PackedSums[];
  readonly #amounts = new Map<string, Map<number, bigint>>();
  readonly #firstDay: number;

  /**
   * @param previous what the draft begins with; null: nothing.
   * @param changes `firstDay`: of the new document. `days`: their amounts are dropped. `isKept`: whether the new document
   *   keeps a day.
   */
  constructor(
    previous: WindowDocument | null,
    changes: { readonly firstDay: number; readonly days: ReadonlySet<number>; isKept(day: number): boolean },
  ) {
    const { firstDay, days, isKept } = changes;
    this.#firstDay = firstDay;
    this.#packed =
      previous === null
        ? []
        : [openSums(previous.sums, previous.firstDay), openSums(previous.stageSums, FIRST_STATE_DAY)];
    for (const sums of this.#packed) {
      for (const measure of sums.measures) {
        if (previous?.firstDay === firstDay && !sums.hasAnyOf(measure, days)) continue;
        const amounts = this.of(measure);
        for (const day of amounts.keys()) if (days.has(day) || !isKept(day)) amounts.delete(day);
      }
    }
  }

  /** The measures that the draft began with. */
  get known(): string[] {
    return this.#packed.flatMap(({ measures }) => measures);
  }

  /** Measures that are not empty. */
  get measures(): string[] {
    const packed = this.known.filter((measure) => !this.#amounts.has(measure));
    return [...packed, ...[...this.#amounts].flatMap(([measure, { size }]) => (size > 0 ? [measure] : []))];
  }

  /** The amounts of a measure, to be changed. */
  of(measure: string): Map<number, bigint> {
    const known = this.#amounts.get(measure);
    if (known !== undefined) return known;
    const amounts = this.#packed.find((sums) => sums.column(measure) !== null)?.unpackOne(measure) ?? new Map();
    this.#amounts.set(measure, amounts);
    return amounts;
  }

  add(measure: string, day: number, amount: bigint): void {
    const amounts = this.of(measure);
    const before = amounts.get(day);
    if (before === undefined) amounts.set(day, amount);
    else if (!isLowest(measure)) amounts.set(day, before + amount);
    else if (amount < before) amounts.set(day, amount);
  }

  packed(): Pick<WindowDocument, 'sums' | 'stageSums'> {
    const columns = new Map<string, Map<number, bigint> | PackedColumn>(this.#amounts);
    for (const sums of this.#packed) {
      for (const measure of sums.measures) {
        const column = columns.has(measure) ? null : sums.column(measure);
        if (column !== null) columns.set(measure, column);
      }
    }
    const ofStages = new Map([...columns].filter(([measure]) => isStageMeasure(measure)));
    for (const measure of ofStages.keys()) columns.delete(measure);
    return { sums: packSums(columns, this.#firstDay), stageSums: packSums(ofStages, FIRST_STATE_DAY) };
  }
}
