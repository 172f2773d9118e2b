import type { Type } from 'avsc';
import { schemaVersions } from '../schemas/schema-versions.ts';
import type { AvroSchema } from '../definition/avro-schema.ts';
import { avroTypeOf } from '../wire/avro-type.ts';
import { type Codec, createCodec, type WireMessage } from '../wire/codec.ts';
import { type AnyEvent, definitionOf, type EventType } from '../event-types.ts';
import { topicNames } from '../wire/topic-names.ts';
import recorded from './first-schema-records.json' with { type: 'json' };
import { memoryRegistry } from './memory-registry.ts';

/** One Kafka record as a publisher with the first schema wrote it. */
export type FirstSchemaRecord = {
  readonly type: string;
  readonly topic: string;
  readonly key: Buffer;
  readonly value: Buffer;
  /** What it decoded to then; a report as text. */
  readonly event: object;
};

/**
 * Records of the twelve event types that there were at first, written by the first versions of their schemas. Three funding plans are
 * among them: one changed twice, one that states nothing, and one that was deleted. The file is a recording: it stays as it
 * is when schemas grow.
 */
export const firstSchemaRecords: readonly FirstSchemaRecord[] = recorded.records.map(
  ({ type, topic, key, value, event }) => ({
    type,
    topic,
    key: Buffer.from(key),
    value: Buffer.from(value, 'base64'),
    event,
  }),
);

export const firstEventTypes = [...new Set(recorded.records.map(({ type }) => type))] as EventType[];

/** What the views of these records' documents showed then, by `<read model>/<_id>` and name of the view. */
export const firstDocuments: Readonly<Record<string, Readonly<Record<string, object>>>> = recorded.documents;

const firstSchemas = new Map(
  recorded.schemas.map(({ id, type }): [EventType, { id: number; avro: Type }] => {
    const [first] = schemaVersions(type as EventType);
    return [type as EventType, { id, avro: avroTypeOf(first?.schema) }];
  }),
);

/** Reads the records by today's contract; the registry has nothing but the first schemas. */
export function firstSchemaCodec(): Codec {
  const registry = memoryRegistry();
  for (const { id, type } of recorded.schemas) registry.add(schemaVersions(type as EventType)[0]?.schema, id);
  return createCodec({ registry, topics: topicNames(), clock: () => 0 });
}

/** The record of an event as a publisher with the first schema writes it: without what that schema does not have. */
export function firstSchemaRecord({ type, event }: AnyEvent): WireMessage {
  const { id, avro } = schemaOf(type);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(id, 1);
  const { stream, keyOf } = definitionOf(type);
  return {
    topic: topicNames()[stream],
    key: Buffer.from(keyOf(event)),
    value: Buffer.concat([header, avro.toBuffer(withBuffers(event))]),
  };
}

/** The same event in today's schema, saying no more: what the first schema does not have is as today's schema leaves it out. */
export function saidByFirstSchema({ type, event }: AnyEvent): AnyEvent {
  const { avro } = schemaOf(type);
  const said: unknown = avro.fromBuffer(avro.toBuffer(withBuffers(event)));
  return { type, event: filled(said, definitionOf(type).avro) } as AnyEvent;
}

/** avsc writes bytes from Buffers only. */
function withBuffers(event: object): object {
  const members = Object.entries(event).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value) : value,
  ]);
  return Object.fromEntries(members);
}

function schemaOf(type: EventType) {
  const schema = firstSchemas.get(type);
  if (schema === undefined) throw new TypeError(`there was no ${type} at first`);
  return schema;
}

/** `value` with the defaults of members that it does not have, in every record inside. */
function filled(value: unknown, schema: AvroSchema): unknown {
  if (value === null || typeof schema === 'string') return value;
  if ('length' in schema) return filled(value, schema.find((branch) => branch !== 'null') ?? 'null');
  if (schema.items !== undefined) {
    const { items } = schema;
    return (value as readonly unknown[]).map((item) => filled(item, items));
  }
  if (schema.fields === undefined) return filled(value, schema.type);
  const members = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    schema.fields.map(({ name, type, default: fallback }) => [
      name,
      Object.hasOwn(members, name) ? filled(members[name], type) : structuredClone(fallback),
    ]),
  );
}

/** A member that was not there at first: nothing was said. */
const UNSAID: readonly unknown[] = [null, false, 0];

/** Members of `now` that were not there before, anywhere inside, and that say something. */
export function saidSince(before: unknown, now: unknown): string[] {
  return [...addedTo(before, now, '')].flatMap(([name, value]) => (isUnsaid(value) ? [] : [name]));
}

function isUnsaid(value: unknown): boolean {
  return UNSAID.includes(value) || (Array.isArray(value) && value.length === 0);
}

function addedTo(before: unknown, now: unknown, path: string): (readonly [name: string, value: unknown])[] {
  if (before instanceof Uint8Array || typeof before !== 'object' || before === null) return [];
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(now as object).flatMap(([name, value]) =>
    old.has(name) ? addedTo(old.get(name), value, `${path}${name}.`) : [[path + name, value] as const],
  );
}
