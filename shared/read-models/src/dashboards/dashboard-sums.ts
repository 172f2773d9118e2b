import { isLowest, labelled } from './dashboard-measures.ts';

/**
 * Prefix sums of measures over days, packed into one binary. Per measure: the days on which it is not zero, ascending,
 * and the sum up to and including each. The sum over any range of days is then two searches and a subtraction, however
 * long the range is and whatever it holds. Of a measure whose lowest value counts, the values themselves are kept.
 *
 * Layout: a big-endian uint32 with the length of the directory; the directory as JSON: one `[days, width of a day]` per list
 * of days, one `[measure, its list, width of a sum]` per measure in code-unit order; then the lists, days relative to
 * `firstDay`; then per measure its sums, big-endian unsigned integers of those widths. Measures of the same days share one
 * list. Equal sums are equal bytes.
 */

/** Amounts per measure and day. Integers, never negative. */
export type DaySums = ReadonlyMap<string, ReadonlyMap<number, bigint>>;

/** A measure as it is packed, for sums of the same first day. */
export type PackedColumn = {
  readonly count: number;
  readonly dayWidth: DayWidth;
  readonly days: Buffer;
  readonly sumWidth: SumWidth;
  readonly values: Buffer;
};

type DayWidth = 1 | 2 | 4;
/** 16 bytes are two halves of 8: amounts of the largest size in their ten thousands pass 2⁶⁴. */
type SumWidth = 1 | 2 | 3 | 4 | 5 | 6 | 8 | 16;
type ListEntry = readonly [days: number, dayWidth: DayWidth];
type MeasureEntry = readonly [measure: string, list: number, sumWidth: SumWidth];
type Directory = readonly [lists: readonly ListEntry[], measures: readonly MeasureEntry[]];
const HEADER_BYTES = 4;

/** @param firstDay no day of `sums` is before it. */
export function packSums(
  sums: ReadonlyMap<string, ReadonlyMap<number, bigint> | PackedColumn>,
  firstDay: number,
): Uint8Array {
  const present = [...sums]
    .map(([measure, amounts]) => ({
      measure,
      column: amounts instanceof Map ? columnOf(measure, amounts, firstDay) : (amounts as PackedColumn),
    }))
    .filter(({ column }) => column.count > 0)
    .sort((a, b) => (a.measure < b.measure ? -1 : 1));
  const lists = new Map<string, { readonly index: number; readonly column: PackedColumn }>();
  const entries = present.map(({ measure, column }): MeasureEntry => {
    // The width too: two days of one byte and one day of two have the same bytes.
    const key = `${column.dayWidth} ${column.days.toString('latin1')}`;
    const list = lists.get(key) ?? { index: lists.size, column };
    lists.set(key, list);
    return [measure, list.index, column.sumWidth];
  });
  const listed = [...lists.values()].map(({ column }) => column);
  const directory: Directory = [listed.map(({ count, dayWidth }): ListEntry => [count, dayWidth]), entries];
  const head = Buffer.from(JSON.stringify(directory));
  const length = Buffer.alloc(HEADER_BYTES);
  length.writeUInt32BE(head.byteLength);
  return Buffer.concat([
    length,
    head,
    ...listed.map(({ days }) => days),
    ...present.map(({ column }) => column.values),
  ]);
}

function columnOf(measure: string, amounts: ReadonlyMap<number, bigint>, firstDay: number): PackedColumn {
  const isSum = !isLowest(measure);
  const days: number[] = [];
  const values: bigint[] = [];
  let largest = 0n;
  for (const [day, amount] of inOrder(amounts)) {
    if (amount === 0n) continue;
    if (amount < 0n || day < firstDay) throw new RangeError('sums are of positive amounts from the first day on');
    const value = isSum ? largest + amount : amount;
    if (value > largest) largest = value;
    days.push(day - firstDay);
    values.push(value);
  }
  const sumWidth = sumWidthOf(largest);
  return { count: days.length, ...packDays(days), sumWidth, values: packValues(values, sumWidth) };
}

/** By day. Most are in order already: of what was unpacked only the days that were counted anew are not. */
function inOrder(amounts: ReadonlyMap<number, bigint>): Iterable<[number, bigint]> {
  let before = Number.NEGATIVE_INFINITY;
  for (const day of amounts.keys()) {
    if (day < before) return [...amounts].sort(([a], [b]) => a - b);
    before = day;
  }
  return amounts;
}

function packDays(days: readonly number[]): Pick<PackedColumn, 'dayWidth' | 'days'> {
  const last = days.at(-1) ?? 0;
  const dayWidth = last < 1 << 8 ? 1 : last < 1 << 16 ? 2 : 4;
  const bytes = Buffer.alloc(days.length * dayWidth);
  for (const [index, day] of days.entries()) bytes.writeUIntBE(day, index * dayWidth, dayWidth);
  return { dayWidth, days: bytes };
}

