import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { z } from 'zod';
import type { AvroRecord } from '../definition/avro-schema.ts';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import { createRegistryHttp, type RegistryConnection, type RegistryResponse } from './registry-http.ts';
import { subjectOf, type TopicNames } from './topic-names.ts';

/**
 * The port to the schema registry. Every call ends within the time limit and none retries by itself. An unavailable
 * registry is a RetryableError: the caller decides how long to wait.
 */
export type SchemaRegistry = {
  /**
   * The Avro schema as JSON, or null when the registry does not know the id (yet).
   * @throws InvalidError `unreadable_schema` for what is under the id and no Avro schema.
   */
  schemaById(id: number): Promise<unknown>;
  /**
   * Registers the schema under the subject, whose compatibility is set first; returns the id, the same each time.
   * @throws FatalError when the registry refuses the schema as incompatible or malformed.
   */
  register(subject: string, schema: AvroRecord): Promise<number>;
};

/** A rebuild reads every schema ever written, so a new one must read all of them, not only the one before. */
const COMPATIBILITY = 'BACKWARD_TRANSITIVE';

/** Confluent ids are 32-bit signed; what lies beyond was never issued and would only upset the registry. */
const MAX_SCHEMA_ID = 2 ** 31 - 1;

/** The code of a schema that the registry refuses as incompatible or malformed. */
export const SCHEMA_REFUSED = 'schema_refused';

const NOT_FOUND = 404;
const INCOMPATIBLE = 409;
/** What registries answer for a schema that they cannot read. */
const UNPROCESSABLE = 422;

const MAX_REASON = 400;

const stored = z.object({ schema: z.string(), schemaType: z.string().default('AVRO') });
const registered = z.object({ id: z.int() });
const refusal = z.object({ message: z.string() });

export function createSchemaRegistry(connection: RegistryConnection): SchemaRegistry {
  const send = createRegistryHttp(connection);
  return {
    async schemaById(id) {
      if (id > MAX_SCHEMA_ID) return null;
      const response = await send({ method: 'GET', path: `/schemas/ids/${id}` });
      if (response.status === NOT_FOUND) return null;
      const { schema, schemaType } = answerOf(response, stored);
      try {
        if (schemaType === 'AVRO') return JSON.parse(schema);
      } catch {
        // What is no JSON is no Avro schema either.
      }
      throw new InvalidError('unreadable_schema', `Schema ${id} of the registry is not an Avro schema.`);
    },

    async register(subject, schema) {
      const path = encodeURIComponent(subject);
      answerOf(
        await send({ method: 'PUT', path: `/config/${path}`, body: { compatibility: COMPATIBILITY } }),
        z.unknown(),
      );
      const body = { schema: JSON.stringify(schema) };
      const response = await send({ method: 'POST', path: `/subjects/${path}/versions`, body });
      if (response.status === INCOMPATIBLE || response.status === UNPROCESSABLE) {
        // What a registry says of a schema speaks of schemas alone: the field in the way, and of no event.
        const reason = refusal.safeParse(response.json).data?.message.slice(0, MAX_REASON) ?? 'without a reason';
        throw new FatalError(SCHEMA_REFUSED, `The schema registry refuses the schema of ${subject}: ${reason}`);
      }
      return answerOf(response, registered).id;
    },
  };
}

/**
 * Asks whether a registry would take the schema for the subject, by the level of the subject; registers nothing.
 * @returns why not, in one sentence; null when it would
 * @throws RetryableError when the registry is away or refuses the caller.
 */
export type AskRegistry = (subject: string, candidate: unknown) => Promise<string | null>;

const verdictSchema = z.object({ is_compatible: z.boolean(), messages: z.array(z.string()).default([]) });

export function askRegistry(connection: RegistryConnection): AskRegistry {
  const send = createRegistryHttp(connection);
  return async (subject, candidate) => {
    const path = `/compatibility/subjects/${encodeURIComponent(subject)}/versions?verbose=true`;
    const verdict = await send({ method: 'POST', path, body: { schema: JSON.stringify(candidate) } });
    if (verdict.status === NOT_FOUND) return null;
    const unread = { is_compatible: false, messages: ['it cannot read the schema'] };
    const found = verdict.status === UNPROCESSABLE ? unread : answerOf(verdict, verdictSchema);
    if (found.is_compatible) return null;
    return [`the registry refuses it for ${subject}`, ...found.messages.slice(0, 1)].join(': ');
  };
}

/**
 * What a registry says. Its messages are not shown: they may quote anything.
 * @throws RetryableError when it refuses the caller, or is no registry
 */
function answerOf<T>({ status, json }: RegistryResponse, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(json);
  if (status < 300 && parsed.success) return parsed.data;
  const message = `The schema registry does not answer as one (status ${status}).`;
  // Advice about connections tells a refused login by the status.
  throw new RetryableError('registry_unavailable', message, { cause: { status } });
}

/**
 * Registers every event's schema with its topic's subject (`<topic>-<record full name>`), one after the other: a
 * registry that has just started answers slowly and in order.
 */
export async function registerSchemas(
  registry: SchemaRegistry,
  topics: TopicNames,
): Promise<Readonly<Record<EventType, number>>> {
  const ids: Partial<Record<EventType, number>> = {};
  for (const type of eventTypes) ids[type] = await registerSchema(registry, topics, type);
  return ids as Record<EventType, number>;
}

export function registerSchema(registry: SchemaRegistry, topics: TopicNames, type: EventType): Promise<number> {
  const { stream, fullName, avro } = definitionOf(type);
  return registry.register(subjectOf(topics[stream], fullName), avro);
}
