import { type AvroField, type AvroSchema, isUnion } from './definition/avro-schema.ts';
import { definitionOf, type EventOf, type EventType } from './event-types.ts';

/** An event of which everything that has a default may be left out. */
export type EventInput<T extends EventType> = WithOptional<EventOf<T>>;

type WithOptional<V> = V extends Uint8Array
  ? V
  : V extends readonly (infer Item)[]
    ? WithOptional<Item>[]
    : V extends object
      ? { [K in keyof V as Defaulted<K, V[K]> extends true ? never : K]: WithOptional<V[K]> } & {
          [K in keyof V as Defaulted<K, V[K]> extends true ? K : never]?: WithOptional<V[K]>;
        }
      : V;

/** What the Avro schemas default: nullable fields to null, lists to empty, `epoch` to 0 and `deleted` to false. */
type Defaulted<K, V> = K extends 'epoch' | 'deleted'
  ? true
  : null extends V
    ? true
    : V extends readonly unknown[]
      ? true
      : false;

/**
 * Fills in what was left out with the defaults of the Avro schema, nested records included. Nothing is validated and
 * unknown fields stay, so that validation can name them.
 */
export function withDefaults<T extends EventType>(type: T, input: EventInput<T>): EventOf<T> {
  return fillDefaults(type, input) as EventOf<T>;
}

/** Converts a given value by the Avro type of its field, for representations that write some types differently. */
type LeafConversion = (schema: AvroSchema, value: unknown) => unknown;

/** The same for a value that came from outside and may be anything; `convert` sees every value that is not a record. */
export function fillDefaults(type: EventType, input: unknown, convert: LeafConversion = (_, value) => value): unknown {
  return fillRecord(definitionOf(type).avro.fields, input, convert);
}

function fillRecord(fields: readonly AvroField[], input: unknown, convert: LeafConversion): unknown {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return input;
  const given = input as Record<string, unknown>;
  const filled: Record<string, unknown> = { ...given };
  for (const { name, type, default: fallback } of fields) {
    const value = given[name];
    if (value !== undefined) filled[name] = fill(type, value, convert);
    else if (fallback !== undefined) filled[name] = Array.isArray(fallback) ? [...fallback] : fallback;
  }
  return filled;
}

function fill(schema: AvroSchema, value: unknown, convert: LeafConversion): unknown {
  if (typeof schema === 'string') return convert(schema, value);
  if (isUnion(schema)) return schema.reduce<unknown>((filled, branch) => fill(branch, filled, convert), value);
  if (schema.fields !== undefined) return fillRecord(schema.fields, value, convert);
  const { items } = schema;
  if (items !== undefined) {
    return Array.isArray(value) ? value.map((item: unknown) => fill(items, item, convert)) : value;
  }
  return convert(schema, value);
}
