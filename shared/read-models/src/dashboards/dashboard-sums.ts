import { isLowest } from './dashboard-measures.ts';

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

type DayWidth = 1 | 2 | 4;
/** 16 bytes are two halves of 8: amounts of the largest size in their ten thousands pass 2⁶⁴. */
type SumWidth = 1 | 2 | 3 | 4 | 5 | 6 | 8 | 16;
type ListEntry = readonly [days: number, dayWidth: DayWidth];
type MeasureEntry = readonly [measure: string, list: number, sumWidth: SumWidth];
type Directory = readonly [lists: readonly ListEntry[], measures: readonly MeasureEntry[]];
const HEADER_BYTES = 4;

/** @param firstDay no day of `sums` is before it. */
export function packSums(sums: DaySums, firstDay: number): Uint8Array {
  const series = [...sums].map(([measure, days]) => seriesOf(measure, days, firstDay));
  const present = series.filter(({ days }) => days.length > 0).sort((a, b) => (a.measure < b.measure ? -1 : 1));
  const lists = new Map<string, PackedDays>();
  const entries = present.map(({ measure, days, values, largest }) => {
    const packed = packDays(days);
    const key = packed.bytes.toString('latin1');
    const list = lists.get(key) ?? { ...packed, index: lists.size };
    lists.set(key, list);
    return { entry: [measure, list.index, sumWidthOf(largest)] satisfies MeasureEntry, values };
  });
  const daysOfLists = [...lists.values()];
  const directory: Directory = [
    daysOfLists.map(({ count, width }): ListEntry => [count, width]),
    entries.map(({ entry }) => entry),
  ];
  const head = Buffer.from(JSON.stringify(directory));
  const length = Buffer.alloc(HEADER_BYTES);
  length.writeUInt32BE(head.byteLength);
  const valueBytes = entries.map(({ entry: [, , width], values }) => packValues(values, width));
  return Buffer.concat([length, head, ...daysOfLists.map(({ bytes }) => bytes), ...valueBytes]);
}

type Series = {
  readonly measure: string;
  readonly days: readonly number[];
  readonly values: readonly bigint[];
  readonly largest: bigint;
};

function seriesOf(measure: string, amounts: ReadonlyMap<number, bigint>, firstDay: number): Series {
  const isSum = !isLowest(measure);
  const days: number[] = [];
  const values: bigint[] = [];
  let largest = 0n;
  for (const [day, amount] of [...amounts].sort(([a], [b]) => a - b)) {
    if (amount === 0n) continue;
    if (amount < 0n || day < firstDay) throw new RangeError('sums are of positive amounts from the first day on');
    const value = isSum ? largest + amount : amount;
    if (value > largest) largest = value;
    days.push(day - firstDay);
    values.push(value);
  }
  return { measure, days, values, largest };
}

type PackedDays = {
  readonly index: number;
  readonly count: number;
  readonly width: DayWidth;
  readonly bytes: Buffer;
};

