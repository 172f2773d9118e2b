import { failureCode, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { parseTraceparent } from '@fundlens/runtime/trace-context';
import { NO_TRACING, type Span, type Tracing } from '@fundlens/runtime/tracing';
import type { Kafka, Producer } from 'kafkajs';
import type { Codec } from '../wire/codec.ts';
import { within } from '../deadline.ts';
import type { EventOf, EventType } from '../event-types.ts';
import { GIVE_UP_SOON } from '../kafka/kafka-client.ts';
import { MAX_SMALL_RECORD_BYTES } from '../definition/limits.ts';
import { partitionRecorder, positionsOf, type Position } from './positions.ts';
import { isSessionLost, sendFailure } from './send-failure.ts';

export type Publishable = {
  [T in EventType]: {
    readonly type: T;
    readonly event: EventOf<T>;
    /** W3C trace context, carried on as a record header. */
    readonly traceparent?: string;
  };
}[EventType];

export type Publisher = {
  start(): Promise<void>;
  /** Waits for what is being published. */
  stop(): Promise<void>;
  /**
   * Publishes all events or, when one of them is invalid, none. Resolves when all in-sync replicas have them, with the
   * positions in the order of the events. After a RetryableError some of them may be in the log; publishing all of them
   * again is safe, because consumers keep the higher version and ignore duplicates.
   * @throws InvalidError naming the index, field and rule; RetryableError when Kafka or the registry is unavailable.
   */
  publish(events: readonly Publishable[]): Promise<Position[]>;
  /** The same for what `recordOf` has made. */
  publishRecords(records: readonly OutgoingRecord[]): Promise<Position[]>;
};

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

export type OutgoingRecord = {
  readonly topic: string;
  readonly message: { readonly key: string; readonly value: Buffer; headers?: Record<string, string> };
};

export function createPublisher(options: PublisherOptions): Publisher {
  return new KafkaPublisher(options);
}

class KafkaPublisher implements Publisher {
  readonly #kafka: PublisherOptions['kafka'];
  readonly #codec: Codec;
  readonly #sendTimeoutMs: number;
  readonly #tracing: Tracing;
  readonly #partitions = partitionRecorder();
  #producer: Producer | undefined;
  /** Chunks are sent one after the other, across calls too: a key's events keep the order in which they are published. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ kafka, codec, sendTimeoutMs = DEFAULT_SEND_TIMEOUT_MS, tracing = NO_TRACING }: PublisherOptions) {
    this.#kafka = kafka;
    this.#codec = codec;
    this.#sendTimeoutMs = sendTimeoutMs;
    this.#tracing = tracing;
  }

  async start(): Promise<void> {
    this.#producer ??= await this.#connect();
  }

  async stop(): Promise<void> {
    await this.#queue;
    const last = this.#producer;
    this.#producer = undefined;
    await last?.disconnect();
  }

  async publish(events: readonly Publishable[]): Promise<Position[]> {
    const records: OutgoingRecord[] = [];
    for (const [index, event] of events.entries()) {
      records.push(await recordOf(this.#codec, event).catch((error: unknown) => ofEvent(index, error)));
    }
    return await this.publishRecords(records);
  }

  async publishRecords(records: readonly OutgoingRecord[]): Promise<Position[]> {
    const spans = startSpans(this.#tracing, records);
    const sent = this.#queue.then(() => this.#sendAll(records));
    this.#queue = sent.catch(forget);
    try {
      return await sent;
    } catch (error) {
      for (const span of spans) span.fail(failureCode(error));
      throw error;
    } finally {
      for (const span of spans) span.end();
    }
  }

  async #connect(): Promise<Producer> {
    const fresh = this.#kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry: GIVE_UP_SOON,
      createPartitioner: this.#partitions.createPartitioner,
    });
    await within(this.#sendTimeoutMs, fresh.connect(), late).catch((error: unknown) => {
      abandon(fresh);
      throw sendFailure(error);
    });
    return fresh;
  }

  /** An idempotent producer that gave up or lost its session fails every further send: it is never used again. */
  #discard(): void {
    if (this.#producer !== undefined) abandon(this.#producer);
    this.#producer = undefined;
  }

  async #sendAll(records: readonly OutgoingRecord[]): Promise<Position[]> {
    const positions: Position[] = [];
    for (const chunk of chunksOf(records)) positions.push(...(await this.#send(chunk)));
    return positions;
  }

  /** A lost session is retried once, with a new producer. */
  async #send(chunk: readonly OutgoingRecord[]): Promise<Position[]> {
    try {
      return await this.#sendOnce(chunk);
    } catch (error) {
      this.#discard();
      if (!isSessionLost(error)) throw sendFailure(error);
    }
    try {
      return await this.#sendOnce(chunk);
    } catch (error) {
      this.#discard();
      throw sendFailure(error);
    }
  }

  async #sendOnce(chunk: readonly OutgoingRecord[]): Promise<Position[]> {
    this.#producer ??= await this.#connect();
    const byTopic = Map.groupBy(chunk, ({ topic }) => topic);
    const topicMessages = [...byTopic].map(([topic, records]) => ({
      topic,
      messages: records.map(({ message }) => message),
    }));
    const stored = await within(this.#sendTimeoutMs, this.#producer.sendBatch({ acks: -1, topicMessages }), late);
    return positionsOf(chunk, this.#partitions.partitionOf, stored);
  }
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
  if (tracing === NO_TRACING) return [];
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

/** The caller gets the failure; the queue only waits for the end of the call. */
function forget(): undefined {
  return undefined;
}

function abandon(producer: Producer): void {
  producer.disconnect().catch(forget);
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
