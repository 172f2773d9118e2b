import { setTimeout as delay } from 'node:timers/promises';
import { type RefusedBatch, refusedBatchOf } from '@fundlens/contracts/refused-batch';
import { limitFetchesOf, silenceHeartbeats } from '@fundlens/contracts/kafkajs-repairs';
import type { Backoff } from '@fundlens/runtime/backoff';
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { createFetchPace } from './fetch-pace.ts';
import {
  type BatchControl,
  type TopicPartition,
  partitionKey,
  type Source,
  type SourceBatch,
  type SourceHandlers,
  type SourceRecord,
} from './source.ts';

export type KafkaSourceOptions = {
  readonly kafka: Kafka;
  readonly groupId: string;
  readonly topics: readonly string[];
  /** All that a fetch takes of one partition, by topic, where that is less than usual. */
  readonly maxBytesPerPartition?: ReadonlyMap<string, number>;
  /** So many partitions may have a batch in work at once. What one fetch brought is done before the next fetch begins. */
  readonly partitionsAtOnce?: number;
  /** Events that trickle in are gathered, see `FetchPace`. Default: a tenth of a second. */
  readonly longestRoundMs?: number;
  /** A member that says nothing for this long loses its partitions. Longer than the longest single step of a batch. */
  readonly sessionTimeoutMs: number;
  /** Before a consumer that died is replaced by a new one. */
  readonly backoff: Backoff;
  readonly onError: (error: unknown) => void;
};

/** What an event may wait for others: people do not notice it. */
const LONGEST_ROUND_MS = 100;
/** More than this is a backlog, in which nothing is waited for. */
const TRICKLE_RECORDS = 50;
/** Kafka's offsets are for tools: where a partition goes on stands in MongoDB. */
const COMMIT_EVERY_MS = 1_000;
/** A stop does not wait for a Kafka that is away. */
const LAST_COMMIT_MS = 1_000;

/** So many heartbeats may get lost before the group gives a member up. */
const HEARTBEATS_PER_SESSION = 5;
/** Others wait this long for a member that is in the middle of a batch. */
const REBALANCE_TIMEOUT_MS = 60_000;
/** An idle fetch waits for data this long; a partition that is resumed and a stop wait for it too. */
const MAX_WAIT_MS = 500;
/** Per partition and fetch: some thousand events or one report. A larger record comes alone, whatever this says. */
const MAX_BYTES_PER_PARTITION = 4 * 1024 * 1024;
/**
 * All that one fetch brings into memory, undecoded. Enough for the partitions of two topics: events of one contact come
 * from many of them, and are folded together only where they are in hand together.
 */
const MAX_BYTES_PER_FETCH = 32 * 1024 * 1024;
/** As a rule all that one fetch brought: what partitions have in hand together is folded and written together. */
const PARTITIONS_AT_ONCE = 32;

