import type { SourceRecord } from '../log/source.ts';

/**
 * How many records of a partition are taken at once. Many cost less for each: states of one entity are folded before they
 * are written, and requests are shared. Few are done sooner: a heartbeat, a stop or a rebalance waits for the batch that
 * is under way. So batches grow while they are done soon, as in a backlog on a fast database, and shrink when they take
 * long. Without a backlog they are as small as what has arrived.
 */
const FIRST_RECORDS = 4_000;
const MIN_RECORDS = 50;
const MAX_RECORDS = 8_000;
const SOON_MS = 8_000;
const LONG_MS = 15_000;

type BatchSize = {
  /** The most records that the next batch may have. */
  records(): number;
  /** A batch of so many records took so long. */
  took(records: number, ms: number): void;
};

export function createBatchSize(): BatchSize {
  let size = FIRST_RECORDS;
  return {
    records: () => size,
    took(records, ms) {
      if (ms > LONG_MS) size = Math.max(MIN_RECORDS, Math.floor(size / 2));
      else if (ms < SOON_MS && records >= size) size = Math.min(MAX_RECORDS, size * 2);
    },
  };
}

/**
 * Decoded, redacted and rendered, a report is in memory some four times over; with several partitions at work this
 * keeps the process well below a gigabyte. One record may be larger (8 MiB): it then is a sub-batch of its own.
 */
export const MAX_BYTES = 8 * 1024 * 1024;

type SubBatchBounds = { readonly maxRecords: number; readonly maxBytes: number };

/** `bytes`: of keys and values, as the log has them. */
export type SubBatch = { readonly records: readonly SourceRecord[]; readonly bytes: number };

/** The longest run of records from the front that keeps within both bounds; at least one record. */
export function nextSubBatch(records: readonly SourceRecord[], { maxRecords, maxBytes }: SubBatchBounds): SubBatch {
  let bytes = 0;
  let count = 0;
  for (const { key, value } of records) {
    const more = (value?.byteLength ?? 0) + (key?.byteLength ?? 0);
    if (count > 0 && (count >= maxRecords || bytes + more > maxBytes)) break;
    bytes += more;
    count += 1;
  }
  return { records: records.slice(0, count), bytes };
}
