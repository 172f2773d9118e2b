import { setTimeout as delay } from 'node:timers/promises';
import { within } from '@fundlens/runtime/deadline';
import { isKafkaRefusal } from '@fundlens/contracts/kafka/kafka-refusal';
import { refusedRecordsOf } from '@fundlens/contracts/kafka/refused-batch';
import { planFetches, silenceHeartbeats } from '@fundlens/contracts/kafka/kafkajs-repairs';
import type { Backoff } from '@fundlens/runtime/backoff';
import { RetryableError } from '@fundlens/runtime/errors';
import kafkajs, { type Consumer, type EachBatchPayload, type Kafka, type KafkaMessage } from 'kafkajs';
import { FetchSteps } from './fetch-steps.ts';
import { type TopicPartition, partitionKey, type Source, type SourceHandlers, type SourceRecord } from './source.ts';

export type KafkaSourceOptions = {
  readonly kafka: Kafka;
  readonly groupId: string;
  readonly topics: readonly string[];
  /** Topics whose partitions share documents, see `FetchSteps`. Default: none. */
  readonly inStep?: ReadonlySet<string>;
  /** A member without a heartbeat for this long loses its partitions. Longer than the longest single step of a batch. */
  readonly sessionTimeoutMs: number;
  /** Before a consumer that died is replaced by a new one. */
  readonly backoff: Backoff;
  readonly onError: (error: unknown) => void;
};

/** A larger batch is part of a backlog: the next fetch begins at once. */
const TRICKLE_RECORDS = 50;
/**
 * From one fetch of a trickle to the next: a fetch and its commit cost some milliseconds of processor time, whatever they
 * bring. An event waits half of this at the median; what comes after a pause waits for nothing.
 */
const LEAST_PERIOD_MS = 38;
/** So many heartbeats in a row may be lost before the group removes the member. */
const HEARTBEATS_PER_SESSION = 5;
/** The group waits this long for a member that is in the middle of a batch. */
const REBALANCE_TIMEOUT_MS = 60_000;
/** A resumed partition and a stop wait for a fetch that brings nothing. Each costs an idle process processor time. */
const MAX_WAIT_MS = 1_000;
/** A member whose partitions are all paused, as after a rebalance, looks this often for one that was resumed. */
const LOOK_MS = 100;
/** Per partition and fetch: all of a chunk, so that states of one entity that are far apart meet in it. */
const MAX_BYTES_PER_PARTITION = 8 * 1024 * 1024;
/** Undecoded bytes of one fetch. */
const MAX_BYTES_PER_FETCH = 16 * 1024 * 1024;
/** As a rule all partitions of one fetch, so that their batches are folded and written together. */
const PARTITIONS_AT_ONCE = 32;

/** So late it reads the partitions that a topic gets; until then responses do not tell how fresh they are, and access ages. */
const METADATA_MS = 10_000;

const COMMIT_EVERY_MS = 5_000;
/** A stop waits this long for the last commit, so that it ends while Kafka is unavailable. */
const LAST_COMMIT_MS = 1_000;
/** KafkaJS waits without limit for batches and answers when it disconnects: after this time it is left alone. */
const DISCONNECT_MS = 10_000;

/** The KafkaJS side of the port: one member of one group. */
export class KafkaSource implements Source {
  readonly #options: KafkaSourceOptions;
  readonly #heartbeatMs: number;
  readonly #steps: FetchSteps;
  /** Offsets in Kafka are for tools that show the lag: a partition resumes from its checkpoint in MongoDB. */
  readonly #uncommitted = new Map<string, TopicPartition & { readonly offset: string }>();
  #committing: NodeJS.Timeout | undefined;
  #consumer: Consumer | undefined;
  #handlers: SourceHandlers | undefined;
  #stopping = false;
  /** What Kafka refused the member that is being started. */
  #refusal: unknown = null;
  #starting = false;
  #assigned: ReadonlySet<string> = new Set();
  /** How many steps had succeeded at the last heartbeat. */
  #stepsSent: number | null = null;
  #memberId: string | null = null;
  /** How often each partition was sought: the verdict of a batch that was under way at a seek does not hold it. */
  readonly #seeks = new Map<string, number>();