/** The KafkaJS side of the port: one member of one group. */
export function createKafkaSource(options: KafkaSourceOptions): Source {
  let consumer: Consumer | undefined;
  const pace = createFetchPace(options.longestRoundMs ?? LONGEST_ROUND_MS, () => performance.now());
  let stopping = false;
  let assigned = new Set<string>();
  /** What is still to be committed, by partition. */
  const uncommitted = new Map<string, TopicPartition & { readonly offset: string }>();
  let committing: NodeJS.Timeout | undefined;
  /** How often each partition was told where to go on: a batch that was under way then has no say in it any more. */
  const told = new Map<string, number>();
  let memberId: string | null = null;
  /** How many steps had succeeded at the last heartbeat. */
  let stepsTold: number | null = null;

  async function open(handlers: SourceHandlers): Promise<void> {
    for (const [topic, maxBytes] of options.maxBytesPerPartition ?? []) limitFetchesOf(topic, maxBytes);
    const opened = options.kafka.consumer({
      groupId: options.groupId,
      sessionTimeout: options.sessionTimeoutMs,
      heartbeatInterval: Math.floor(options.sessionTimeoutMs / HEARTBEATS_PER_SESSION),
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      maxWaitTimeInMs: MAX_WAIT_MS,
      maxBytesPerPartition: MAX_BYTES_PER_PARTITION,
      maxBytes: MAX_BYTES_PER_FETCH,
    });
    consumer = opened;
    observe(opened, handlers);
    clearInterval(committing);
    committing = setInterval(() => void commitKept(opened), COMMIT_EVERY_MS);
    await opened.connect();
    await opened.subscribe({ topics: [...options.topics], fromBeginning: true });
    await opened.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: options.partitionsAtOnce ?? PARTITIONS_AT_ONCE,
      eachBatch: (payload) => eachBatch(opened, payload, handlers),
    });
  }

  function observe(opened: Consumer, handlers: SourceHandlers): void {
    // Listeners of this event run before the first fetch. What is paused here is not fetched until it is resumed, which
    // gives the time to look up its checkpoint.
    opened.on(opened.events.GROUP_JOIN, ({ payload }) => {
      beatBySteps(payload.memberId, handlers);
      const topicPartitions = topicPartitionsOf(payload.memberAssignment);
      assigned = new Set(topicPartitions.map(partitionKey));
      for (const { topic, partition } of topicPartitions) opened.pause([{ topic, partitions: [partition] }]);
      handlers.onAssigned(topicPartitions);
    });
    opened.on(opened.events.HEARTBEAT, () => {
      stepsTold = handlers.steps();
    });
    // KafkaJS passes over fetches that hold nothing for us without a call of eachBatch.
    opened.on(opened.events.END_BATCH_PROCESS, ({ payload }) => {
      const { topic, partition, batchSize, lastOffset } = payload;
      if (batchSize === 0) handlers.onPassed({ topic, partition }, Number(lastOffset) + 1);
    });
    opened.on(opened.events.CRASH, ({ payload }) => {
      assigned = new Set();
      handlers.onAssigned([]);
      handlers.onDown('consumer_crashed');
      if (!payload.restart) replaceConsumer(handlers).catch(options.onError);
    });
  }

  /** Heartbeats tell of steps. While there is work and none of it has made a step since the last one, none is sent. */
  function beatBySteps(joined: string, { steps }: SourceHandlers): void {
    if (memberId !== null) silenceHeartbeats(memberId, null);
    memberId = joined;
    silenceHeartbeats(joined, () => steps() !== null && steps() === stepsTold);
  }

  /** After a crash that KafkaJS does not restart from, the consumer is dead and would stay silent for ever. */
  async function replaceConsumer(handlers: SourceHandlers): Promise<void> {
    while (!stopping) {
      await delay(options.backoff.next());
      if (stopping) return;
      try {
        return await open(handlers);
      } catch (error) {
        options.onError(error);
        await consumer?.disconnect().catch(options.onError);
      }
    }
  }

  async function eachBatch(opened: Consumer, payload: EachBatchPayload, handlers: SourceHandlers): Promise<void> {
    const { batch, isRunning, isStale, heartbeat, resolveOffset } = payload;
    const began = performance.now();
    const topicPartition = { topic: batch.topic, partition: batch.partition };
    const records = recordsOf(batch.messages);
    const first = records[0];
    if (first === undefined || stopping || !isRunning() || isStale()) return;

    let lost: { readonly error: unknown } | undefined;
    const toldBefore = told.get(partitionKey(topicPartition));
    const control: BatchControl = {
      abandoned: () =>
        lost !== undefined || stopping || !isRunning() || isStale() || !assigned.has(partitionKey(topicPartition)),
      async progress() {
        try {
          await heartbeat();
        } catch (error) {
          lost = { error };
        }
      },
    };
    const delivered: SourceBatch = { ...topicPartition, records, nextOffset: Number(batch.lastOffset()) + 1 };
    const { nextOffset, hold } = await handlers.onBatch(delivered, control);
    options.backoff.reset();

    if (!assigned.has(partitionKey(topicPartition))) return;
    if (hold && told.get(partitionKey(topicPartition)) === toldBefore)
      opened.pause([{ topic: topicPartition.topic, partitions: [topicPartition.partition] }]);
    // A seek that waits to take effect says where this partition goes on, not this batch.
    if (nextOffset > first.offset && !isStale()) resolveOffset(String(nextOffset - 1));
    // Rebalances and lost connections are KafkaJS's own to handle: it expects them to come out of here.
    if (lost !== undefined) throw lost.error;
    pace.took(records.length);
    const early = pace.leastPeriodMs() - (performance.now() - began);
    if (records.length <= TRICKLE_RECORDS && early > 0 && !stopping) await delay(early);
  }

  /** In one request. What cannot be committed now is committed with the next ones; what was taken away is left to others. */
  async function commitKept(opened: Consumer): Promise<void> {
    const open = [...uncommitted].filter(([key]) => assigned.has(key));
    uncommitted.clear();
    if (open.length === 0) return;
    try {
      await opened.commitOffsets(open.map(([, { topic, partition, offset }]) => ({ topic, partition, offset })));
    } catch {
      // While the group rebalances, or Kafka is away: the consumer itself finds out, and says so.
      for (const [key, offset] of open) if (!uncommitted.has(key)) uncommitted.set(key, offset);
    }
  }

  return {
    start: open,
    async stop() {
      stopping = true;
      clearInterval(committing);
      if (consumer !== undefined)
        await Promise.race([commitKept(consumer), delay(LAST_COMMIT_MS, undefined, { ref: false })]);
      await consumer?.disconnect();
      if (memberId !== null) silenceHeartbeats(memberId, null);
    },
    commit(topicPartition, nextOffset) {
      const { topic, partition } = topicPartition;
      uncommitted.set(partitionKey(topicPartition), { topic, partition, offset: String(nextOffset) });
    },
    deliverFrom(topicPartition, offset) {
      if (consumer === undefined || stopping || !assigned.has(partitionKey(topicPartition))) return;
      const { topic, partition } = topicPartition;
      told.set(partitionKey(topicPartition), (told.get(partitionKey(topicPartition)) ?? 0) + 1);
      try {
        consumer.seek({ topic, partition, offset: String(offset) });
        consumer.resume([{ topic, partitions: [partition] }]);
      } catch (error) {
        // The client refuses both while it recovers from a crash; it will join again, and be told again.
        options.onError(error);
      }
    },
  };
}

function topicPartitionsOf(assignment: Readonly<Record<string, readonly number[]>>): TopicPartition[] {
  return Object.entries(assignment).flatMap(([topic, partitions]) =>
    partitions.map((partition) => ({ topic, partition })),
  );
}

/**
 * The first record that is delivered of a refused batch stands for all of it, whichever it is: the log may have lost those
 * before. The others say nothing more.
 */
function recordsOf(messages: readonly KafkaMessage[]): SourceRecord[] {
  let before: RefusedBatch | null = null;
  return messages.map((message) => {
    const record = recordOf(message);
    const batch = refusedBatchOf(message.value);
    const isFirst = batch !== before;
    before = batch;
    if (batch === null) return record;
    return isFirst ? { ...record, refusedRecords: batch.records } : { ...record, value: null };
  });
}

/** Offsets stay far below 2^53: at a million events a second that takes 285 years. */
function recordOf({ offset, key, value, timestamp }: KafkaMessage): SourceRecord {
  return { offset: Number(offset), key, value, appendedAt: Number(timestamp) };
}
