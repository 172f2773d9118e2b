import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { SchemaRegistry as RegistryClient } from '@kafkajs/confluent-schema-registry';
import { z } from 'zod';
import { within } from '@fundlens/runtime/deadline';
import type { AvroRecord } from '../definition/avro-schema.ts';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import {
  agentOf,
  createRegistryHttp,
  DEFAULT_TIMEOUT_MS,
  type RegistryConnection,
  type RegistryResponse,
} from './registry-http.ts';
import { subjectOf, type TopicNames } from './topic-names.ts';

/**
 * The port to the schema registry. Every call ends within the time limit and none retries by itself. An unavailable
 * registry is a RetryableError: the caller decides how long to wait.
 */
export type SchemaRegistry = {
  /** The Avro schema as JSON, or null when the registry does not know the id (yet). */
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

const registered = z.object({ id: z.int() });

export function createSchemaRegistry(connection: RegistryConnection): SchemaRegistry {
  const { url, authorization, timeoutMs = DEFAULT_TIMEOUT_MS } = connection;
  const send = createRegistryHttp(connection);
  const agent = agentOf(connection);
  const client = new RegistryClient({
    host: url.replace(/\/+$/, ''),
    retry: { retries: 0 },
    ...(agent && { agent }),
    ...(authorization && { middlewares: [authorizing(authorization)] }),
  });
  return {
    async schemaById(id) {
      if (id > MAX_SCHEMA_ID) return null;
      const found = await within(timeoutMs, client.getSchema(id), late).catch((error: unknown) => {
        const status = statusOf(error);
        if (status === NOT_FOUND) return null;
        if (status !== undefined || error instanceof RetryableError) return unavailable(error);
        throw new InvalidError('unreadable_schema', `Schema ${id} of the registry cannot be read.`, { cause: error });
      });
      if (found === null) return null;
      if (!('schema' in found) || typeof found.schema !== 'function') {
        throw new InvalidError('unreadable_schema', `Schema ${id} of the registry is not an Avro schema.`);
      }
      return found.schema({ exportAttrs: true });
    },

    async register(subject, schema) {
      // Not by the client, which refuses a subject that another tool gave a compatibility, and cannot set it.
      const ofSubject = encodeURIComponent(subject);
      const level = { compatibility: COMPATIBILITY };
      answerOf(await send({ method: 'PUT', path: `/config/${ofSubject}`, body: level }), z.unknown());
      const body = { schema: JSON.stringify(schema) };
      const answer = await send({ method: 'POST', path: `/subjects/${ofSubject}/versions`, body });
      if (answer.status !== INCOMPATIBLE && answer.status !== UNPROCESSABLE) return answerOf(answer, registered).id;
      // What a registry says of a schema speaks of schemas alone: the field in the way, and of no event.
      const reason = z.object({ message: z.string() }).safeParse(answer.json).data?.message ?? 'without a reason';
      const message = `The schema registry refuses the schema of ${subject}: ${reason.slice(0, MAX_REASON)}`;
      throw new FatalError(SCHEMA_REFUSED, message);
    },
  };
}

type Middleware = NonNullable<ConstructorParameters<typeof RegistryClient>[0]['middlewares']>[number];

function authorizing(authorization: () => string): Middleware {
  return () => ({
    prepareRequest: async (next) => (await next()).enhance({ headers: { authorization: authorization() } }),
  });
}

function late(): RetryableError {
  return new RetryableError('registry_unavailable', 'The schema registry did not answer in time.');
}

/** The client reports a refused connection as status 400, so that of all statuses only 404 means something. */
function unavailable(error: unknown): never {
  if (error instanceof RetryableError) throw error;
  throw new RetryableError('registry_unavailable', 'The schema registry is not available.', { cause: error });
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  return typeof error.status === 'number' ? error.status : undefined;
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
