import { type Codec, createCodec } from '@fundlens/contracts/codec';
import { definitionOf, type EventType } from '@fundlens/contracts/event-types';
import { memoryRegistry } from '@fundlens/contracts/testing/memory-registry';
import { type TopicNames, topicNames } from '@fundlens/contracts/topic-names';
import type { RedactEvent } from '@fundlens/projection/consumer/read-events';
import { createMetrics, type Metrics } from '@fundlens/projection/health/metrics';
import type { TypedEvent } from '@fundlens/projection/projections/projection';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { InvalidError } from '@fundlens/runtime/errors';
import { createLogger, type Logger } from '@fundlens/runtime/logger';

/** Simulated time for which a schema that the registry does not know is waited for: short, so that runs are. */
export const UNKNOWN_SCHEMA_RETRY_MS = 3_000;

/** No registry has issued an id from here on. */
export const FIRST_UNKNOWN_SCHEMA = 1_900_000_000;

/** Of the Confluent wire format. */
const HEADER_BYTES = 5;

export const REDACTION = { customFieldKeepList: new Set<string>() };

/**
 * What is dear to make and the same in every simulated world. Decoding and redacting are pure, so that each record's
 * result is kept: the worlds do the same work on it again and again.
 */
export type Laboratory = {
  readonly topics: TopicNames;
  readonly codec: Codec;
  readonly redact: RedactEvent;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Time of the world at work, for the codec, and what it remembered of the world before is forgotten. */
  enter(clock: () => number): void;
  /** The record's event as projections see it. */
  read(record: { topic: string; key: Buffer; value: Buffer }): Promise<TypedEvent>;
};

export function createLaboratory(): Laboratory {
  let clock = () => 0;
  const topics = topicNames('');
  const registry = memoryRegistry();
  const newCodec = () =>
    createCodec({ registry, topics, clock: () => clock(), unknownSchemaRetryMs: UNKNOWN_SCHEMA_RETRY_MS });
  const lasting = newCodec();
  /** Remembers since when it waits for schemas, so it must not outlive its world. */
  let ofThisWorld: Codec | undefined;
  const decoded = new Map<Buffer, Awaited<ReturnType<Codec['decode']>> | InvalidError>();
  const redactedEvents = new Map<object, unknown>();

  function codecFor(value: Buffer): Codec {
    if (value.length < HEADER_BYTES || value.readUInt32BE(1) < FIRST_UNKNOWN_SCHEMA) return lasting;
    ofThisWorld ??= newCodec();
    return ofThisWorld;
  }

  const codec: Codec = {
    prepare: lasting.prepare,
    encode: lasting.encode,
    async decode(message) {
      const known = decoded.get(message.value);
      if (known instanceof InvalidError) throw known;
      if (known !== undefined) return known;
      try {
        const event = await codecFor(message.value).decode(message);
        decoded.set(message.value, event);
        return event;
      } catch (error) {
        // Whether a schema is still waited for depends on the time.
        if (error instanceof InvalidError && error.code !== 'unknown_schema_id') decoded.set(message.value, error);
        throw error;
      }
    },
  };

  const redact: RedactEvent = (event, shape, options) => {
    const known = redactedEvents.get(event) as ReturnType<typeof redactEvent<typeof event>> | undefined;
    if (known !== undefined) return known;
    const result = redactEvent(event, shape, options);
    redactedEvents.set(event, result);
    return result;
  };

  return {
    topics,
    codec,
    redact,
    metrics: createMetrics(),
    logger: createLogger({ service: 'simulation', level: 'silent', sanitize: (line) => line }),
    enter(given) {
      clock = given;
      ofThisWorld = undefined;
      decoded.clear();
      redactedEvents.clear();
    },
    async read(record) {
      const { type, event } = await codec.decode(record);
      const redacted = redact(event, definitionOf(type as EventType).redaction, REDACTION);
      return { type, event: redacted.event } as TypedEvent;
    },
  };
}
