import { RetryableError } from '@fundlens/runtime/errors';
import { isLowest } from './dashboard-measures.ts';

/**
 * Prefix sums of measures over days, packed into one binary. Per measure: the days on which it is not zero, ascending,
 * and the sum up to and including each. The sum over any range of days is then two searches and a subtraction, however
 * long the range is and whatever it holds. Of a measure whose lowest value counts, the values themselves are kept.
 *
 * Layout, little-endian: `LAYOUT` and the length of the directory as uint32; the directory as JSON: how many days each list of
 * days has, and one `[measure, its list]` per measure in code-unit order; then 64-bit floats: the lists, and per measure its
 * sums. Measures of the same days share one list. Equal sums are equal bytes. Floats hold sums of cents exactly below 2⁵³.
 */

/** Amounts per measure and day. Integers, never negative. */
export type DaySums = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** A range of days, both included. */
export type Days = { readonly from: number; readonly to: number };

type Directory = readonly [lists: readonly number[], measures: readonly (readonly [measure: string, list: number])[]];

/** The former layout began with a length that is far below. */
const LAYOUT = 0xfd00_0002;
const HEADER_BYTES = 8;
const FLOAT_BYTES = 8;

export function packSums(sums: DaySums): Uint8Array {
  const lists = new Map<string, { readonly index: number; readonly days: readonly number[] }>();
  const measures: [measure: string, list: number][] = [];
  const values: number[] = [];
  for (const [measure, amounts] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const cells = [...amounts].filter(([, amount]) => amount > 0).sort(([a], [b]) => a - b);
    if (cells.length === 0) continue;
    const days = cells.map(([day]) => day);
    const key = days.join();
    const list = lists.get(key) ?? { index: lists.size, days };
    lists.set(key, list);
    measures.push([measure, list.index]);
    let before = 0;
    for (const [, amount] of cells) {
      values.push(before + amount);
      if (!isLowest(measure)) before += amount;
    }
  }
  const listed = [...lists.values()].map(({ days }) => days);
  const directory: Directory = [listed.map(({ length }) => length), measures];
  const head = Buffer.from(JSON.stringify(directory));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(LAYOUT);
  header.writeUInt32LE(head.byteLength, HEADER_BYTES / 2);
  return Buffer.concat([header, head, new Uint8Array(Float64Array.from([...listed.flat(), ...values]).buffer)]);
}

/** Bytes of another layout are those of a build before or after this one: they must be counted anew. */
export function areReadable(packed: Uint8Array): boolean {
  return packed.byteLength >= HEADER_BYTES && viewOf(packed).getUint32(0, true) === LAYOUT;
}

/**
 * The measures that are not zero on every day, in code-unit order. Reads the directory alone.
 * @throws RetryableError `window_outdated` for another layout: a projector of this build counts it anew.
 */
export function openSums(packed: Uint8Array): readonly PackedSum[] {
  if (!areReadable(packed)) throw new RetryableError('window_outdated', 'The dashboard is being counted anew.');
  const view = viewOf(packed);
  const headEnd = HEADER_BYTES + view.getUint32(HEADER_BYTES / 2, true);
  const head = Buffer.from(packed.buffer, packed.byteOffset, headEnd).toString('utf8', HEADER_BYTES);
  const [counts, measures]: Directory = JSON.parse(head);
  let at = headEnd;
  const lists = counts.map((count) => {
    const list = new DayList(view, at, count);
    at += count * FLOAT_BYTES;
    return list;
  });
  return measures.map(([measure, index]) => {
    const list = lists[index];
    if (list === undefined) throw new RangeError('a measure of packed sums names a list that is not there');
    const column = new PackedSum(measure, list, at);
    at += list.count * FLOAT_BYTES;
    return column;
  });
}

/** How much there is of each measure over the days; of those whose lowest value counts, the lowest. Without zeros. */
export function totalsOver(sums: readonly PackedSum[], days: Days): Map<string, number> {
  const totals = new Map<string, number>();
  for (const each of sums) {
    const amount = each.over(days);
    if (amount > 0) totals.set(each.measure, amount);
  }
  return totals;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Remembers what it has searched last: measures that share the list are asked for the same days. */
class DayList {
  readonly view: DataView;
  readonly count: number;
  readonly #at: number;
  #from = Number.NaN;
  #to = Number.NaN;
  /** How many days of the list are before the range searched last, and how many are not after it. */
  before = 0;
  upTo = 0;

  constructor(view: DataView, at: number, count: number) {
    this.view = view;
    this.#at = at;
    this.count = count;
  }

  day(index: number): number {
    return this.view.getFloat64(this.#at + index * FLOAT_BYTES, true);
  }

  search({ from, to }: Days): void {
    if (this.#from === from && this.#to === to) return;
    [this.#from, this.#to] = [from, to];
    this.before = this.#daysBefore(from);
    this.upTo = Math.max(this.before, this.#daysBefore(to + 1));
  }

  #daysBefore(day: number): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.day(middle) < day) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** One measure as it is stored. */
export class PackedSum {
  readonly measure: string;
  readonly #list: DayList;
  readonly #at: number;

  constructor(measure: string, list: DayList, at: number) {
    this.measure = measure;
    this.#list = list;
    this.#at = at;
  }

  /** The sum over the days or, of a measure whose lowest value counts, the lowest; zero without any. */
  over(days: Days): number {
    this.#list.search(days);
    const { before, upTo } = this.#list;
    if (before === upTo) return 0;
    if (!isLowest(this.measure)) return this.#value(upTo) - this.#value(before);
    let lowest = Number.POSITIVE_INFINITY;
    this.forEachDay(days, (_, amount) => {
      lowest = Math.min(lowest, amount);
    });
    return lowest;
  }

  /** Calls `visit` with each of the days on which there is something of the measure, ascending. */
  forEachDay(days: Days, visit: (day: number, amount: number) => void): void {
    this.#list.search(days);
    const { before, upTo } = this.#list;
    const isSum = !isLowest(this.measure);
    for (let index = before; index < upTo; index += 1) {
      visit(this.#list.day(index), this.#value(index + 1) - (isSum ? this.#value(index) : 0));
    }
  }

  /** Up to and including the last of the first `count` days. */
  #value(count: number): number {
    return count === 0 ? 0 : this.#list.view.getFloat64(this.#at + (count - 1) * FLOAT_BYTES, true);
  }
}
