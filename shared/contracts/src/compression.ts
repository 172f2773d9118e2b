import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import kafkajs from 'kafkajs';
import lz4 from 'lz4-napi';
import snappy from 'snappy';
import { readXerial } from './xerial-framing.ts';

/** What KafkaJS asks of a codec. */
type CompressionCodec = {
  compress(encoder: { readonly buffer: Buffer }): Promise<Buffer>;
  decompress(buffer: Buffer): Promise<Buffer>;
};

/** A batch of the largest records expands to a few dozen MiB at most. Zstandard alone packs gigabytes into one batch. */
const MAX_DECOMPRESSED_BYTES = 256 * 1024 * 1024;

const zstd = { compress: promisify(zstdCompress), decompress: promisify(zstdDecompress) };

const snappyCodec: CompressionCodec = {
  compress: ({ buffer }) => snappy.compress(buffer),
  decompress: (buffer) => readXerial(buffer, uncompressSnappy),
};

const lz4Codec: CompressionCodec = {
  compress: ({ buffer }) => lz4.compressFrame(buffer),
  decompress: (buffer) => lz4.decompressFrame(buffer),
};

const zstdCodec: CompressionCodec = {
  compress: ({ buffer }) => zstd.compress(buffer),
  decompress: (buffer) => zstd.decompress(buffer, { maxOutputLength: MAX_DECOMPRESSED_BYTES }),
};

async function uncompressSnappy(block: Buffer): Promise<Buffer> {
  return Buffer.from(await snappy.uncompress(block, { asBuffer: true }));
}

/**
 * Teaches KafkaJS the compressions that it does not bring along, for this process: one publisher's choice must not stop
 * the consumer. To be called before the first client is made; calling it again changes nothing.
 */
export function registerCompressionCodecs(): void {
  const { CompressionCodecs, CompressionTypes } = kafkajs;
  CompressionCodecs[CompressionTypes.Snappy] = () => snappyCodec;
  CompressionCodecs[CompressionTypes.LZ4] = () => lz4Codec;
  CompressionCodecs[CompressionTypes.ZSTD] = () => zstdCodec;
}
