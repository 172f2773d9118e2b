import { InvalidError } from '@fundlens/runtime/errors';
import { avroTypeOf } from './avro-type.ts';
import { type Stream, streams } from './event-definition.ts';
import { definitionOf, type EventType, eventTypes } from './event-types.ts';
import { subjectOf } from './registry.ts';
import type { TopicNames } from './topic-names.ts';
import { type ParsedRecord, type ParsedSchema, parseSchema } from './parsed-schema.ts';
import type { RegisteredSchemas, Subject } from './registered-schemas.ts';
import { differencesOf, type SchemaDifference } from './schema-differences.ts';

/** What a schema was compared with, and what stands against it. */
type Comparison = { readonly against: string; readonly differences: readonly SchemaDifference[] };

export type SchemaCheck = {
  readonly fullName: string;
  readonly comparisons: readonly Comparison[];
  /** What is worth a look and breaks nothing. */
  readonly notes: readonly string[];
  readonly isCompatible: boolean;
};

type Surroundings = {
  /** Every schema that publishers of the event were ever given. */
  readonly past: (type: EventType) => readonly { readonly version: number; readonly schema: unknown }[];
  readonly topics: TopicNames;
  /** Null: none is asked. */
  readonly registered: RegisteredSchemas | null;
};

/** A rebuild reads every schema ever written. */
const WANTED_LEVEL = 'BACKWARD_TRANSITIVE';

/**
 * Compares a schema of an event with the contract of this checkout, which must read it; with every schema that the contract
 * ever had, all of which it must read; and with what a registry has, by the level of its subject.
 * @throws InvalidError when it is no schema of an event; RetryableError when the registry is away.
 */
export async function checkSchema(json: unknown, { past, topics, registered }: Surroundings): Promise<SchemaCheck> {
  const schema = eventSchema(json);
  const { fullName } = schema;
  const stream = streamOf(fullName);
  const type = eventTypes.find((name) => definitionOf(name).fullName === fullName);
  const own = type === undefined ? null : parseSchema(definitionOf(type).avro);
  const comparisons: Comparison[] = [];
  if (own !== null) {
    comparisons.push({ against: 'the projector of this checkout reads it', differences: differencesOf(own, schema) });
  }
  for (const { version, schema: given } of type === undefined ? [] : past(type)) {
    const differences = differencesOf(schema, parseSchema(given));
    comparisons.push({ against: `it reads version ${version} of the contract`, differences });
  }
  const subject = subjectOf(topics[stream], fullName);
  const found = registered === null ? null : await registered.subject(subject, json);
  if (found !== null) comparisons.push(...registryComparisons(schema, subject, found));
  return {
    fullName,
    comparisons,
    notes: [
      ...(type === undefined ? ['the contract of this checkout has no such event; the projector would refuse it'] : []),
      ...notesOf(own, schema),
      ...(registered !== null && found === null ? [`the registry does not have ${subject} yet`] : []),
      ...(found !== null && found.level !== WANTED_LEVEL
        ? [`the registry keeps ${subject} at ${found.level}; the contract needs ${WANTED_LEVEL}`]
        : []),
    ],
    isCompatible: comparisons.every(({ differences }) => differences.length === 0),
  };
}

function registryComparisons(schema: ParsedSchema, subject: string, { level, versions, accepts }: Subject) {
  const forward = /^(FORWARD|FULL)/.test(level);
  const comparisons = versions.flatMap(({ version, schema: registered }): Comparison[] => {
    const past = parseSchema(registered);
    const name = `version ${version} of ${subject}`;
    return [
      { against: `it reads ${name}`, differences: differencesOf(schema, past) },
      ...(forward ? [{ against: `${name} reads it (${level})`, differences: differencesOf(past, schema) }] : []),
    ];
  });
  const told = comparisons.some(({ differences }) => differences.length > 0);
  if (accepts || told) return comparisons;
  const refusal = { field: '', rule: 'registry', text: `the registry itself refuses it at level ${level}` } as const;
  return [...comparisons, { against: `the registry takes it for ${subject}`, differences: [refusal] }];
}

/** Fields that differ without breaking anything. */
function notesOf(own: ParsedSchema | null, schema: ParsedRecord): string[] {
  if (own?.kind !== 'record') return [];
  const names = (record: ParsedRecord) => new Set(record.fields.map(({ name }) => name));
  const [ours, theirs] = [names(own), names(schema)];
  const unread = [...theirs].filter((name) => !ours.has(name));
  const unwritten = [...ours].filter((name) => !theirs.has(name));
  return [
    ...unread.map((name) => `${name}: is not a field of the contract; the projector does not read it`),
    ...unwritten.map((name) => `${name}: is a field of the contract that is not written; it reads as its default`),
  ];
}

function eventSchema(json: unknown): ParsedRecord {
  const schema = parseSchema(json);
  if (schema.kind !== 'record') throw new InvalidError('no_record', 'the schema: is not a record');
  try {
    avroTypeOf(json);
  } catch {
    // The decoder's words quote the schema.
    throw new InvalidError('unreadable_schema', 'the schema: has a default or a name that Avro does not allow');
  }
  return schema;
}

function streamOf(fullName: string): Stream {
  const stream = streams.find((name) => fullName.startsWith(`fundlens.${name}.`));
  if (stream === undefined) {
    const namespaces = streams.map((name) => `fundlens.${name}`).join(', ');
    throw new InvalidError('namespace', `the schema: must have one of the namespaces ${namespaces}`);
  }
  return stream;
}
