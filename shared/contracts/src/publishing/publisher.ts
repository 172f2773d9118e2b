import { failureCode, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { parseTraceparent } from '@fundlens/runtime/trace-context';
import { NO_TRACING, type Span, type Tracing } from '@fundlens/runtime/tracing';
import type { Kafka, Producer, ProducerConfig, TopicMessages } from 'kafkajs';
import type { Codec } from '../wire/codec.ts';
import { within } from '@fundlens/runtime/deadline';
import type { EventOf, EventType } from '../event-types.ts';
import { GIVE_UP_SOON } from '../kafka/kafka-client.ts';
import { MAX_SMALL_RECORD_BYTES } from '../definition/limits.ts';
import { partitionRecorder, positionsOf, type Position } from './positions.ts';
import { sendFailure } from '../kafka/kafka-refusal.ts';

export type Publishable = {
  [T in EventType]: {
    readonly type: T;
    readonly event: EventOf<T>;
    /** W3C trace context, carried on as a record header. */
    readonly traceparent?: string;
  };
}[EventType];

export type Publisher = ReturnType<typeof createPublisher>;

type PublisherOptions = {
  readonly kafka: Pick<Kafka, 'producer'>;
  readonly codec: Codec;
  /** For one chunk of records to be stored, reconnecting included. */
  readonly sendTimeoutMs?: number;
  /** A span for each event; its `traceparent` header goes into the record. Default: none. */
  readonly tracing?: Tracing;
};

const DEFAULT_SEND_TIMEOUT_MS = 60_000;

/** A chunk may end up in one partition and is then one batch, which must stay below the topic's limit. */
const MAX_CHUNK_BYTES = MAX_SMALL_RECORD_BYTES;
/** KafkaJS copies a partition's list once per record. */
const MAX_CHUNK_RECORDS = 1_000;

const IN_ORDER: ProducerConfig = {
  idempotent: true,
  maxInFlightRequests: 1,
  allowAutoTopicCreation: false,
  retry: GIVE_UP_SOON,
};

export type OutgoingRecord = {
  readonly topic: string;
  readonly message: { readonly key: string; readonly value: Buffer; headers?: Record<string, string> };
};

export function createPublisher(options: PublisherOptions) {
  const { kafka, codec, sendTimeoutMs = DEFAULT_SEND_TIMEOUT_MS, tracing = NO_TRACING } = options;
  const { createPartitioner, partitionOf } = partitionRecorder();
  let producer: Producer | undefined;
  /** Chunks are sent one after the other, across calls too: a key's events keep the order in which they are published. */
  let queue: Promise<unknown> = Promise.resolve();

  async function connected(): Promise<Producer> {
    if (producer !== undefined) return producer;
    const fresh = kafka.producer({ ...IN_ORDER, createPartitioner });
    await within(sendTimeoutMs, fresh.connect(), late).catch((error: unknown) => {
      abandon(fresh);
      throw error;
    });
    producer = fresh;
    return fresh;
  }

  async function send(chunk: readonly OutgoingRecord[]): Promise<Position[]> {
    const sending = (await connected()).sendBatch({ acks: -1, topicMessages: byTopic(chunk) });
    const stored = await within(sendTimeoutMs, sending, late);
    return positionsOf(chunk, partitionOf, stored);
  }

  async function sendAll(records: readonly OutgoingRecord[]): Promise<Position[]> {
    const positions: Position[] = [];
    try {
      for (const chunk of chunksOf(records)) positions.push(...(await send(chunk)));
    } catch (error) {
      // An idempotent producer that gave up, or whose session the broker has lost, fails every further send: the next has a new one.
      if (producer !== undefined) abandon(producer);
      producer = undefined;
      throw sendFailure(error);
    }
    return positions;
  }

  async function publishRecords(records: readonly OutgoingRecord[]): Promise<Position[]> {
    const spans = startSpans(tracing, records);
    const sent = queue.then(() => sendAll(records));
    // The caller gets the failure; the queue only waits for the end of the call.
    queue = sent.catch(() => undefined);
    try {
      return await sent;
    } catch (error) {
      for (const span of spans) span.fail(failureCode(error));
      throw error;
    } finally {
      for (const span of spans) span.end();
    }
  }

  return {
    async start(): Promise<void> {
      await connected().catch((error: unknown) => {
        throw sendFailure(error);
      });
    },
    /** Waits for what is being published. */
    async stop(): Promise<void> {
      await queue;
      await producer?.disconnect();
      producer = undefined;
    },
    /**
     * Publishes all events or, when one of them is invalid, none. Resolves when all in-sync replicas have them, with the
     * positions in the order of the events. After a RetryableError some of them may be in the log; publishing all of them
     * again is safe, because consumers keep the higher version and ignore duplicates.
     * @throws InvalidError naming the index, field and rule; RetryableError when Kafka or the registry is unavailable.
     */
    async publish(events: readonly Publishable[]): Promise<Position[]> {
      const records: OutgoingRecord[] = [];
      for (const [index, event] of events.entries()) {
        records.push(await recordOf(codec, event).catch((error: unknown) => ofEvent(index, error)));
      }
      return await publishRecords(records);
    },
    /** The same for what `recordOf` has made. */
    publishRecords,
  };
}

function byTopic(records: readonly OutgoingRecord[]): TopicMessages[] {
  const topics = Map.groupBy(records, ({ topic }) => topic);
  return [...topics].map(([topic, own]) => ({ topic, messages: own.map(({ message }) => message) }));
}

/**
 * The record of an event, which is validated by this.
 * @throws as `encode` of the codec
 */
export async function recordOf(codec: Codec, { type, event, traceparent }: Publishable): Promise<OutgoingRecord> {
  if (traceparent !== undefined && parseTraceparent(traceparent) === null) {
    throw new InvalidError('traceparent', 'traceparent: must be a W3C trace context', { field: 'traceparent' });
  }
  const { topic, key, value } = await codec.encode(type, event);
  return { topic, message: { key, value, ...(traceparent !== undefined && { headers: { traceparent } }) } };
}

function ofEvent(index: number, error: unknown): never {
  if (!(error instanceof InvalidError)) throw error;
  const field = error.field === undefined ? {} : { field: error.field };
  throw new InvalidError(error.code, `event ${index}: ${error.message}`, field);
}

/** A span for each record, as a child of the one that the event names; the consumer continues it. */
function startSpans(tracing: Tracing, records: readonly OutgoingRecord[]): Span[] {
  return records.flatMap(({ topic, message }) => {
    const attributes = {
      'messaging.system': 'kafka',
      'messaging.operation.type': 'send',
      'messaging.operation.name': 'send',
      'messaging.destination.name': topic,
    };
    const parent = message.headers?.traceparent;
    const span = tracing.start(`send ${topic}`, { kind: 'producer', parent, attributes });
    if (span === null) return [];
    message.headers = { traceparent: span.traceparent };
    return [span];
  });
}

function abandon(producer: Producer): void {
  producer.disconnect().catch(() => undefined);
}

function* chunksOf(records: readonly OutgoingRecord[]): Generator<OutgoingRecord[]> {
  let chunk: OutgoingRecord[] = [];
  let bytes = 0;
  for (const record of records) {
    const size = record.message.value.length;
    if (chunk.length >= MAX_CHUNK_RECORDS || (chunk.length > 0 && bytes + size > MAX_CHUNK_BYTES)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(record);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

function late(): RetryableError {
  return new RetryableError('kafka_unavailable', 'Kafka did not answer in time.');
}
