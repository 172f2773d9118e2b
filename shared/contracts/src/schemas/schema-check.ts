import { InvalidError } from '@fundlens/runtime/errors';
import { streams } from '../definition/event-definition.ts';
import { definitionOf, eventTypeNamed } from '../event-types.ts';
import { subjectOf, type TopicNames } from '../wire/topic-names.ts';
import type { AskRegistry } from '../wire/registry.ts';
import { schemaVersions } from './schema-versions.ts';
import { comparableSchema, unreadField } from './unread-field.ts';

export type SchemaCheck = {
  readonly fullName: string;
  /** One sentence for each comparison that fails: with what, the first field in the way, and the rule. Empty: compatible. */
  readonly refusals: readonly string[];
  /** What is worth a look and breaks nothing. */
  readonly notes: readonly string[];
};

type Surroundings = {
  readonly topics: TopicNames;
  /** Null: none is asked. */
  readonly registry: AskRegistry | null;
};

/**
 * Compares a schema of an event with the contract of this checkout, which must read it; with every schema that the contract
 * ever had, all of which it must read; and with what a registry has, which judges by the level of its subject.
 * @throws InvalidError when it is no schema of an event; RetryableError when the registry is away.
 */
export async function checkSchema(json: unknown, { topics, registry }: Surroundings): Promise<SchemaCheck> {
  const schema = comparableSchema(json);
  const fullName = schema.name ?? '';
  const stream = streams.find((name) => fullName.startsWith(`fundlens.${name}.`));
  if (stream === undefined) {
    const namespaces = streams.map((name) => `fundlens.${name}`).join(', ');
    throw new InvalidError('namespace', `the schema: must have one of the namespaces ${namespaces}`);
  }
  const subject = subjectOf(topics[stream], fullName);
  const type = eventTypeNamed(fullName);
  const ofRegistry = registry === null ? null : await registry(subject, json);
  const fromRegistry = ofRegistry === null ? [] : [ofRegistry];
  if (type === undefined) {
    return { fullName, refusals: fromRegistry, notes: ['the projector of this checkout knows no such event'] };
  }
  const own = comparableSchema(definitionOf(type).avro);
  const ours = new Set(own.fields.map(({ name }) => name));
  return {
    fullName,
    refusals: [
      ...refusal('the projector of this checkout does not read it', unreadField(own, schema)),
      ...schemaVersions(type).flatMap(({ version, schema: former }) =>
        refusal(`it does not read version ${version} of the contract`, unreadField(schema, comparableSchema(former))),
      ),
      ...fromRegistry,
    ],
    notes: schema.fields
      .filter(({ name }) => !ours.has(name))
      .map(({ name }) => `${name}: is not a field of the contract; the projector does not read it`),
  };
}

function refusal(what: string, reason: string | null): string[] {
  return reason === null ? [] : [`${what}: ${reason}`];
}
