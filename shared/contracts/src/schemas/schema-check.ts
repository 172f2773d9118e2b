import { InvalidError } from '@fundlens/runtime/errors';
import { type Stream, streams } from '../definition/event-definition.ts';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import type { RegisteredSchemas, Subject } from './registered-schemas.ts';
import { subjectOf } from '../wire/registry.ts';
import type { TopicNames } from '../wire/topic-names.ts';
import { comparableSchema, unreadField } from './unread-field.ts';

export type SchemaCheck = {
  readonly fullName: string;
  /** One sentence for each comparison that fails: with what, the first field in the way, and the rule. Empty: compatible. */
  readonly refusals: readonly string[];
  /** What is worth a look and breaks nothing. */
  readonly notes: readonly string[];
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

type EventRecord = ReturnType<typeof comparableSchema>;

/**
 * Compares a schema of an event with the contract of this checkout, which must read it; with every schema that the contract
 * ever had, all of which it must read; and with what a registry has, which judges by the level of its subject.
 * @throws InvalidError when it is no schema of an event; RetryableError when the registry is away.
 */
export async function checkSchema(json: unknown, { past, topics, registered }: Surroundings): Promise<SchemaCheck> {
  const schema = comparableSchema(json);
  const fullName = schema.name ?? '';
  const stream = streamOf(fullName);
  const type = eventTypes.find((name) => definitionOf(name).fullName === fullName);
  const own = type === undefined ? null : comparableSchema(definitionOf(type).avro);
  const subject = subjectOf(topics[stream], fullName);
  const found = registered === null ? null : await registered.subject(subject, json);
  const given = type === undefined ? [] : past(type);
  return {
    fullName,
    refusals: [
      ...(own === null ? [] : refusal('the projector of this checkout does not read it', own, schema)),
      ...given.flatMap(({ version, schema: former }) =>
        refusal(`it does not read version ${version} of the contract`, schema, comparableSchema(former)),
      ),
      ...(found === null ? [] : registryRefusals(schema, subject, found)),
    ],
    notes: [
      ...(own === null ? ['the contract of this checkout has no such event; the projector would refuse it'] : []),
      ...(own === null ? [] : fieldNotes(own, schema)),
      ...(registered !== null && found === null ? [`the registry does not have ${subject} yet`] : []),
      ...(found !== null && found.level !== WANTED_LEVEL
        ? [`the registry keeps ${subject} at ${found.level}; the contract needs ${WANTED_LEVEL}`]
        : []),
    ],
  };
}

function refusal(what: string, reader: EventRecord, writer: EventRecord): string[] {
  const reason = unreadField(reader, writer);
  return reason === null ? [] : [`${what}: ${reason}`];
}

/** The registry judges; the fields are named by what its versions say, because it does not name them. */
function registryRefusals(schema: EventRecord, subject: string, { level, versions, accepts }: Subject): string[] {
  const named = versions.flatMap(({ version, schema: former }) =>
    refusal(`it does not read version ${version} of ${subject}`, schema, comparableSchema(former)),
  );
  return accepts || named.length > 0 ? named : [`the registry refuses it for ${subject} at level ${level}`];
}

/** Fields that differ without breaking anything. */
function fieldNotes(own: EventRecord, schema: EventRecord): string[] {
  const names = ({ fields }: EventRecord) => new Set(fields.map(({ name }) => name));
  const [ours, theirs] = [names(own), names(schema)];
  const unread = [...theirs].filter((name) => !ours.has(name));
  const unwritten = [...ours].filter((name) => !theirs.has(name));
  return [
    ...unread.map((name) => `${name}: is not a field of the contract; the projector does not read it`),
    ...unwritten.map((name) => `${name}: is a field of the contract that is not written; it reads as its default`),
  ];
}

function streamOf(fullName: string): Stream {
  const stream = streams.find((name) => fullName.startsWith(`fundlens.${name}.`));
  if (stream === undefined) {
    const namespaces = streams.map((name) => `fundlens.${name}`).join(', ');
    throw new InvalidError('namespace', `the schema: must have one of the namespaces ${namespaces}`);
  }
  return stream;
}