const HALF_BITS = 64n;
/** Up to these, `Buffer` reads and writes plain numbers of any width. */
const MAX_NUMBER_BYTES = 6;

function sumWidthOf(largest: bigint): SumWidth {
  for (const width of [1, 2, 3, 4, 5, 6, 8] as const) if (largest < 1n << BigInt(8 * width)) return width;
  return 16;
}

function packValues(values: readonly bigint[], width: SumWidth): Buffer {
  const bytes = Buffer.alloc(values.length * width);
  for (const [index, value] of values.entries()) writeValue(bytes, index * width, width, value);
  return bytes;
}

function writeValue(target: Buffer, position: number, width: SumWidth, value: bigint): void {
  if (width <= MAX_NUMBER_BYTES) target.writeUIntBE(Number(value), position, width);
  else if (width === 8) target.writeBigUInt64BE(value, position);
  else {
    target.writeBigUInt64BE(value >> HALF_BITS, position);
    target.writeBigUInt64BE(BigInt.asUintN(64, value), position + 8);
  }
}

/** A range of days, both included. */
export type Days = { readonly from: number; readonly to: number };

/** @param packed what `packSums` made with the same `firstDay`. */
export function openSums(packed: Uint8Array, firstDay: number): PackedSums {
  return new PackedSums(Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength), firstDay);
}

/** Sums as they are stored. Opening them reads the directory alone. */
export class PackedSums {
  readonly #bytes: Buffer;
  readonly #firstDay: number;
  readonly #columns: readonly Column[];

  constructor(bytes: Buffer, firstDay: number) {
    this.#bytes = bytes;
    this.#firstDay = firstDay;
    this.#columns = columnsOf(bytes);
  }

  /** Measures that are not zero on every day, in code-unit order. */
  get measures(): readonly string[] {
    return this.#columns.map(({ measure }) => measure);
  }

  /** The sum of `measure` over the days; zero for a measure that is not there. */
  between(measure: string, days: Days): bigint {
    const column = this.#columnOf(measure);
    return column === undefined ? 0n : this.#exactSum(column, days);
  }

  /** The same as a number, at most the largest integer that JSON readers take exactly. */
  sum(measure: string, days: Days): number {
    const column = this.#columnOf(measure);
    return column === undefined ? 0 : this.#sum(column, days);
  }