function packDays(days: readonly number[]): Omit<PackedDays, 'index'> {
  const last = days.at(-1) ?? 0;
  const width = last < 1 << 8 ? 1 : last < 1 << 16 ? 2 : 4;
  const bytes = Buffer.alloc(days.length * width);
  for (const [index, day] of days.entries()) bytes.writeUIntBE(day, index * width, width);
  return { count: days.length, width, bytes };
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

export type PackedSums = {
  /** Measures that are not zero on every day, in code-unit order. */
  readonly measures: readonly string[];
  /** The sum of `measure` over the days `from` to `to`, both included; zero for a measure that is not there. */
  between(measure: string, from: number, to: number): bigint;
  /** The sum of `measure` over all days. */
  total(measure: string): bigint;
  /** The lowest value of a measure of which it counts; null for a measure that is not there. */
  lowest(measure: string): bigint | null;
  /** What was packed. */
  unpack(): Map<string, Map<number, bigint>>;
};

/** @param packed what `packSums` made with the same `firstDay`. */
export function openSums(packed: Uint8Array, firstDay: number): PackedSums {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const columns = columnsOf(bytes);

  const dayAt = ({ daysAt, dayWidth }: DayList, index: number) =>
    firstDay + bytes.readUIntBE(daysAt + index * dayWidth, dayWidth);
  const valueAt = ({ sumsAt, sumWidth }: Column, index: number) =>
    index < 0 ? 0n : readValue(bytes, sumsAt + index * sumWidth, sumWidth);

  /** How many days of the list are not after `day`. Measures that share the list ask for the same days. */
  function daysUpTo(list: DayList, day: number): number {
    const known = list.upTo.get(day);
    if (known !== undefined) return known;
    let [low, high] = [0, list.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (dayAt(list, middle) <= day) low = middle + 1;
      else high = middle;
    }
    list.upTo.set(day, low);
    return low;
  }

  function unpackColumn(column: Column, isSum: boolean): Map<number, bigint> {
    const days = new Map<number, bigint>();
    let before = 0n;
    for (let index = 0; index < column.list.count; index += 1) {
      const value = valueAt(column, index);
      days.set(dayAt(column.list, index), isSum ? value - before : value);
      before = value;
    }
    return days;
  }

  return {
    measures: [...columns.keys()],
    between(measure, from, to) {
      const column = columns.get(measure);
      if (column === undefined || to < from) return 0n;
      return valueAt(column, daysUpTo(column.list, to) - 1) - valueAt(column, daysUpTo(column.list, from - 1) - 1);
    },
    total(measure) {
      const column = columns.get(measure);
      return column === undefined ? 0n : valueAt(column, column.list.count - 1);
    },
    lowest(measure) {
      const column = columns.get(measure);
      let lowest: bigint | null = null;
      for (let index = 0; column !== undefined && index < column.list.count; index += 1) {
        const value = valueAt(column, index);
        if (lowest === null || value < lowest) lowest = value;
      }
      return lowest;
    },
    unpack: () => new Map([...columns].map(([measure, column]) => [measure, unpackColumn(column, !isLowest(measure))])),
  };
}

type DayList = {
  readonly count: number;
  readonly dayWidth: DayWidth;
  readonly daysAt: number;
  /** `daysUpTo` of the days asked for so far. */
  readonly upTo: Map<number, number>;
};
type Column = { readonly list: DayList; readonly sumWidth: SumWidth; readonly sumsAt: number };

function columnsOf(bytes: Buffer): Map<string, Column> {
  const directoryEnd = HEADER_BYTES + bytes.readUInt32BE(0);
  const directory: Directory | FormerDirectory = JSON.parse(bytes.toString('utf8', HEADER_BYTES, directoryEnd));
  if (isFormer(directory)) return formerColumns(directory, directoryEnd);
  let position = directoryEnd;
  const lists = directory[0].map(([count, dayWidth]): DayList => {
    const daysAt = position;
    position += count * dayWidth;
    return { count, dayWidth, daysAt, upTo: new Map() };
  });
  const columns = new Map<string, Column>();
  for (const [measure, index, sumWidth] of directory[1]) {
    const list = lists[index];
    if (list === undefined) throw new RangeError('a measure of packed sums names a list that is not there');
    columns.set(measure, { list, sumWidth, sumsAt: position });
    position += list.count * sumWidth;
  }
  return columns;
}

/**
 * The layout before lists were shared: each measure had its own, right before its sums. The query service reads windows of
 * that layout until a rebuild has replaced them.
 */
type FormerDirectory = readonly (readonly [measure: string, days: number, dayWidth: DayWidth, sumWidth: SumWidth])[];

function isFormer(directory: Directory | FormerDirectory): directory is FormerDirectory {
  return directory.length === 0 || typeof directory[0]?.[0] === 'string';
}

function formerColumns(directory: FormerDirectory, directoryEnd: number): Map<string, Column> {
  const columns = new Map<string, Column>();
  let daysAt = directoryEnd;
  for (const [measure, count, dayWidth, sumWidth] of directory) {
    const sumsAt = daysAt + count * dayWidth;
    columns.set(measure, { list: { count, dayWidth, daysAt, upTo: new Map() }, sumWidth, sumsAt });
    daysAt = sumsAt + count * sumWidth;
  }
  return columns;
}

function readValue(bytes: Buffer, position: number, width: SumWidth): bigint {
  if (width <= MAX_NUMBER_BYTES) return BigInt(bytes.readUIntBE(position, width));
  const first = bytes.readBigUInt64BE(position);
  return width === 8 ? first : (first << HALF_BITS) + bytes.readBigUInt64BE(position + 8);
}
