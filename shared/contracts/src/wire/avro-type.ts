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
  if (name === 'long') return new ExactLong();
  if (name === 'array') return new BoundedArray(schema, options) as unknown as Type;
  return undefined;
}

/** The part of avsc's reader that its published types leave out. */
type Tap = { readonly buf: Buffer; pos: number; readLong(): number };
type Reader = { _read(tap: Tap): unknown; _skip(tap: Tap): void };
type ArrayBase = new (schema: unknown, options: object) => { readonly itemsType: Reader };

/** Read and written without bit operations, which have 32 bits: the sign in the lowest bit, 6 bits beside it, then 7 a byte. */
class ExactLong extends avro.types.LongType {
  _check(value: unknown, _flags: unknown, refuse?: (value: unknown, type: Type) => void): boolean {
    if (!Number.isSafeInteger(value)) refuse?.(value, this);
    return Number.isSafeInteger(value);
  }

  _read(tap: Tap): number {
    const first = tap.buf[tap.pos++] ?? 0;
    let size = (first & 0x7f) >> 1;
    for (let [byte, scale] = [first, 64]; byte & 0x80; scale *= 128) {
      byte = tap.buf[tap.pos++] ?? 0;
      size += (byte & 0x7f) * scale;
    }
    const value = first & 1 ? -size - 1 : size;
    if (!Number.isSafeInteger(value)) throw new RangeError('a long is outside the range of safe integers');
    return value;
  }

  _write(tap: Tap, value: number): void {
    const size = value < 0 ? -value - 1 : value;
    let byte = (size % 64) * 2 + Number(value < 0);
    for (let rest = Math.floor(size / 64); rest > 0; rest = Math.floor(rest / 128)) {
      tap.buf[tap.pos++] = byte | 0x80;
      byte = rest % 128;
    }
    tap.buf[tap.pos++] = byte;
  }
}
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