  /** The sums of each label of `measure`, zero ones too, in code-unit order; null: the label of what states none. */
  sumsByLabel(measure: string, days: Days): { readonly label: string | null; readonly sum: number }[] {
    const found: { label: string | null; sum: number }[] = [];
    const start = labelled(measure, null);
    for (let index = this.#firstFrom(start); ; index += 1) {
      const column = this.#columns[index];
      if (column === undefined || !column.measure.startsWith(start)) return found;
      const label = column.measure.slice(start.length);
      found.push({ label: label === '' ? null : label, sum: this.#sum(column, days) });
    }
  }

  /**
   * Adds each of the days of `measure` to `target`, whose first element is of the first day. What passes 2⁵³ is as inexact as
   * numbers are.
   */
  addDays(measure: string, days: Days, target: Float64Array): void {
    const column = this.#columnOf(measure);
    if (column === undefined) return;
    const { last, lastBefore } = this.#search(column.list, days);
    const isNumber = column.sumWidth <= MAX_NUMBER_BYTES;
    for (let index = lastBefore + 1; index <= last; index += 1) {
      const amount = isNumber
        ? this.#numberAt(column, index) - this.#numberAt(column, index - 1)
        : Number(this.#valueAt(column, index) - this.#valueAt(column, index - 1));
      const at = this.#dayAt(column.list, index) - days.from;
      target[at] = (target[at] ?? 0) + amount;
    }
  }

  /** The lowest value of a measure of which it counts; null for a measure that is not there. */
  lowest(measure: string): number | null {
    const column = this.#columnOf(measure);
    let lowest: number | null = null;
    for (let index = 0; column !== undefined && index < column.list.count; index += 1) {
      const value = Number(this.#valueAt(column, index));
      if (lowest === null || value < lowest) lowest = value;
    }
    return lowest;
  }

  /** What was packed. */
  unpack(): Map<string, Map<number, bigint>> {
    return new Map(this.measures.map((measure) => [measure, this.unpackOne(measure)]));
  }

  /** The amounts of `measure` per day; none for a measure that is not there. */
  unpackOne(measure: string): Map<number, bigint> {
    const isSum = !isLowest(measure);
    const days = new Map<number, bigint>();
    const column = this.#columnOf(measure);
    if (column === undefined) return days;
    let before = 0n;
    for (let index = 0; index < column.list.count; index += 1) {
      const value = this.#valueAt(column, index);
      days.set(this.#dayAt(column.list, index), isSum ? value - before : value);
      before = value;
    }
    return days;
  }

  /** Whether `measure` has an amount on any of `days`. */
  hasAnyOf(measure: string, days: Iterable<number>): boolean {
    const column = this.#columnOf(measure);
    if (column === undefined) return false;
    for (const day of days) {
      const last = this.#daysUpTo(column.list, day) - 1;
      if (last >= 0 && this.#dayAt(column.list, last) === day) return true;
    }
    return false;
  }

  /** `measure` as it stands here, for `packSums` with the same first day; null for a measure that is not there. */
  column(measure: string): PackedColumn | null {
    const column = this.#columnOf(measure);
    if (column === undefined) return null;
    const { list, sumWidth, sumsAt } = column;
    return {
      count: list.count,
      dayWidth: list.dayWidth,
      days: this.#bytes.subarray(list.daysAt, list.daysAt + list.count * list.dayWidth),
      sumWidth,
      values: this.#bytes.subarray(sumsAt, sumsAt + list.count * sumWidth),
    };
  }

  #columnOf(measure: string): Column | undefined {
    const column = this.#columns[this.#firstFrom(measure)];
    return column?.measure === measure ? column : undefined;
  }

  /** The first column whose measure is not before `name` in code-unit order. */
  #firstFrom(name: string): number {
    let [low, high] = [0, this.#columns.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#columns[middle]?.measure ?? '') < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #exactSum(column: Column, days: Days): bigint {
    if (days.to < days.from) return 0n;
    const { last, lastBefore } = this.#search(column.list, days);
    return this.#valueAt(column, last) - this.#valueAt(column, lastBefore);
  }

  #sum(column: Column, days: Days): number {
    if (column.sumWidth > MAX_NUMBER_BYTES) return toNumber(this.#exactSum(column, days));
    if (days.to < days.from) return 0;
    const { last, lastBefore } = this.#search(column.list, days);
    return this.#numberAt(column, last) - this.#numberAt(column, lastBefore);
  }

  /** Remembers what it has searched last: measures that share the list are asked for the same days. */
  #search(list: DayList, { from, to }: Days): DayList {
    if (list.from === from && list.to === to) return list;
    [list.from, list.to] = [from, to];
    [list.lastBefore, list.last] = [this.#daysUpTo(list, from - 1) - 1, this.#daysUpTo(list, to) - 1];
    return list;
  }

  /** How many days of the list are not after `day`. */
  #daysUpTo(list: DayList, day: number): number {
    let [low, high] = [0, list.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#dayAt(list, middle) <= day) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #dayAt({ daysAt, dayWidth }: DayList, index: number): number {
    return this.#firstDay + this.#bytes.readUIntBE(daysAt + index * dayWidth, dayWidth);
  }

  #valueAt({ sumsAt, sumWidth }: Column, index: number): bigint {
    return index < 0 ? 0n : readValue(this.#bytes, sumsAt + index * sumWidth, sumWidth);
  }

  #numberAt({ sumsAt, sumWidth }: Column, index: number): number {
    return index < 0 ? 0 : this.#bytes.readUIntBE(sumsAt + index * sumWidth, sumWidth);
  }
}

/** A larger sum of cents is shown as this one. */
const MAX_SHOWN = BigInt(Number.MAX_SAFE_INTEGER);

function toNumber(sum: bigint): number {
  return Number(sum < MAX_SHOWN ? sum : MAX_SHOWN);
}

type DayList = {
  readonly count: number;
  readonly dayWidth: DayWidth;
  readonly daysAt: number;
  /** The range of days searched last, and the last index before and within it. */
  from: number;
  to: number;
  lastBefore: number;
  last: number;
};
type Column = {
  readonly measure: string;
  readonly list: DayList;
  readonly sumWidth: SumWidth;
  readonly sumsAt: number;
};

/** In code-unit order of their measures. */
function columnsOf(bytes: Buffer): Column[] {
  const directoryEnd = HEADER_BYTES + bytes.readUInt32BE(0);
  const directory: Directory = JSON.parse(bytes.toString('utf8', HEADER_BYTES, directoryEnd));
  let position = directoryEnd;
  const lists = directory[0].map(([count, dayWidth]) => {
    const list = dayList(count, dayWidth, position);
    position += count * dayWidth;
    return list;
  });
  return directory[1].map(([measure, index, sumWidth]) => {
    const list = lists[index];
    if (list === undefined) throw new RangeError('a measure of packed sums names a list that is not there');
    const column = { measure, list, sumWidth, sumsAt: position };
    position += list.count * sumWidth;
    return column;
  });
}

function dayList(count: number, dayWidth: DayWidth, daysAt: number): DayList {
  return { count, dayWidth, daysAt, from: Number.NaN, to: Number.NaN, lastBefore: -1, last: -1 };
}

function readValue(bytes: Buffer, position: number, width: SumWidth): bigint {
  if (width <= MAX_NUMBER_BYTES) return BigInt(bytes.readUIntBE(position, width));
  const first = bytes.readBigUInt64BE(position);
  return width === 8 ? first : (first << HALF_BITS) + bytes.readBigUInt64BE(position + 8);
}
