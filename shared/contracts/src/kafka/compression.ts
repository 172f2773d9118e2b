import { promisify } from 'node:util';
import { gzip, unzip, zstdCompress, zstdDecompress } from 'node:zlib';
import kafkajs from 'kafkajs';
import lz4 from 'lz4-napi';
import snappy from 'snappy';
import { MAX_BATCH_RECORDS, MAX_EXPANDED_BATCH_BYTES } from '../definition/limits.ts';
import { headerBefore, refusedBatch } from './refused-batch.ts';
import { readXerial } from './xerial-framing.ts';

/** What KafkaJS asks of a codec. */
type CompressionCodec = {
  compress(encoder: { readonly buffer: Buffer }): Promise<Buffer>;
  decompress(buffer: Buffer): Promise<Buffer>;
};

/** The batch expands to more than it may; thrown before more than that is in memory. */
class TooLarge extends Error {}

const zlib = {
  gzip: promisify(gzip),
  unzip: promisify(unzip),
  zstdCompress: promisify(zstdCompress),
  zstdDecompress: promisify(zstdDecompress),
};
const BOUNDED = { maxOutputLength: MAX_EXPANDED_BATCH_BYTES };

const gzipCodec: CompressionCodec = {
  compress: ({ buffer }) => zlib.gzip(buffer),
  decompress: (buffer) => withinBound(zlib.unzip(buffer, BOUNDED)),
};

const snappyCodec: CompressionCodec = {
  compress: ({ buffer }) => snappy.compress(buffer),
  async decompress(buffer) {
    let bytes = 0;
    return await readXerial(buffer, async (block) => {
      bytes += snappyBytes(block);
      if (bytes > MAX_EXPANDED_BATCH_BYTES) throw new TooLarge();
      return await uncompressSnappy(block);
    });
  },
};

const lz4Codec: CompressionCodec = {
  compress: ({ buffer }) => lz4.compressFrame(buffer),
  async decompress(buffer) {
    if (lz4FrameBytes(buffer) > MAX_EXPANDED_BATCH_BYTES) throw new TooLarge();
    return await lz4.decompressFrame(buffer);
  },
};

const zstdCodec: CompressionCodec = {
  compress: ({ buffer }) => zlib.zstdCompress(buffer),
  decompress: (buffer) => withinBound(zlib.zstdDecompress(buffer, BOUNDED)),
};

/** Distinguishes the exceeded limit from other errors. */
async function withinBound(expanded: Promise<Buffer>): Promise<Buffer> {
  try {
    return await expanded;
  } catch (error) {
    throw error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
      ? new TooLarge()
      : error;
  }
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
export function snappyBytes(block: Buffer): number {
  let bytes = 0;
  for (let index = 0; index < 5; index += 1) {
    const byte = block[index] ?? 0;
    bytes += (byte % 0x80) * 2 ** (7 * index);
    if (byte < 0x80) return bytes;
  }
  throw new RangeError('a Snappy block does not tell its size');
}

async function uncompressSnappy(block: Buffer): Promise<Buffer> {
  return Buffer.from(await snappy.uncompress(block, { asBuffer: true }));
}

/** A batch that would be too much becomes a refused one: see `refused-batch.ts`. */
function bounded(codec: CompressionCodec): CompressionCodec {
  return {
    ...codec,
    async decompress(buffer) {
      const header = headerBefore(buffer);
      if ((header?.records ?? 0) > MAX_BATCH_RECORDS) return refusedBatch(header);
      try {
        return await codec.decompress(buffer);
      } catch (error) {
        if (error instanceof TooLarge) return refusedBatch(header);
        throw error;
      }
    },
  };
}

/**
 * Teaches KafkaJS the compressions that it does not bring along, and all of them a limit, for this process: one publisher's
 * choice must not stop the consumer. To be called before the first client is made; calling it again changes nothing.
 */
export function registerCompressionCodecs(): void {
  const { CompressionCodecs, CompressionTypes } = kafkajs;
  CompressionCodecs[CompressionTypes.GZIP] = () => bounded(gzipCodec);
  CompressionCodecs[CompressionTypes.Snappy] = () => bounded(snappyCodec);
  CompressionCodecs[CompressionTypes.LZ4] = () => bounded(lz4Codec);
  CompressionCodecs[CompressionTypes.ZSTD] = () => bounded(zstdCodec);
}
