import { expect, test } from 'vitest';
import { readXerial } from './xerial-framing.ts';

const header = Buffer.from('82534e41505059000000000100000001', 'hex');
const upper = async (block: Buffer) => Buffer.from(block.toString().toUpperCase());
const block = (text: string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, Buffer.from(text)]);
};

test('blocks in the Java framing are read one after the other', async () => {
  expect(String(await readXerial(Buffer.concat([header, block('ab'), block('c')]), upper))).toBe('ABC');
  expect(String(await readXerial(header, upper))).toBe('');
});

test('a bare block of another client is read as one', async () => {
  expect(String(await readXerial(Buffer.from('abc'), upper))).toBe('ABC');
  expect(String(await readXerial(Buffer.from('a block longer than the header'), upper))).toHaveLength(30);
});

test('a block longer than its batch is refused', async () => {
  await expect(readXerial(Buffer.concat([header, block('abc').subarray(0, -1)]), upper)).rejects.toThrow(RangeError);
  await expect(readXerial(Buffer.concat([header, Buffer.alloc(3)]), upper)).rejects.toThrow(RangeError);
});
