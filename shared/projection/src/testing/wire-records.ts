import { avroTypeOf } from '@fundlens/contracts/wire/avro-type';
import type { Codec } from '@fundlens/contracts/wire/codec';
import { definitionOf, type EventType } from '@fundlens/contracts/event-types';
import type { Typed } from '@fundlens/testing/event-identity';

/** Confluent wire format: a zero byte and the schema id in four bytes. */
const HEADER_BYTES = 5;

export type WireRecord = { readonly key: string; readonly value: Buffer };

/** A record as our publisher makes it. */
export async function wireRecord(codec: Codec, { type, event }: Typed): Promise<WireRecord> {
  const { key, value } = await codec.encode(type, event);
  return { key, value };
}

/**
 * A record as a publisher makes it that checks nothing: `valid` lends its schema id, `changes` are written over its
 * fields whatever they are. The key agrees with the identities as they are then.
 */
export async function uncheckedRecord<T extends EventType>(
  codec: Codec,
  valid: Typed<T>,
  changes: Readonly<Record<string, unknown>>,
): Promise<WireRecord> {
  const { value } = await wireRecord(codec, valid as unknown as Typed);
  const definition = definitionOf(valid.type as T);
  const event = { ...valid.event, ...changes };
  const record = avroTypeOf(definition.avro).toBuffer(event);
  return { key: definition.keyOf(event as never), value: Buffer.concat([value.subarray(0, HEADER_BYTES), record]) };
}
