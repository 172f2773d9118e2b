import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import type { Kafka, Producer } from 'kafkajs';
import type { Codec } from './codec.ts';
import { within } from './deadline.ts';
import type { EventOf, EventType } from './event-types.ts';
import { GIVE_UP_SOON } from './kafka-client.ts';
import { MAX_SMALL_RECORD_BYTES } from './limits.ts';
import { partitionRecorder, positionsOf, type Position } from './positions.ts';
import { isSessionLost, sendFailure } from './send-failure.ts';
import { isTraceparent } from './trace-context.ts';

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
   * @throws InvalidError naming the index, field and rule; RetryableError when Kafka or the registry is away.
   */
  publish(events: readonly Publishable[]): Promise<Position[]>;
};

export type PublisherOptions = {
  readonly kafka: Pick<Kafka, 'producer'>;
  readonly codec: Codec;
  /** For one chunk of records to be stored, reconnecting included. */
  readonly sendTimeoutMs?: number;
};

const DEFAULT_SEND_TIMEOUT_MS = 60_000;

/** A chunk may end up in one partition and is then one batch, which must stay below the topic's limit. */
const MAX_CHUNK_BYTES = MAX_SMALL_RECORD_BYTES;
/** KafkaJS copies a partition's list once per record. */
const MAX_CHUNK_RECORDS = 1_000;

type OutgoingRecord = { topic: string; message: { key: string; value: Buffer; headers?: Record<string, string> } };

export function createPublisher(options: PublisherOptions): Publisher {
  const { kafka, codec, sendTimeoutMs = DEFAULT_SEND_TIMEOUT_MS } = options;
  const partitions = partitionRecorder();
  let producer: Producer | undefined;
  /** Chunks go out one after the other, across calls too: the order of a key's events is the order of publishing. */
  let queue: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<Producer> {
    const fresh = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry: GIVE_UP_SOON,
      createPartitioner: partitions.createPartitioner,
    });
    await within(sendTimeoutMs, fresh.connect(), late).catch((error: unknown) => {
      abandon(fresh);
      throw sendFailure(error);
    });
    return fresh;
  }

  /** An idempotent producer that gave up or lost its session answers with errors for ever: never use it again. */
  function discard(): void {
    if (producer !== undefined) abandon(producer);
    producer = undefined;
  }

  async function sendOnce(chunk: readonly OutgoingRecord[]): Promise<Position[]> {
    producer ??= await connect();
    const byTopic = Map.groupBy(chunk, ({ topic }) => topic);
    const topicMessages = [...byTopic].map(([topic, records]) => ({
      topic,
      messages: records.map(({ message }) => message),
    }));
    const stored = await within(sendTimeoutMs, producer.sendBatch({ acks: -1, topicMessages }), late);
    return positionsOf(chunk, partitions.partitionOf, stored);
  }

  async function send(chunk: readonly OutgoingRecord[]): Promise<Position[]> {
    try {
      return await sendOnce(chunk);
    } catch (error) {
      discard();
      if (!isSessionLost(error)) throw sendFailure(error);
    }
    try {
      return await sendOnce(chunk);
    } catch (error) {
      discard();
      throw sendFailure(error);
    }
  }

  async function sendAll(records: readonly OutgoingRecord[]): Promise<Position[]> {
    const positions: Position[] = [];
    for (const chunk of chunksOf(records)) positions.push(...(await send(chunk)));
    return positions;
  }

  async function encode({ type, event, traceparent }: Publishable, index: number): Promise<OutgoingRecord> {
    try {
      const { topic, key, value } = await codec.encode(type, event);
      if (traceparent === undefined) return { topic, message: { key, value } };
      if (!isTraceparent(traceparent)) {
        throw new InvalidError('traceparent', 'traceparent: must be a W3C trace context', { field: 'traceparent' });
      }
      return { topic, message: { key, value, headers: { traceparent } } };
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
      const field = error.field === undefined ? {} : { field: error.field };
      throw new InvalidError(error.code, `event ${index}: ${error.message}`, field);
    }
  }

  return {
    async start() {
      producer ??= await connect();
    },
    async stop() {
      await queue;
      const last = producer;
      producer = undefined;
      await last?.disconnect();
    },
    async publish(events) {
      const records: OutgoingRecord[] = [];
      for (const [index, event] of events.entries()) records.push(await encode(event, index));
      const sent = queue.then(() => sendAll(records));
      queue = sent.catch(forget);
      return await sent;
    },
  };
}

/** The caller has the failure; the queue only needs to know that the call is over. */
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
