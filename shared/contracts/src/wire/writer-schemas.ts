import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import type { Type } from 'avsc';
import { avroTypeOf } from './avro-type.ts';
import { type EventType, eventTypeNamed } from '../event-types.ts';
import type { SchemaRegistry } from './registry.ts';

/** A schema that some publisher wrote with, and how to read its records as ours. */
type WriterSchema = {
  readonly type: EventType;
  /**
   * The record in the latest schema of its type. Additions and defaults are resolved by Avro; a change of meaning would
   * be upcast here, before validation, by the writer's schema.
   * @throws InvalidError `undecodable`.
   */
  read(record: Buffer): unknown;
};

/**
 * The writer schema with the id; null: it is of no event of ours.
 * @param retryMs for this long after it was first met, an unknown id is retryable; then it is invalid.
 */
type WriterSchemaOf = (id: number, retryMs: number) => Promise<WriterSchema | null>;

/** Remembers when ids were first met, so that a restart does not begin the wait anew. */
export type SchemaWaits = {
  /** Milliseconds since the id was first met, by any process. */
  met(id: number): Promise<number>;
  /** The registry knows it now. */
  ended(id: number): Promise<void>;
};

/** How we read the events of each type. */
export type Readers = Readonly<Record<EventType, Type>>;

export type WriterSchemasOptions = {
  readonly registry: SchemaRegistry;
  /** Milliseconds; only differences count. */
  readonly clock: () => number;
  /** Default: this process's memory. */
  readonly schemaWaits?: SchemaWaits;
  /**
   * Whether the registry has lost schemas that it had. Asked before an unknown id counts as invalid: to an emptied
   * registry every id is unknown. Default: never.
   */
  readonly registryHasForgotten?: () => Promise<boolean>;
};

/** The wait begins when this process meets the id. */
const MEMORY_WAITS: SchemaWaits = { met: async () => 0, ended: async () => undefined };

/** Why an event waits, and is set aside, whose schema the registry does not know. */
export const UNKNOWN_SCHEMA = 'unknown_schema_id';

/** The registry is asked at most this often for an id that counts as invalid, however many events have it. */
const ASK_AGAIN_MS = 5_000;
/** Bounds memory: damaged records name random ids. The waits of what is forgotten only begin again. */
const MAX_UNKNOWN_IDS = 1_000;

/**
 * Writer schemas by id: each is fetched once, and its resolver built once. Building a resolver per record is what makes
 * readers with schema evolution slow (100 times slower).
 */
export function createWriterSchemas(options: WriterSchemasOptions, readers: Readers): WriterSchemaOf {
  const { registry, clock, schemaWaits: waits = MEMORY_WAITS, registryHasForgotten } = options;
  const known = new Map<number, WriterSchema | null>();
  const asking = new Map<number, Promise<WriterSchema | null>>();
  const unknown = new Map<number, { readonly since: number; askedAt: number }>();

  async function ask(id: number, retryMs: number): Promise<WriterSchema | null> {
    const schema = await registry.schemaById(id);
    return schema === null ? await missing(id, retryMs) : await remember(id, schema);
  }

  async function remember(id: number, schema: unknown): Promise<WriterSchema | null> {
    if (unknown.has(id)) await waits.ended(id);
    unknown.delete(id);
    const writer = writerSchema(schema, readers);
    known.set(id, writer);
    return writer;
  }

  async function missing(id: number, retryMs: number): Promise<WriterSchema | null> {
    const now = clock();
    const entry = unknown.get(id) ?? { since: now - (await waits.met(id)), askedAt: Number.NEGATIVE_INFINITY };
    if (!unknown.has(id) && unknown.size >= MAX_UNKNOWN_IDS) unknown.clear();
    unknown.set(id, entry);
    // An operator must restore an emptied registry, while an unknown schema may come by itself.
    await assertRemembers();
    if (now - entry.since < retryMs) {
      throw new RetryableError(UNKNOWN_SCHEMA, `The schema registry does not know schema ${id} yet.`);
    }
    // The registry may have been empty at the first response and be restored now. An id counts as invalid only when the
    // registry had a known schema both before and after it did not know this one.
    const schema = await registry.schemaById(id);
    if (schema !== null) return await remember(id, schema);
    await assertRemembers();
    entry.askedAt = now;
    throw givenUp(id);
  }

  async function assertRemembers(): Promise<void> {
    if (await registryHasForgotten?.()) {
      throw new RetryableError('registry_emptied', 'The schema registry has lost schemas that it had.');
    }
  }

  return async (id, retryMs) => {
    const writer = known.get(id);
    if (writer !== undefined) return writer;
    const entry = unknown.get(id);
    const now = clock();
    if (entry !== undefined && now - entry.since >= retryMs && now - entry.askedAt < ASK_AGAIN_MS) throw givenUp(id);
    const question = asking.get(id) ?? ask(id, retryMs).finally(() => asking.delete(id));
    asking.set(id, question);
    return await question;
  };
}

function givenUp(id: number): InvalidError {
  return new InvalidError(UNKNOWN_SCHEMA, `The schema registry does not know schema ${id}.`);
}

function writerSchema(schema: unknown, readers: Readers): WriterSchema | null {
  const written = orInvalid('unreadable_schema', 'The writer schema cannot be read.', () => avroTypeOf(schema));
  const type = eventTypeNamed(written.name);
  if (type === undefined) return null;
  const reader = readers[type];
  const resolver = orInvalid('incompatible_schema', 'The writer schema does not resolve to ours.', () =>
    reader.createResolver(written),
  );
  return {
    type,
    read: (record) =>
      orInvalid('undecodable', 'The value is not a record of its schema.', () => reader.fromBuffer(record, resolver)),
  };
}

/** avsc quotes values in its messages, so that its error is not kept as a cause. */
function orInvalid<T>(code: string, message: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new InvalidError(code, message);
  }
}
