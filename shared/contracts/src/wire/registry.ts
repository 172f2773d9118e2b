import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import {
  COMPATIBILITY as LEVELS,
  SchemaRegistry as RegistryClient,
  SchemaType,
} from '@kafkajs/confluent-schema-registry';
import { within } from '../deadline.ts';
import type { AvroRecord } from '../definition/avro-schema.ts';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import { agentOf, createRegistryHttp, DEFAULT_REGISTRY_TIMEOUT_MS, type RegistryConnection } from './registry-http.ts';
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

type Middleware = NonNullable<ConstructorParameters<typeof RegistryClient>[0]['middlewares']>[number];

/** A rebuild reads every schema ever written, so a new one must read all of them, not only the one before. */
const COMPATIBILITY = LEVELS.BACKWARD_TRANSITIVE;

/** Confluent ids are 32-bit signed; what lies beyond was never issued and would only upset the registry. */
const MAX_SCHEMA_ID = 2 ** 31 - 1;

export function createSchemaRegistry(options: RegistryConnection): SchemaRegistry {
  const { url, authorization, timeoutMs = DEFAULT_REGISTRY_TIMEOUT_MS } = options;
  const agent = agentOf(options);
  const send = createRegistryHttp(options);
  const client = new RegistryClient({
    ...{ host: url.replace(/\/+$/, ''), clientId: 'fundlens', retry: { retries: 0 } },
    ...(agent && { agent }),
    ...(authorization && { middlewares: [authorizing(authorization)] }),
  });

  /** Always before registering: the client refuses a subject that another tool gave a compatibility, and cannot set it. */
  async function setCompatibility(subject: string): Promise<void> {
    const path = `/config/${encodeURIComponent(subject)}`;
    const { status } = await send({ method: 'PUT', path, body: { compatibility: COMPATIBILITY } }).catch(unavailable);
    if (status >= 300) unavailable({ status });
  }

  return {
    async schemaById(id) {
      if (id > MAX_SCHEMA_ID) return null;
      const schema = await within(timeoutMs, client.getSchema(id), late).catch((error: unknown) => {
        const status = statusOf(error);
        if (status === 404) return null;
        if (status !== undefined || error instanceof RetryableError) return unavailable(error);
        throw new InvalidError('unreadable_schema', `Schema ${id} of the registry cannot be read.`, { cause: error });
      });
      if (schema === null) return null;
      if (!('schema' in schema) || typeof schema.schema !== 'function') {
        throw new InvalidError('unreadable_schema', `Schema ${id} of the registry is not an Avro schema.`);
      }
      return schema.schema({ exportAttrs: true });
    },

    async register(subject, schema) {
      await setCompatibility(subject);
      const registration = client.register(
        { type: SchemaType.AVRO, schema: JSON.stringify(schema) },
        { subject, compatibility: COMPATIBILITY },
      );
      const { id } = await within(timeoutMs, registration, late).catch((error: unknown) => {
        const status = statusOf(error);
        if (status === 409 || status === 422) {
          const message = `The schema registry refuses the schema of ${subject} (status ${status}).`;
          throw new FatalError('schema_refused', message, { cause: error });
        }
        return unavailable(error);
      });
      return id;
    },
  };
}

function authorizing(authorization: () => string): Middleware {
  return () => ({
    prepareRequest: async (next) => (await next()).enhance({ headers: { authorization: authorization() } }),
  });
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

function late(): RetryableError {
  return new RetryableError('registry_unavailable', 'The schema registry did not answer in time.');
}

/** The client reports a refused connection as status 400, so that of all statuses only 404, 409 and 422 mean something. */
function unavailable(error: unknown): never {
  if (error instanceof RetryableError) throw error;
  const status = statusOf(error);
  const detail = status === undefined ? '' : ` (status ${status})`;
  throw new RetryableError('registry_unavailable', `The schema registry is not available${detail}.`, { cause: error });
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  return typeof error.status === 'number' ? error.status : undefined;
}
