import { gzipSync, zstdCompressSync } from 'node:zlib';
import kafkajs from 'kafkajs';
import lz4 from 'lz4-napi';
import snappy from 'snappy';
import { describe, expect, it } from 'vitest';
import { registerCompressionCodecs } from './compression.ts';
import { MAX_BATCH_RECORDS, MAX_EXPANDED_BATCH_BYTES } from '../definition/limits.ts';
import { refusedRecordsOf } from './refused-batch.ts';

const { CompressionCodecs, CompressionTypes } = kafkajs;
registerCompressionCodecs();

type Codec = { decompress(buffer: Buffer): Promise<Buffer> };
const codecOf = (type: number) => (CompressionCodecs as Record<number, () => Codec>)[type]?.() as Codec;

const MIB = 1024 * 1024;
/** More than a refusal may cost, so that an expanded one is seen. */
const BOMB = 512 * MIB;
/** Peak of memory that a refusal may cost: what was expanded until then, once whole and once in pieces. */
const ALLOWED_MIB = 256;
const HEADER_BYTES = 61;

/** As KafkaJS gives it to a codec: a part of the response, behind the header of its batch. */
function inBatch(compressed: Buffer, records: number): Buffer {
  const response = Buffer.concat([Buffer.alloc(HEADER_BYTES), compressed]);
  response.writeInt32BE(49 + compressed.length, 8);
  response.writeInt8(2, 16);
  response.writeInt32BE(records - 1, 23);
  response.writeInt32BE(records, 57);
  return response.subarray(HEADER_BYTES);
}

/** One frame of 16 MiB, again and again: both formats read on behind the end of one. */
function frames(bytes: number, compress: (input: Buffer) => Buffer): Buffer {
  const frame = compress(Buffer.alloc(16 * MIB));
  return Buffer.concat(Array.from({ length: bytes / 16 / MIB }, () => frame));
}

/** One block of 4 MiB, again and again, and no size in the header. */
async function lz4Bomb(bytes: number): Promise<Buffer> {
  const header = Buffer.from('04224d18607073', 'hex');
  const frame = await lz4.compressFrame(Buffer.alloc(4 * MIB));
  const block = frame.subarray(HEADER_OF_FRAME, -END_OF_FRAME);
  expect(frame.subarray(0, HEADER_OF_FRAME)).toEqual(header);
  return Buffer.concat([header, ...Array.from({ length: bytes / 4 / MIB }, () => block), Buffer.alloc(END_OF_FRAME)]);
}
const HEADER_OF_FRAME = 7;
const END_OF_FRAME = 4;

const XERIAL = Buffer.from('82534e41505059000000000100000001', 'hex');

/** As Java frames it: blocks each with its length. */
async function snappyBomb(bytes: number): Promise<Buffer> {
  const block = await snappy.compress(Buffer.alloc(16 * MIB));
  const length = Buffer.alloc(4);
  length.writeInt32BE(block.length);
  return Buffer.concat([XERIAL, ...Array.from({ length: bytes / 16 / MIB }, () => [length, block]).flat()]);
}

/** Says that it expands to nearly four gigabytes, and holds next to nothing. */
const boastful = Buffer.from('ffffffff0f0000', 'hex');

const bombs = [
  ['gzip', CompressionTypes.GZIP, async () => frames(BOMB, gzipSync)],
  ['zstd', CompressionTypes.ZSTD, async () => frames(BOMB, zstdCompressSync)],
  ['lz4', CompressionTypes.LZ4, () => lz4Bomb(BOMB)],
  ['snappy', CompressionTypes.Snappy, () => snappyBomb(BOMB / 4)],
  ['boastful snappy', CompressionTypes.Snappy, async () => boastful],
] as const;

describe('a compressed batch that would fill the memory', () => {
  it.each(bombs)(
    'of %s is refused before it is in memory, and stands as many records as it has',
    async (_, type, make) => {
      const bomb = inBatch(await make(), 3);
      expect(bomb.length).toBeLessThan(9 * MIB);
      const before = process.resourceUsage().maxRSS;
      const given = await codecOf(type).decompress(bomb);
      expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(ALLOWED_MIB);
      expect([given.length, refusedRecordsOf(given)]).toEqual([3 * 7, 3]);
      expect(refusedRecordsOf(Buffer.alloc(0))).toBeNull();
    },
  );

  it('fails for an unknown number of records, or one that alone is too large', async () => {
    const bomb = frames(MAX_EXPANDED_BATCH_BYTES + 16 * MIB, zstdCompressSync);
    const codec = codecOf(CompressionTypes.ZSTD);
    await expect(
      codec.decompress(Buffer.concat([Buffer.alloc(HEADER_BYTES), bomb]).subarray(HEADER_BYTES)),
    ).rejects.toThrow(RangeError);
    await expect(codec.decompress(inBatch(bomb, MAX_BATCH_RECORDS + 1))).rejects.toThrow(RangeError);
    const small = zstdCompressSync('x');
    await expect(codec.decompress(inBatch(small, MAX_BATCH_RECORDS + 1))).rejects.toThrow(RangeError);
  });
});

it.each([
  ['gzip', CompressionTypes.GZIP, async (buffer: Buffer) => gzipSync(buffer)],
  ['zstd', CompressionTypes.ZSTD, async (buffer: Buffer) => zstdCompressSync(buffer)],
  ['lz4', CompressionTypes.LZ4, (buffer: Buffer) => lz4.compressFrame(buffer)],
  ['snappy', CompressionTypes.Snappy, (buffer: Buffer) => snappy.compress(buffer)],
])('what %s expands to the limit and no further is expanded', async (_, type, compress) => {
  const codec = codecOf(type);
  const full = await compress(Buffer.alloc(MAX_EXPANDED_BATCH_BYTES));
  expect((await codec.decompress(inBatch(full, 1))).length).toBe(MAX_EXPANDED_BATCH_BYTES);
  const over = await compress(Buffer.alloc(MAX_EXPANDED_BATCH_BYTES + 1));
  expect(refusedRecordsOf(await codec.decompress(inBatch(over, 1)))).toBe(1);
});
