import { MAX_BATCH_RECORDS } from '../definition/limits.ts';

/**
 * The replacement of a batch that must not be expanded. KafkaJS passes nothing but the compressed bytes to a codec, and a
 * codec that throws fails the whole member with all its partitions, again and again. So the codec returns as many empty
 * records as the batch has. The reader of the one partition recognizes them by the memory that they are in.
 *
 * Their number is in the header of the batch, in the same memory right before the compressed bytes. Source: Kafka's
 * RecordBatch, magic 2.
 */
const HEADER_BYTES = 61;
const LENGTH_AT = 8;
/** Of the header, what its length counts in. */
const COUNTED_HEADER_BYTES = 49;
const MAGIC_AT = 16;
const MAGIC = 2;
const LAST_OFFSET_DELTA_AT = 23;
const COUNT_AT = 57;

/** The records of each. */
const refused = new WeakMap<ArrayBufferLike, number>();

type BatchHeader = { readonly records: number; readonly lastOffsetDelta: number };

/** Null when what is before the compressed bytes is not their header. */
export function headerBefore({ buffer, byteOffset, byteLength }: Buffer): BatchHeader | null {
  if (byteOffset < HEADER_BYTES) return null;
  const header = Buffer.from(buffer, byteOffset - HEADER_BYTES, HEADER_BYTES);
  const isOwn = header.readInt32BE(LENGTH_AT) === COUNTED_HEADER_BYTES + byteLength && header[MAGIC_AT] === MAGIC;
  return isOwn
    ? { records: header.readInt32BE(COUNT_AT), lastOffsetDelta: header.readInt32BE(LAST_OFFSET_DELTA_AT) }
    : null;
}

/** @throws RangeError when not even empty records can be given, because there are too many or their number is unknown. */
export function refusedBatch(header: BatchHeader | null): Buffer {
  if (header === null || header.records > MAX_BATCH_RECORDS) throw new RangeError('a batch has too many records');
  const { records, lastOffsetDelta } = header;
  const absentKey = varint(-1);
  const bodies = Array.from({ length: records }, (_, index) => {
    // Where a log was compacted their own offsets are not known; the last one is, and the first that there was.
    const offsetDelta = varint(index === 0 ? 0 : lastOffsetDelta - (records - 1 - index));
    const [attributes, timestampDelta, emptyValue, headers] = [0, 0, 0, 0];
    return [attributes, timestampDelta, ...offsetDelta, ...absentKey, emptyValue, headers];
  });
  // Of its own, never from the pool: the memory is what it is known by.
  const replacement = Buffer.from(new Uint8Array(bodies.flatMap((body) => [...varint(body.length), ...body])).buffer);
  refused.set(replacement.buffer, records);
  return replacement;
}

/** How many records the refused batch has that the record with this value is of; null: of none. */
export function refusedRecordsOf(value: Buffer | null): number | null {
  return value === null ? null : (refused.get(value.buffer) ?? null);
}

/** Zigzag, seven bits per byte, the lowest first. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value >= 0 ? value * 2 : -value * 2 - 1;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}
