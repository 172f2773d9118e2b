import avro, { type Schema, type Type } from 'avsc';

/**
 * Avro types as the whole system reads them: avsc, with the two things that it does not do for us.
 *
 * - `long` is exact over the whole range of safe integers (avsc's own stops short of 2^53 - 1 and misreads its
 *   neighbours); a number outside it is refused, never rounded.
 * - A list that claims more items than its bytes can hold is refused at once. avsc would loop over the claimed number
 *   first, and a few damaged bytes can claim 2^60.
 */
export function avroTypeOf(schema: unknown): Type {
  return avro.Type.forSchema(schema as Schema, { typeHook, omitRecordMethods: true });
}

function typeHook(schema: unknown, options: object): Type | undefined {
  const name = typeof schema === 'object' && schema !== null && 'type' in schema ? schema.type : schema;
  if (name === 'long') return exactLong;
  if (name === 'array') return new BoundedArray(schema, options) as unknown as Type;
  return undefined;
}

const TWO_TO_32 = 4_294_967_296;

const exactLong = avro.types.LongType.__with({
  fromBuffer(buffer: Buffer): number {
    const value = buffer.readInt32LE(4) * TWO_TO_32 + buffer.readUInt32LE(0);
    if (!Number.isSafeInteger(value)) throw new RangeError('a long is outside the range of safe integers');
    return value;
  },
  toBuffer(value: number): Buffer {
    const buffer = Buffer.allocUnsafe(8);
    const high = Math.floor(value / TWO_TO_32);
    buffer.writeInt32LE(high, 4);
    buffer.writeUInt32LE(value - high * TWO_TO_32, 0);
    return buffer;
  },
  fromJSON: Number,
  toJSON: Number,
  isValid: Number.isSafeInteger,
  compare: (a: number, b: number) => Math.sign(a - b),
});

/** The part of avsc's reader that its published types leave out. */
type Tap = { readonly buf: Buffer; pos: number; readLong(): number };
type Reader = { _read(tap: Tap): unknown; _skip(tap: Tap): void };
type ArrayBase = new (schema: unknown, options: object) => { readonly itemsType: Reader };

class BoundedArray extends (avro.types.ArrayType as unknown as ArrayBase) {
  // Called by avsc also on a resolver, which has the same `itemsType`.
  _read(tap: Tap): unknown[] {
    const items: unknown[] = [];
    for (let count = tap.readLong(); count !== 0; count = tap.readLong()) {
      if (count < 0) tap.readLong(); // the block's size in bytes, for readers that skip
      const length = within(tap, Math.abs(count));
      for (let index = 0; index < length; index++) items.push(this.itemsType._read(tap));
    }
    return items;
  }

  _skip(tap: Tap): void {
    for (let count = tap.readLong(); count !== 0; count = tap.readLong()) {
      if (count < 0) {
        const bytes = tap.readLong(); // moves the position, so before adding to it
        tap.pos += within(tap, bytes);
        continue;
      }
      for (let index = within(tap, count); index > 0; index--) this.itemsType._skip(tap);
    }
  }
}

/** Every item takes at least one byte, so that more items than bytes left is damage. */
function within(tap: Tap, length: number): number {
  if (length < 0 || length > tap.buf.length - tap.pos) throw new RangeError('a list is longer than its bytes');
  return length;
}
