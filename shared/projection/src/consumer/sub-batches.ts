import type { SourceRecord } from './source.ts';

/**
 * One round trip of load, write and checkpoint covers this many records: enough that the round trip costs little per
 * event, few enough that a heartbeat, a stop or a rebalance never waits for long.
 */
export const MAX_RECORDS = 500;

/**
 * Decoded, redacted and rendered, a report is in memory some four times over; with several partitions at work this
 * keeps the process well below a gigabyte. One record may be larger (8 MiB): it then is a sub-batch of its own.
 */
export const MAX_BYTES = 8 * 1024 * 1024;

export type SubBatchBounds = { readonly maxRecords: number; readonly maxBytes: number };

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
