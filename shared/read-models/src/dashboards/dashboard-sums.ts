/**
 * Prefix sums of measures over days, packed into one binary. Per measure: the days on which it is not zero, ascending,
 * and the sum up to and including each. The sum over any range of days is then two searches and a subtraction, however
 * long the range is and whatever it holds.
 *
 * Layout: a big-endian uint32 with the length of the directory; the directory as JSON, one `[measure, days, width of a
 * day, width of a sum]` per measure in code-unit order; then per measure its days relative to `firstDay`, then its sums,
 * big-endian unsigned integers of those widths. Equal sums are equal bytes.
 */

/** Amounts per measure and day. Integers, never negative. */
export type DaySums = ReadonlyMap<string, ReadonlyMap<number, bigint>>;

type DayWidth = 2 | 4;
/** 16 bytes are two halves of 8: amounts of the largest size in their ten thousands pass 2⁶⁴. */
type SumWidth = 2 | 4 | 8 | 16;
type DirectoryEntry = readonly [measure: string, days: number, dayWidth: DayWidth, sumWidth: SumWidth];
const HEADER_BYTES = 4;

/** @param firstDay no day of `sums` is before it. */
export function packSums(sums: DaySums, firstDay: number): Uint8Array {
  const series = [...sums].map(([measure, days]) => accumulated(measure, days, firstDay));
  const present = series.filter(({ days }) => days.length > 0).sort((a, b) => (a.measure < b.measure ? -1 : 1));
  const entries = present.map((one): DirectoryEntry => {
    const [lastDay = 0, total = 0n] = [one.days.at(-1), one.totals.at(-1)];
    return [one.measure, one.days.length, lastDay < 1 << 16 ? 2 : 4, sumWidthOf(total)];
  });
  const directory = Buffer.from(JSON.stringify(entries));
  const size = entries.reduce((bytes, [, days, dayWidth, sumWidth]) => bytes + days * (dayWidth + sumWidth), 0);
  const packed = Buffer.alloc(HEADER_BYTES + directory.byteLength + size);
  packed.writeUInt32BE(directory.byteLength, 0);
  packed.set(directory, HEADER_BYTES);
  let position = HEADER_BYTES + directory.byteLength;
  for (const [index, { days, totals }] of present.entries()) {
    const [, , dayWidth = 4, sumWidth = 16] = entries[index] ?? [];
    for (const day of days) position = packed.writeUIntBE(day, position, dayWidth);
    for (const total of totals) position = writeSum(packed, position, sumWidth, total);
  }
  return packed;
}

type Series = { readonly measure: string; readonly days: readonly number[]; readonly totals: readonly bigint[] };

function accumulated(measure: string, amounts: ReadonlyMap<number, bigint>, firstDay: number): Series {
  const days: number[] = [];
  const totals: bigint[] = [];
  let total = 0n;
  for (const [day, amount] of [...amounts].sort(([a], [b]) => a - b)) {
    if (amount === 0n) continue;
    if (amount < 0n || day < firstDay) throw new RangeError('sums are of positive amounts from the first day on');
    total += amount;
    days.push(day - firstDay);
    totals.push(total);
  }
  return { measure, days, totals };
}

const HALF_BITS = 64n;

function sumWidthOf(largest: bigint): SumWidth {
  if (largest < 1n << 16n) return 2;
  if (largest < 1n << 32n) return 4;
  return largest < 1n << HALF_BITS ? 8 : 16;
}

function writeSum(target: Buffer, position: number, width: SumWidth, value: bigint): number {
  if (width === 2) return target.writeUInt16BE(Number(value), position);
  if (width === 4) return target.writeUInt32BE(Number(value), position);
  if (width === 8) return target.writeBigUInt64BE(value, position);
  const lowHalfAt = target.writeBigUInt64BE(value >> HALF_BITS, position);
  return target.writeBigUInt64BE(BigInt.asUintN(64, value), lowHalfAt);
}

