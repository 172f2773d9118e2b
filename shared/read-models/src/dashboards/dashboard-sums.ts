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

/** Amounts per measure and day: positive integers, and none of nothing. */
export type DaySums = ReadonlyMap<string, ReadonlyMap<number, number>>;

/**
 * The days of measures that share them, and what was found last in them: the same days are asked of each of these measures.
 * `before` days are before the range, and `last` not after it.
 */
type DayList = { readonly view: DataView; readonly at: number; readonly count: number } & Found;
type Found = { from: number; to: number; before: number; last: number };

/** One measure as it is stored: its days and, from the byte `at` on, the sum up to each or, where the lowest counts, the value. */
export type PackedSum = { readonly measure: string; readonly days: DayList; readonly at: number };

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
    const cells = [...amounts].sort(([a], [b]) => a - b);
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
  const lists = counts.map((count): DayList => {
    at += count * FLOAT_BYTES;
    return { view, at: at - count * FLOAT_BYTES, count, from: Number.NaN, to: Number.NaN, before: 0, last: 0 };
  });
  return measures.map(([measure, index]) => {
    const days = lists[index];
    if (days === undefined) throw new RangeError('a measure of packed sums names a list that is not there');
    at += days.count * FLOAT_BYTES;
    return { measure, days, at: at - days.count * FLOAT_BYTES };
  });
}

/** How much there is of each measure over the days; of those whose lowest value counts, the lowest. Without zeros. */
export function totalsOver(sums: readonly PackedSum[], range: Days): Map<string, number> {
  const totals = new Map<string, number>();
  for (const each of sums) {
    const { measure, days, at } = each;
    const { before, last } = search(days, range);
    if (before >= last) continue;
    if (!isLowest(measure)) totals.set(measure, upTo(days.view, at, last) - upTo(days.view, at, before));
    else forEachDay(each, range, (_, amount) => totals.set(measure, Math.min(amount, totals.get(measure) ?? amount)));
  }
  return totals;
}

/** Calls `visit` with each of the days on which there is something of the measure, ascending. */
export function forEachDay(
  { measure, days, at }: PackedSum,
  range: Days,
  visit: (day: number, amount: number) => void,
): void {
  const isSum = !isLowest(measure);
  const { view, before, last } = search(days, range);
  for (let index = before; index < last; index += 1) {
    visit(upTo(view, days.at, index + 1), upTo(view, at, index + 1) - (isSum ? upTo(view, at, index) : 0));
  }
}

function search(days: DayList, { from, to }: Days): DayList {
  if (days.from === from && days.to === to) return days;
  [days.from, days.to] = [from, to];
  days.before = daysBefore(days, from);
  days.last = daysBefore(days, to + 1);
  return days;
}

function daysBefore({ view, at, count }: DayList, day: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (upTo(view, at, middle + 1) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last of the first `count` numbers from the byte `at` on; zero of none. */
function upTo(view: DataView, at: number, count: number): number {
  return count === 0 ? 0 : view.getFloat64(at + (count - 1) * FLOAT_BYTES, true);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
