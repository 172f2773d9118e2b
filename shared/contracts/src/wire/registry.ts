import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { z } from 'zod';
import type { AvroRecord } from '../definition/avro-schema.ts';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import { createRegistryHttp, type RegistryConnection, type RegistryResponse } from './registry-http.ts';
import type { TopicNames } from './topic-names.ts';

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
export const COMPATIBILITY = 'BACKWARD_TRANSITIVE';

/** Confluent ids are 32-bit signed; what lies beyond was never issued and would only upset the registry. */
const MAX_SCHEMA_ID = 2 ** 31 - 1;

/** The code of a schema that the registry refuses as incompatible or malformed. */
export const SCHEMA_REFUSED = 'schema_refused';

export const NOT_FOUND = 404;
const INCOMPATIBLE = 409;
/** What registries answer for a schema that they cannot read. */
export const UNPROCESSABLE = 422;

const MAX_REASON = 400;

const storedSchema = z.object({ schema: z.string(), schemaType: z.string().default('AVRO') });
/** What a registry says of a schema speaks of schemas alone: the field in the way, and of no event. */
const refusedSchema = z.object({ message: z.string().transform((text) => text.slice(0, MAX_REASON)) });
const registeredSchema = z.object({ id: z.int() });

export function createSchemaRegistry(connection: RegistryConnection): SchemaRegistry {
  const send = createRegistryHttp(connection);
  return {
    async schemaById(id) {
      if (id > MAX_SCHEMA_ID) return null;
      const response = await send({ method: 'GET', path: `/schemas/ids/${id}` });
      if (response.status === NOT_FOUND) return null;
      const { schema, schemaType } = answerOf(response, storedSchema);
      const avro = schemaType === 'AVRO' ? jsonOf(schema) : undefined;
      if (avro === undefined) {
        throw new InvalidError('unreadable_schema', `Schema ${id} of the registry is not an Avro schema.`);
      }
      return avro;
    },

    async register(subject, schema) {
      const name = encodeURIComponent(subject);
      const config = await send({ method: 'PUT', path: `/config/${name}`, body: { compatibility: COMPATIBILITY } });
      answerOf(config, z.unknown());
      const body = { schema: JSON.stringify(schema) };
      const response = await send({ method: 'POST', path: `/subjects/${name}/versions`, body });
      if (response.status === INCOMPATIBLE || response.status === UNPROCESSABLE) {
        const { message = 'without a reason' } = refusedSchema.safeParse(response.json).data ?? {};
        throw new FatalError(SCHEMA_REFUSED, `The schema registry refuses the schema of ${subject}: ${message}`);
      }
      return answerOf(response, registeredSchema).id;
    },
  };
}

/**
 * What a registry says. Its messages are not shown: they may quote anything.
 * @throws RetryableError when it refuses the caller, or is no registry
 */
export function answerOf<T>({ status, json }: RegistryResponse, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(json);
  if (status < 300 && parsed.success) return parsed.data;
  const message = `The schema registry does not answer as one (status ${status}).`;
  // Advice about connections tells a refused login by the status.
  throw new RetryableError('registry_unavailable', message, { cause: { status } });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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

/** TopicRecordNameStrategy. */
export function subjectOf(topic: string, recordFullName: string): string {
  return `${topic}-${recordFullName}`;
}
