import type { Type } from 'avsc';
import { z } from 'zod';
import { FatalError, InvalidError } from '@fundlens/runtime/errors';
import { avroTypeOf } from './avro-type.ts';
import type { AnyEvent, EventOf, EventType } from '../event-types.ts';
import { definitionOf, eventTypes } from '../event-types.ts';
import { maxRecordBytes } from '../definition/limits.ts';
import { registerSchema } from './registry.ts';
import type { TopicNames } from './topic-names.ts';
import { validEvent } from '../validation.ts';
import { createWriterSchemas, type Readers, type WriterSchemasOptions } from './writer-schemas.ts';

type WireMessage = { readonly topic: string; readonly key: Buffer | null; readonly value: Buffer };

/** What is known of an event before it is valid. */
export type SeenEvent = {
  readonly type: EventType;
  /** Null while the record is not read, or when it has none by our rules. */
  readonly eventId: string | null;
  readonly occurredAt: number | null;
};

export type Codec = ReturnType<typeof createCodec>;

export type CodecOptions = WriterSchemasOptions & {
  readonly topics: TopicNames;
  /**
   * A publisher's schema may reach our registry after its first event, and registries that are replicated know it after some
   * seconds: an unknown id is retried for this long. All events of the partition wait as long; after it the one is set aside,
   * and replayed when its schema is known. Default: not at all.
   */
  readonly unknownSchemaRetryMs?: number;
};

/**
 * Revocations behind the event wait as long. After it the event becomes a dead letter that blocks its own entity alone.
 */
const MAX_ACCESS_UNKNOWN_SCHEMA_RETRY_MS = 30_000;

/** Confluent wire format: a zero byte, the writer's schema id in four bytes, the Avro record. */
const MAGIC_BYTE = 0;
const HEADER_BYTES = 5;

export function createCodec(options: CodecOptions) {
  const { registry, topics, unknownSchemaRetryMs = 0 } = options;
  const readers = Object.fromEntries(eventTypes.map((type) => [type, avroTypeOf(definitionOf(type).avro)])) as Readers;
  const writerSchemaOf = createWriterSchemas(options, readers);
  const retryMsOf = (topic: string) =>
    topic === topics.access ? Math.min(unknownSchemaRetryMs, MAX_ACCESS_UNKNOWN_SCHEMA_RETRY_MS) : unknownSchemaRetryMs;
  const ids = new Map<EventType, Promise<number>>();

  /** A failed registration is forgotten, so that the next event tries again. */
  function schemaId(type: EventType): Promise<number> {
    const known = ids.get(type);
    if (known !== undefined) return known;
    const id = registerSchema(registry, topics, type).catch((error: unknown) => {
      ids.delete(type);
      throw error;
    });
    ids.set(type, id);
    return id;
  }

  return {
    /**
     * Registers the schemas of these types, one after the other, so that encoding their events does not wait for the registry.
     * @throws RetryableError when the registry is unavailable, or registers the same schema for another process; FatalError when
     *   it refuses one.
     */
    async prepare(types: readonly EventType[]): Promise<void> {
      for (const type of types) await schemaId(type);
    },

    /**
     * The Kafka record of an event, which is validated first.
     * @throws InvalidError naming field and rule, RetryableError when the registry is unavailable.
     */
    async encode<T extends EventType>(type: T, event: EventOf<T>) {
      const definition = definitionOf(type);
      const valid = validEvent(type, event);
      const header = Buffer.alloc(HEADER_BYTES);
      header.writeUInt32BE(await schemaId(type), 1);
      const record = toBuffer(readers[type], valid);
      const maxBytes = maxRecordBytes[definition.stream];
      if (record.length > maxBytes) {
        throw new InvalidError('record_too_large', `${type}: must be at most ${maxBytes} bytes as a record`);
      }
      return { topic: topics[definition.stream], key: definition.keyOf(valid), value: Buffer.concat([header, record]) };
    },

    /**
     * The event of a Kafka record, in the latest schema, validated, key and topic checked. A null value is a compaction
     * marker and not to be handed in. `report` is a view on the record's bytes: copy it before keeping it.
     * @throws InvalidError for what will never be readable; RetryableError when the registry is unavailable, or does
     *   not know the schema id and was first asked less than `unknownSchemaRetryMs` ago.
     * @param onInvalid told what is known of an event that is invalid, for its dead letter.
     */
    async decode({ topic, key, value }: WireMessage, onInvalid?: (seen: SeenEvent) => void): Promise<AnyEvent> {
      const id = schemaIdOf(value);
      if (id === null) throw new InvalidError('undecodable', 'The value is not in the Confluent wire format.');
      const writer = await writerSchemaOf(id, retryMsOf(topic));
      if (writer === null || topics[definitionOf(writer.type).stream] !== topic) {
        throw new InvalidError('wrong_record_type', `The record type does not belong to the topic ${topic}.`);
      }
      const { type } = writer;
      let record: unknown;
      try {
        record = writer.read(value.subarray(HEADER_BYTES));
        const event = validEvent(type, record);
        if (key === null) throw new InvalidError('key_missing', 'The record has no key.');
        if (key.toString() !== definitionOf(type).keyOf(event)) {
          throw new InvalidError('key_mismatch', 'The key does not agree with the identities in the event.');
        }
        return { type, event } as AnyEvent;
      } catch (error) {
        onInvalid?.({ type, ...(identity.safeParse(record).data?.meta ?? { eventId: null, occurredAt: null }) });
        throw error;
      }
    },
  };
}

/** The id of the schema that the record was written with; null where it is not in the wire format. */
export function schemaIdOf(value: Buffer): number | null {
  return value.length < HEADER_BYTES || value[0] !== MAGIC_BYTE ? null : value.readUInt32BE(1);
}

const identity = z.object({ meta: z.object({ eventId: z.guid(), occurredAt: z.int().nonnegative() }) });

/** avsc quotes values in its messages: none is shown. */
function toBuffer(reader: Type, valid: object): Buffer {
  try {
    return reader.toBuffer(valid);
  } catch {
    throw new FatalError('encode_failed', 'A valid event does not fit its Avro record; this is a bug.');
  }
}
