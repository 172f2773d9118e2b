import type { LogReader } from '../log/log-reader.ts';
import type { SourceRecord, TopicPartition } from '../log/source.ts';

/**
 * Why a reading went no further back:
 *
 * - applied: everything before it is in the documents or a dead letter, and none of them names the entity
 * - known: what the documents show of the entity was taken by the log here
 * - found: the event that was looked for, or what the documents show, was read
 * - since: the log took nothing before it later than the bound in time
 * - beginning: the log has nothing before it
 * - records, matches, time: so many records, records of the entity, or milliseconds were spent
 */
export type ScanBound = 'applied' | 'known' | 'found' | 'since' | 'beginning' | 'records' | 'matches' | 'time';

/** `[floor, end)` of a partition. */
export type ScanRange = {
  readonly topicPartition: TopicPartition;
  readonly floor: number;
  readonly end: number;
  /** What it means to have read down to `floor`. */
  readonly floorIs: ScanBound;
  /** What lies behind it is read even where `isDone` says that nothing more matters. */
  readonly needed: number;
};

/** `[from, end)` was read, all of it. */
export type Scanned = TopicPartition & { readonly from: number; readonly end: number; readonly bound: ScanBound };

/** What a search may cost, all its partitions together. */
export type ScanLimits = {
  /** Records that are read, whatever they are about. */
  readonly records: number;
  /** Records about the entity that are kept. */
  readonly matches: number;
  /** Null: as long as it takes. */
  readonly milliseconds: number | null;
};

/** A chunk is a seek and some fetches, so small ones are slow; the first is small because what is asked for is often new. */
const FIRST_CHUNK = 1_000;
const GROWTH = 4;
const MAX_CHUNK = 64_000;
/** A chunk that takes longer is followed by a smaller one, so that a limit in time is kept. */
const LONG_CHUNK_MS = 1_000;

export type ScanOptions = {
  readonly reader: Pick<LogReader, 'read'>;
  readonly limits: ScanLimits;
  /** Milliseconds from any beginning. */
  readonly monotonic: () => number;
  /** Takes records in the order of the log within a chunk, chunks backwards. @returns how many are kept */
  readonly take: (topicPartition: TopicPartition, records: readonly SourceRecord[]) => Promise<number>;
  /** Whether nothing before what was taken of this partition matters. */
  readonly isDone: (topicPartition: TopicPartition) => boolean;
  readonly progress: (read: number, total: number) => void;
};

/** As many as the reader reads concurrently. */
const PARTITIONS_AT_ONCE = 4;

/** Reads the ranges from their ends backwards, in chunks that grow, until their floors or a limit. */
export async function scanBackwards(ranges: readonly ScanRange[], options: ScanOptions): Promise<Scanned[]> {
  const scan = new BackwardScan(ranges, options);
  const waiting = ranges.filter(({ floor, end }) => floor < end);
  const empty = ranges.filter(({ floor, end }) => floor >= end).map(untouched);
  const scanned: Scanned[] = [];
  const worker = async () => {
    for (let range = waiting.shift(); range !== undefined; range = waiting.shift())
      scanned.push(await scan.read(range));
  };
  await Promise.all(Array.from({ length: PARTITIONS_AT_ONCE }, worker));
  return [...empty, ...scanned];
}

function untouched({ topicPartition, end, floorIs }: ScanRange): Scanned {
  return { ...topicPartition, from: end, end, bound: floorIs };
}

class BackwardScan {
  readonly #options: ScanOptions;
  readonly #total: number;
  readonly #began: number;
  #read = 0;
  #kept = 0;

  constructor(ranges: readonly ScanRange[], options: ScanOptions) {
    this.#options = options;
    this.#began = options.monotonic();
    const all = ranges.reduce((sum, { floor, end }) => sum + Math.max(0, end - floor), 0);
    this.#total = Math.min(all, options.limits.records);
  }

  async read({ topicPartition, floor, end, floorIs, needed }: ScanRange): Promise<Scanned> {
    const { reader, limits, take, isDone, progress, monotonic } = this.#options;
    let to = end;
    let chunk = FIRST_CHUNK;
    while (to > floor) {
      const spent = this.#spent();
      if (spent !== null) return { ...topicPartition, from: to, end, bound: spent };
      const from = Math.max(floor, to - Math.min(chunk, limits.records - this.#read));
      const began = monotonic();
      this.#read += to - from;
      await reader.read(topicPartition, { from, to }, async (records) => {
        this.#kept += await take(topicPartition, records);
      });
      progress(this.#read, this.#total);
      to = from;
      const isLong = monotonic() - began > LONG_CHUNK_MS;
      chunk = isLong ? Math.max(FIRST_CHUNK, chunk / GROWTH) : Math.min(chunk * GROWTH, MAX_CHUNK);
      if (to > floor && to <= needed && isDone(topicPartition)) return { ...topicPartition, from, end, bound: 'found' };
    }
    return { ...topicPartition, from: floor, end, bound: floorIs };
  }

  #spent(): ScanBound | null {
    const { limits, monotonic } = this.#options;
    if (this.#read >= limits.records) return 'records';
    if (this.#kept >= limits.matches) return 'matches';
    return limits.milliseconds !== null && monotonic() - this.#began >= limits.milliseconds ? 'time' : null;
  }
}
