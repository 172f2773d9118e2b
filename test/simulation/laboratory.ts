import { type Codec, createCodec } from '@fundlens/contracts/wire/codec';
import { definitionOf, type EventType } from '@fundlens/contracts/event-types';
import { memoryRegistry } from '@fundlens/contracts/testing/memory-registry';
import { type TopicNames, topicNames } from '@fundlens/contracts/wire/topic-names';
import { createMetrics, type Metrics } from '@fundlens/projection/health/metrics';
import type { TypedEvent } from '@fundlens/projection/projections/projection';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { createLogger, type Logger } from '@fundlens/runtime/logger';

/** Simulated time for which a schema that the registry does not know is waited for: short, so that runs are. */
export const UNKNOWN_SCHEMA_RETRY_MS = 3_000;

/** No registry has issued an id from here on. */
export const FIRST_UNKNOWN_SCHEMA = 1_900_000_000;

/** Of the Confluent wire format. */
const HEADER_BYTES = 5;

export const REDACTION = { customFieldKeepList: new Set<string>() };

/** What is dear to make and the same in every simulated world. */
export type Laboratory = {
  readonly topics: TopicNames;
  readonly codec: Codec;
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

  const codec: Codec = {
    ...lasting,
    async decode(message) {
      const isKnown = message.value.length < HEADER_BYTES || message.value.readUInt32BE(1) < FIRST_UNKNOWN_SCHEMA;
      if (isKnown) return await lasting.decode(message);
      ofThisWorld ??= newCodec();
      return await ofThisWorld.decode(message);
    },
  };

  return {
    topics,
    codec,
    metrics: createMetrics(),
    logger: createLogger({ service: 'simulation', level: 'silent', sanitize: (line) => line }),
    enter(given) {
      clock = given;
      ofThisWorld = undefined;
    },
    async read(record) {
      const { type, event } = await codec.decode(record);
      return {
        type,
        event: redactEvent(event, definitionOf(type as EventType).redaction, REDACTION).event,
      } as TypedEvent;
    },
  };
}