export type PackedSums = {
  /** Measures that are not zero on every day, in code-unit order. */
  readonly measures: readonly string[];
  /** The sum of `measure` over the days `from` to `to`, both included; zero for a measure that is not there. */
  between(measure: string, from: number, to: number): bigint;
  /**
   * Adds each day of `measure` from `from` to `to`, both included, to `target`, whose first element is of `from`. What passes
   * 2⁵³ is as inexact as numbers are.
   */
  addDays(measure: string, from: number, to: number, target: Float64Array): void;
  /** What was packed. */
  unpack(): Map<string, Map<number, bigint>>;
};

/** @param packed what `packSums` made with the same `firstDay`. */
export function openSums(packed: Uint8Array, firstDay: number): PackedSums {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const columns = columnsOf(bytes);

  const dayAt = (column: Column, index: number) =>
    firstDay + bytes.readUIntBE(column.daysAt + index * column.dayWidth, column.dayWidth);
  const totalAt = (column: Column, index: number) =>
    index < 0 ? 0n : readSum(bytes, column.sumsAt + index * column.sumWidth, column.sumWidth);

  /** How many of the column's days are not after `day`. */
  function daysUpTo(column: Column, day: number): number {
    let [low, high] = [0, column.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (dayAt(column, middle) <= day) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    measures: [...columns.keys()],
    between(measure, from, to) {
      const column = columns.get(measure);
      if (column === undefined || to < from) return 0n;
      return totalAt(column, daysUpTo(column, to) - 1) - totalAt(column, daysUpTo(column, from - 1) - 1);
    },
    addDays(measure, from, to, target) {
      const column = columns.get(measure);
      if (column === undefined) return;
      const [start, end] = [daysUpTo(column, from - 1), daysUpTo(column, to)];
      // Numbers are several times as fast; small sums are exact.
      const isSmall = column.sumWidth <= 4;
      const smallAt = (index: number) =>
        index < 0 ? 0 : bytes.readUIntBE(column.sumsAt + index * column.sumWidth, column.sumWidth);
      for (let index = start; index < end; index += 1) {
        const amount = isSmall
          ? smallAt(index) - smallAt(index - 1)
          : Number(totalAt(column, index) - totalAt(column, index - 1));
        const at = dayAt(column, index) - from;
        target[at] = (target[at] ?? 0) + amount;
      }
    },
    unpack() {
      const unpacked = new Map<string, Map<number, bigint>>();
      for (const [measure, column] of columns) {
        const days = new Map<number, bigint>();
        for (let index = 0; index < column.count; index += 1) {
          days.set(dayAt(column, index), totalAt(column, index) - totalAt(column, index - 1));
        }
        unpacked.set(measure, days);
      }
      return unpacked;
    },
  };
}

type Column = {
  readonly count: number;
  readonly dayWidth: DayWidth;
  readonly sumWidth: SumWidth;
  readonly daysAt: number;
  readonly sumsAt: number;
};

function columnsOf(bytes: Buffer): Map<string, Column> {
  const directoryEnd = HEADER_BYTES + bytes.readUInt32BE(0);
  const entries: readonly DirectoryEntry[] = JSON.parse(bytes.toString('utf8', HEADER_BYTES, directoryEnd));
  const columns = new Map<string, Column>();
  let daysAt = directoryEnd;
  for (const [measure, count, dayWidth, sumWidth] of entries) {
    const sumsAt = daysAt + count * dayWidth;
    columns.set(measure, { count, dayWidth, sumWidth, daysAt, sumsAt });
    daysAt = sumsAt + count * sumWidth;
  }
  return columns;
}

function readSum(bytes: Buffer, position: number, width: SumWidth): bigint {
  if (width === 2) return BigInt(bytes.readUInt16BE(position));
  if (width === 4) return BigInt(bytes.readUInt32BE(position));
  const first = bytes.readBigUInt64BE(position);
  return width === 8 ? first : (first << HALF_BITS) + bytes.readBigUInt64BE(position + 8);
}
