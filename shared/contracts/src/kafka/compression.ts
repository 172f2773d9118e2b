import { promisify } from 'node:util';
import { unzip, zstdDecompress } from 'node:zlib';
import kafkajs from 'kafkajs';
import lz4 from 'lz4-napi';
import snappy from 'snappy';
import { MAX_BATCH_RECORDS, MAX_EXPANDED_BATCH_BYTES } from '../definition/limits.ts';
import { headerBefore, refusedBatch } from './refused-batch.ts';

/** Of the compressed bytes of a batch its records. Nothing of ours compresses. */
type Expand = (compressed: Buffer) => Promise<Buffer>;

/** By this code Node's decoders say that more would be in memory than may be. */
const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE';
const tooLarge = () => Object.assign(new RangeError('a batch expands to too much'), { code: TOO_LARGE });

const BOUNDED = { maxOutputLength: MAX_EXPANDED_BATCH_BYTES };
const expandGzip: Expand = (compressed) => promisify(unzip)(compressed, BOUNDED);
const expandZstd: Expand = (compressed) => promisify(zstdDecompress)(compressed, BOUNDED);

async function expandSnappy(compressed: Buffer): Promise<Buffer> {
  const blocks = snappyBlocks(compressed);
  if (blocks.reduce((bytes, block) => bytes + snappyBytes(block), 0) > MAX_EXPANDED_BATCH_BYTES) throw tooLarge();
  return Buffer.concat(
    await Promise.all(blocks.map((block) => snappy.uncompress(block, { asBuffer: true }) as Promise<Buffer>)),
  );
}

async function expandLz4(compressed: Buffer): Promise<Buffer> {
  if (lz4FrameBytes(compressed) > MAX_EXPANDED_BATCH_BYTES) throw tooLarge();
  return await lz4.decompressFrame(compressed);
}

const LZ4_MAGIC = 0x184d2204;

/**
 * At most how many bytes an LZ4 frame expands to: its blocks times the largest that it says it has, because the decoder has no
 * limit and Kafka's clients state no size. Blocks are full but for the last, unless a client flushes within a batch. Source:
 * lz4_Frame_format.md of lz4/lz4.
 * @throws RangeError when it is no frame, or breaks off.
 */
function lz4FrameBytes(frame: Buffer): number {
  if (frame.readUInt32LE(0) !== LZ4_MAGIC) throw new RangeError('it is no LZ4 frame');
  const flags = frame.readUInt8(4);
  const [hasBlockChecksum, hasContentSize, hasDictionaryId] = [flags & 0x10, flags & 0x08, flags & 0x01];
  // 4 to 7 stand for 64 KiB, 256 KiB, 1 MiB and 4 MiB.
  const largestBlock = 2 ** (8 + 2 * ((frame.readUInt8(5) >> 4) & 7));
  let position = 7 + (hasContentSize ? 8 : 0) + (hasDictionaryId ? 4 : 0);
  let bytes = 0;
  for (let size = frame.readUInt32LE(position); size !== 0; size = frame.readUInt32LE(position)) {
    // The highest bit says that the block is stored as it is.
    position += 4 + (size & 0x7f_ff_ff_ff) + (hasBlockChecksum ? 4 : 0);
    bytes += largestBlock;
  }
  return bytes;
}

/** What a block begins with: its size when it is expanded, seven bits per byte, the lowest first. */
function snappyBytes(block: Buffer): number {
  let bytes = 0;
  for (let index = 0; index < 5; index += 1) {
    const byte = block[index] ?? 0;
    bytes += (byte % 0x80) * 2 ** (7 * index);
    if (byte < 0x80) return bytes;
  }
  throw new RangeError('a Snappy block does not tell its size');
}

const XERIAL_MAGIC = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]); // \x82SNAPPY\0
/** Magic, version and lowest compatible version. */
const XERIAL_HEADER_BYTES = 16;

/**
 * Kafka's Java clients and brokers write Snappy in the framing of snappy-java: a header, then blocks each with its
 * length. Other clients write one bare block. Source: `SnappyOutputStream` of xerial/snappy-java.
 * @throws RangeError when a block is longer than what is left.
 */
function snappyBlocks(data: Buffer): Buffer[] {
  if (data.length < XERIAL_HEADER_BYTES || !data.subarray(0, XERIAL_MAGIC.length).equals(XERIAL_MAGIC)) return [data];
  const blocks: Buffer[] = [];
  for (let position = XERIAL_HEADER_BYTES; position < data.length; ) {
    const start = position + 4;
    position = start + data.readUInt32BE(position);
    if (position > data.length) throw new RangeError('a Snappy block is longer than its batch');
    blocks.push(data.subarray(start, position));
  }
  return blocks;
}

/** A batch that would be too much becomes a refused one: see `refused-batch.ts`. */
function codecOf(expand: Expand) {
  async function decompress(compressed: Buffer): Promise<Buffer> {
    const header = headerBefore(compressed);
    if ((header?.records ?? 0) > MAX_BATCH_RECORDS) return refusedBatch(header);
    try {
      return await expand(compressed);
    } catch (error) {
      if (error instanceof RangeError && 'code' in error && error.code === TOO_LARGE) return refusedBatch(header);
      throw error;
    }
  }
  return () => ({ decompress });
}

/**
 * Teaches KafkaJS the compressions that it does not bring along, and all of them a limit, for this process: one publisher's
 * choice must not stop the consumer. To be called before the first client is made; calling it again changes nothing.
 */
export function registerCompressionCodecs(): void {
  const { CompressionCodecs, CompressionTypes } = kafkajs;
  CompressionCodecs[CompressionTypes.GZIP] = codecOf(expandGzip);
  CompressionCodecs[CompressionTypes.Snappy] = codecOf(expandSnappy);
  CompressionCodecs[CompressionTypes.LZ4] = codecOf(expandLz4);
  CompressionCodecs[CompressionTypes.ZSTD] = codecOf(expandZstd);
}