  constructor(options: KafkaSourceOptions) {
    this.#options = options;
    this.#heartbeatMs = Math.floor(options.sessionTimeoutMs / HEARTBEATS_PER_SESSION);
    // KafkaJS sends a heartbeat that is due when a fetch ends.
    const maxWaitMs = Math.min(MAX_WAIT_MS, this.#heartbeatMs);
    this.#steps = new FetchSteps(options.inStep ?? new Set(), { maxWaitMs });
  }

  async start(handlers: SourceHandlers): Promise<void> {
    this.#handlers = handlers;
    const { kafka, groupId, topics, sessionTimeoutMs } = this.#options;
    planFetches(groupId, this.#steps);
    const consumer = kafka.consumer({
      groupId,
      sessionTimeout: sessionTimeoutMs,
      heartbeatInterval: this.#heartbeatMs,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      maxWaitTimeInMs: LOOK_MS,
      maxBytesPerPartition: MAX_BYTES_PER_PARTITION,
      maxBytes: MAX_BYTES_PER_FETCH,
      metadataMaxAge: METADATA_MS,
    });
    this.#consumer = consumer;
    this.#observe(consumer, handlers);
    clearInterval(this.#committing);
    this.#committing = setInterval(() => void this.#commitOffsets(), COMMIT_EVERY_MS);
    this.#starting = true;
    this.#refusal = null;
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
        eachBatch: (payload) => this.#eachBatch(consumer, payload, handlers),
      });
    } finally {
      this.#starting = false;
    }
    // KafkaJS reports a group that refuses its member as a crash alone: `run` ends as if it had joined.
    if (this.#refusal !== null) throw this.#refusal;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#committing);
    await Promise.race([this.#commitOffsets(), delay(LAST_COMMIT_MS, undefined, { ref: false })]);
    await this.#disconnect();
    if (this.#memberId !== null) silenceHeartbeats(this.#memberId, null);
    planFetches(this.#options.groupId, null);
  }

  restart(): void {
    if (this.#handlers !== undefined) this.#lose(this.#handlers, 'consumer_stalled');
  }

  async #disconnect(): Promise<void> {
    const consumer = this.#consumer;
    this.#consumer = undefined;
    const late = () => new RetryableError('kafka_unavailable', 'The consumer did not disconnect in time.');
    await within(DISCONNECT_MS, consumer?.disconnect() ?? Promise.resolve(), late).catch(this.#options.onError);
  }

  commit(topicPartition: TopicPartition, nextOffset: number): void {
    const { topic, partition } = topicPartition;
    this.#uncommitted.set(partitionKey(topicPartition), { topic, partition, offset: String(nextOffset) });
  }

  /** All partitions in one request. Offsets of those that were taken away are dropped: their new owner commits its own. */
  async #commitOffsets(): Promise<void> {
    const open = [...this.#uncommitted].filter(([key]) => this.#assigned.has(key));
    this.#uncommitted.clear();
    if (open.length === 0) return;
    try {
      await this.#consumer?.commitOffsets(open.map(([, offset]) => offset));
    } catch {
      // The group rebalances or Kafka is unavailable, which the consumer reports itself. The next commit repeats these.
      for (const [key, offset] of open) if (!this.#uncommitted.has(key)) this.#uncommitted.set(key, offset);
    }
  }

  completeUntil(): number {
    return this.#steps.level();
  }

  deliverFrom(topicPartition: TopicPartition, offset: number): void {
    const { topic, partition } = topicPartition;
    const key = partitionKey(topicPartition);
    if (this.#consumer === undefined || this.#stopping || !this.#assigned.has(key)) return;
    this.#steps.forget(topicPartition);
    this.#seeks.set(key, (this.#seeks.get(key) ?? 0) + 1);
    try {
      this.#consumer.seek({ topic, partition, offset: String(offset) });
      this.#consumer.resume([{ topic, partitions: [partition] }]);
    } catch (error) {
      // KafkaJS refuses both while it recovers from a crash. It joins again, and then the partition is sought again.
      this.#options.onError(error);
    }
  }

  #observe(consumer: Consumer, handlers: SourceHandlers): void {
    // Listeners of this event run before the first fetch. A partition that is paused here is not fetched until it is
    // resumed, which gives the time to look up its checkpoint.
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      // One that was replaced while it tried to join would hold its partitions for ever: this ends its attempt.
      if (this.#consumer !== consumer) throw new kafkajs.KafkaJSNonRetriableError('The consumer was replaced.');
      // Heartbeats reflect the member's progress: while it has work and has made no step since the last one, it sends none, and
      // loses its partitions after the session timeout.
      if (this.#memberId !== null) silenceHeartbeats(this.#memberId, null);
      this.#memberId = payload.memberId;
      silenceHeartbeats(payload.memberId, () => handlers.steps() !== null && handlers.steps() === this.#stepsSent);
      const topicPartitions = Object.entries(payload.memberAssignment).flatMap(([topic, partitions]) =>
        partitions.map((partition) => ({ topic, partition })),
      );
      this.#assigned = new Set(topicPartitions.map(partitionKey));
      this.#steps.clear();
      for (const { topic, partition } of topicPartitions) consumer.pause([{ topic, partitions: [partition] }]);
      handlers.onAssigned(topicPartitions);
    });
    consumer.on(consumer.events.HEARTBEAT, () => {
      this.#stepsSent = handlers.steps();
    });
    // KafkaJS passes over fetches without records for us without a call of eachBatch.
    consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) => {
      const { topic, partition, batchSize, lastOffset } = payload;
      if (batchSize === 0) handlers.onPassed({ topic, partition }, Number(lastOffset) + 1);
    });
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      if (this.#consumer !== consumer) return;
      const refused = this.#starting && isKafkaRefusal(payload.error);
      if (refused) this.#refusal = payload.error;
      if (!refused && !payload.restart) this.#lose(handlers, 'consumer_crashed');
      else this.#unassign(handlers, 'consumer_crashed');
    });
  }

  #unassign(handlers: SourceHandlers, code: string): void {
    this.#assigned = new Set();
    this.#steps.clear();
    handlers.onAssigned([]);
    handlers.onDown(code);
  }

  #lose(handlers: SourceHandlers, code: string): void {
    this.#unassign(handlers, code);
    this.#replaceConsumer(handlers).catch(this.#options.onError);
  }

  /** A consumer that hangs, or crashed so that KafkaJS does not restart it, never fetches again: a new one replaces it. */
  async #replaceConsumer(handlers: SourceHandlers): Promise<void> {
    const { backoff, onError } = this.#options;
    while (!this.#stopping) {
      await this.#disconnect();
      await delay(backoff.next());
      if (this.#stopping) return;
      try {
        await this.start(handlers);
        if (this.#stopping) await this.#disconnect();
        return;
      } catch (error) {
        onError(error);
      }
    }
  }

  async #eachBatch(consumer: Consumer, payload: EachBatchPayload, handlers: SourceHandlers): Promise<void> {
    const { batch, isRunning, isStale, heartbeat, resolveOffset } = payload;
    const began = performance.now();
    const { topic, partition } = batch;
    const key = partitionKey(batch);
    const records = recordsOf(batch.messages);
    const first = records[0];
    if (first === undefined || this.#stopping || !isRunning() || isStale()) return;

    let lost: { readonly error: unknown } | undefined;
    const seeksBefore = this.#seeks.get(key);
    const sendHeartbeat = async () => {
      await heartbeat().catch((error: unknown) => {
        lost = { error };
      });
      return lost === undefined;
    };
    const nextOffset = Number(batch.lastOffset()) + 1;
    const isTaken = await handlers.onBatch({ topic, partition, records, nextOffset }, sendHeartbeat);
    this.#options.backoff.reset();

    if (!this.#assigned.has(key)) return;
    if (!isTaken && this.#seeks.get(key) === seeksBefore) {
      consumer.pause([{ topic, partitions: [partition] }]);
      this.#steps.forget(batch);
    }
    // While a seek is pending, the seek says where the partition continues, not this batch.
    if (isTaken && !isStale()) resolveOffset(String(nextOffset - 1));
    // KafkaJS handles rebalances and lost connections itself: it expects these errors from `eachBatch`.
    if (lost !== undefined) throw lost.error;
    const early = LEAST_PERIOD_MS - (performance.now() - began);
    if (records.length <= TRICKLE_RECORDS && early > 0 && !this.#stopping) await delay(early);
  }
}

function recordsOf(messages: readonly KafkaMessage[]): SourceRecord[] {
  return messages.map((message) => {
    const refusedRecords = refusedRecordsOf(message.value);
    return refusedRecords === null ? recordOf(message) : { ...recordOf(message), refusedRecords };
  });
}

/** Offsets stay far below 2^53: at a million events a second that takes 285 years. */
export function recordOf({ offset, key, value, timestamp, headers }: KafkaMessage): SourceRecord {
  const record = { offset: Number(offset), key, value, appendedAt: Number(timestamp) };
  // A header may be there without value: Debezium writes a column that is null so.
  const traceparent = headers?.traceparent ?? undefined;
  return traceparent === undefined ? record : { ...record, traceparent: String(traceparent) };
}
