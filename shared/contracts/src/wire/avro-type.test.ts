import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { avroTypeOf } from './avro-type.ts';

const long = avroTypeOf('long');
const list = avroTypeOf({ type: 'array', items: 'string' });
const listSkipped = avroTypeOf({
  type: 'record',
  name: 'R',
  fields: [{ name: 'kept', type: 'int' }],
});
const listWritten = avroTypeOf({
  type: 'record',
  name: 'R',
  fields: [
    { name: 'dropped', type: { type: 'array', items: 'string' } },
    { name: 'kept', type: 'int' },
  ],
});

/** Avro's zigzag variable-length encoding, as another language would write it. */
function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  for (let rest = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n)); ; rest >>= 7n) {
    if (rest < 0x80n) return Buffer.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 0x7fn) | 0x80);
  }
}

describe('long', () => {
  test('is exact over all safe integers', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(long.toBuffer(value)).toEqual(varint(BigInt(value)));
        expect(long.fromBuffer(varint(BigInt(value)))).toBe(value);
      }),
      {
        examples: [[Number.MAX_SAFE_INTEGER], [Number.MIN_SAFE_INTEGER], [2 ** 32], [-(2 ** 32)], [2 ** 31], [-1], [0]],
      },
    );
  });

  test('beyond is refused, never rounded', () => {
    const beyond = fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(beyond, fc.boolean(), (value, negative) => {
        expect(() => long.fromBuffer(varint(negative ? -value : value))).toThrow(RangeError);
      }),
    );
  });
});

describe('a list', () => {
  test('in one block, several blocks or blocks with sizes reads the same', () => {
    const item = (text: string) => Buffer.concat([varint(BigInt(text.length)), Buffer.from(text)]);
    const end = varint(0n);
    const one = Buffer.concat([varint(2n), item('a'), item('b'), end]);
    const several = Buffer.concat([varint(1n), item('a'), varint(1n), item('b'), end]);
    const sized = Buffer.concat([varint(-2n), varint(4n), item('a'), item('b'), end]);
    for (const bytes of [one, several, sized]) expect(list.fromBuffer(bytes)).toEqual(['a', 'b']);
    const resolver = listSkipped.createResolver(listWritten);
    for (const bytes of [one, several, sized]) {
      expect(listSkipped.fromBuffer(Buffer.concat([bytes, varint(7n)]), resolver)).toEqual({ kept: 7 });
    }
  });

  test.each([2n ** 31n, 2n ** 40n, 2n ** 52n, -(2n ** 40n), 100n])(
    'that claims %s items is refused at once',
    (count) => {
      const bytes = Buffer.concat([varint(count), Buffer.alloc(20)]);
      expect(() => list.fromBuffer(bytes)).toThrow();
      expect(() => listSkipped.fromBuffer(bytes, listSkipped.createResolver(listWritten))).toThrow();
    },
  );

  test('with a block of negative size is refused, not skipped backwards', () => {
    const bytes = Buffer.concat([varint(-1n), varint(-2n), Buffer.alloc(20)]);
    expect(() => listSkipped.fromBuffer(bytes, listSkipped.createResolver(listWritten))).toThrow();
  });
});
