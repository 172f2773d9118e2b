import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import Broker from 'kafkajs/src/broker/index.js';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup.js';
import Connection from 'kafkajs/src/network/connection.js';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { endFirstConnectionInDistrust, tellMissingRights } from './kafkajs-refusals.ts';

let repaired = false;

/** Mends KafkaJS 2.2.4 for this process: its timers, its connections, its fetches, its transactions, its heartbeats, and what it hides. */
export function repairKafkaJs(): void {
  if (repaired) return;
  repaired = true;
  setTimersOnlyWherePending();
  lookForTimeOutsEachSecond();
  forgetCutAnswers();
  endUnanswered();
  heedFetchPlans();
  hideAborted();
  heedUndecided();
  heedSilence();
  tellMissingRights();
  endFirstConnectionInDistrust();
}

/**
 * It asks each connection for requests that wait to be sent, and sets the timer for the next time whether any wait or not:
 * `throttledUntil - now` is negative then, which Node takes for one millisecond. So each connection wakes the process a
 * thousand times a second for nothing, which is most of what an idle consumer costs. Here the timer is set only where
 * something waits: a request that is put into the queue sets it, and so does each check that leaves some.
 * Known as https://github.com/tulios/kafkajs/issues/1704; no release has mended it.
 */
function setTimersOnlyWherePending(): void {
  const schedule = RequestQueue.prototype.scheduleCheckPendingRequests;
  RequestQueue.prototype.scheduleCheckPendingRequests = function scheduleWherePending(this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
}

/** It looks ten times a second, for each connection, for requests whose time limit has passed, though that is 30 s. */
function lookForTimeOutsEachSecond(): void {
  RequestQueue.prototype.scheduleRequestTimeoutCheck = function lookEachSecond(this: RequestQueue) {
    if (!this.enforceRequestTimeout) return;
    this.destroy();
    this.requestTimeoutIntervalId = setInterval(() => {
      for (const request of this.inflight.values())
        if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
      if (!this.isConnected()) this.destroy();
    }, 1_000);
  };
}

/**
 * A connection that is made again keeps what it had of an answer in the middle of which the last one ended, and reads the
 * next answers as the rest of it: none is understood any more, each request ends by its time limit alone, and a consumer
 * fetches nothing until the connection is lost another time. A broker that is killed under load cuts a fetch like that.
 */
function forgetCutAnswers(): void {
  const { connect } = Connection.prototype;
  Connection.prototype.connect = function connectAnew(this: Connection) {
    if (!this.isConnected()) {
      // What the socket before still brings is for nobody. It goes on flowing, so that it ends.
      this.socket?.removeAllListeners('data').resume();
      this.chunks = [];
      this.bytesBuffered = 0;
      // Of the size, with which an answer begins.
      this.bytesNeeded = 4;
    }
    return connect.call(this);
  };
}

/**
 * A request that is sent in the turn in which its connection is given up is neither answered nor refused, and its time limit
 * ends with the connection: whoever waits for it waits for ever, and so does the next disconnect. Here it is refused.
 */
function endUnanswered(): void {
  const { destroy } = RequestQueue.prototype;
  RequestQueue.prototype.destroy = function destroyUnanswered(this: RequestQueue) {
    destroy.call(this);
    if (this.inflight.size > 0 || this.pending.length > 0)
      this.rejectAll(new kafkajs.KafkaJSConnectionError('The connection was closed before the request was answered'));
  };
}

/** Decides, for one group, what a fetch asks for. */
export type FetchPlan = {
  /** How long a fetch that finds nothing waits for records. KafkaJS itself waits as long where it has nothing to fetch. */
  readonly maxWaitMs: number;
  /** @returns those of `partitions` that are asked this time. Never none. */
  choose(partitions: readonly Broker.AskedPartition[]): readonly Broker.AskedPartition[];
  /** Called for each partition that was asked, before any of its records is delivered. */
  answered(asked: Broker.AskedPartition, answer: Broker.FetchedPartition): void;
};

const fetchPlans = new Map<string, FetchPlan>();
const fetchPlan = new AsyncLocalStorage<FetchPlan | undefined>();

/** The members of the group in this process fetch by this plan; null: all partitions each time. */
export function planFetches(groupId: string, plan: FetchPlan | null): void {
  if (plan === null) fetchPlans.delete(groupId);
  else fetchPlans.set(groupId, plan);
}

/** It asks for as many bytes of each partition each time, however far apart in time they come to be. */
function heedFetchPlans(): void {
  const { fetch: fetchOfGroup } = ConsumerGroup.prototype;
  ConsumerGroup.prototype.fetch = function fetchByPlan(this: ConsumerGroup, nodeId) {
    return fetchPlan.run(fetchPlans.get(this.groupId), () => fetchOfGroup.call(this, nodeId));
  };
  const { fetch } = Broker.prototype;
  Broker.prototype.fetch = async function fetchPlanned(this: Broker, request) {
    const plan = fetchPlan.getStore();
    if (plan === undefined) return await fetch.call(this, request);
    const chosen = plan.choose(
      request.topics.flatMap(({ topic, partitions }) => partitions.map((partition) => ({ topic, ...partition }))),
    );
    const topics = [...Map.groupBy(chosen, ({ topic }) => topic)].map(([topic, partitions]) => ({ topic, partitions }));
    const answer = await fetch.call(this, { ...request, topics, maxWaitTime: plan.maxWaitMs });
    for (const { topicName, partitions } of answer.responses) {
      for (const partition of partitions) {
        const asked = chosen.find((one) => one.topic === topicName && one.partition === partition.partition);
        if (asked !== undefined) plan.answered(asked, partition);
      }
    }
    // It does nearly as much for a partition that brings nothing as for one that brings records.
    const responses = answer.responses.map(({ topicName, partitions }) => {
      return { topicName, partitions: partitions.filter(({ messages }) => messages.length > 0) };
    });
    return { ...answer, responses };
  };
}

/**
 * It hides the records of aborted transactions, but takes them for committed where several producers have aborted at once:
 * it looks at one transaction of the broker's unsorted list for each record. Here all of them are hidden as what they are, records
 * that the log keeps for itself, before it looks.
 */
function hideAborted(): void {
  const { fetch } = Broker.prototype;
  Broker.prototype.fetch = async function fetchDecided(this: Broker, request) {
    const answer = await fetch.call(this, request);
    for (const { partitions } of answer.responses) {
      for (const partition of partitions) {
        if (!partition.abortedTransactions?.length) continue;
        for (const record of abortedIn(partition)) record.isControlRecord = true;
        partition.abortedTransactions = [];
      }
    }
    return answer;
  };
}

/** The key of the marker that ends an aborted transaction: version 0, type 0. */
const ABORT_MARKER = Buffer.from([0, 0, 0, 0]);

function abortedIn({ messages, abortedTransactions }: Broker.FetchedPartition): Broker.FetchedRecord[] {
  const waiting = (abortedTransactions ?? [])
    .map(({ producerId, firstOffset }) => ({ producerId, firstOffset: Number(firstOffset) }))
    .sort((a, b) => b.firstOffset - a.firstOffset);
  const producers = new Set<string>();
  return messages.filter(({ offset, key, isControlRecord, batchContext: { producerId, inTransaction } }) => {
    for (let next = waiting.at(-1); next !== undefined && next.firstOffset <= Number(offset); next = waiting.at(-1)) {
      producers.add(next.producerId);
      waiting.pop();
    }
    if (!isControlRecord) return inTransaction && producers.has(producerId);
    if (key !== null && ABORT_MARKER.equals(key)) producers.delete(producerId);
    return false;
  });
}

const undecided = new AsyncLocalStorage<true>();
const READ_UNCOMMITTED = 0;

/**
 * What `ask` asks of the offsets of a log counts records of open transactions: the end is the high watermark. Without this
 * it is the last stable offset, before the first open transaction.
 */
export function withUndecided<T>(ask: () => Promise<T>): Promise<T> {
  return undecided.run(true, ask);
}

/** Its admin client has no setting for this, and asks for each log alone: here one turn of the event loop asks for all. */
function heedUndecided(): void {
  const { listOffsets } = Broker.prototype;
  let turn: { broker: Broker; request: Broker.AskedOffsets; answer: ReturnType<typeof listOffsets> }[] = [];
  Broker.prototype.listOffsets = async function listOffsetsTogether(this: Broker, { topics, ...asked }) {
    const isolationLevel = undecided.getStore() ? READ_UNCOMMITTED : asked.isolationLevel;
    const isOfThese = ({ topic }: { readonly topic: string }) => topics.some((one) => one.topic === topic);
    let together = turn.find(({ broker, request }) => {
      return broker === this && request.isolationLevel === isolationLevel && !request.topics.some(isOfThese);
    });
    if (together === undefined) {
      const request = { ...asked, isolationLevel, topics: [] };
      const answer = setImmediate().then(() => {
        turn = [];
        return listOffsets.call(this, request);
      });
      together = { broker: this, request, answer };
      turn.push(together);
    }
    together.request.topics.push(...topics);
    const { responses } = await together.answer;
    return { responses: responses.filter(isOfThese) };
  };
}

const silences = new Map<string, () => boolean>();

/** No heartbeat of this member of a group is sent while `isSilent` returns true; null: all are sent again. */
export function silenceHeartbeats(memberId: string, isSilent: (() => boolean) | null): void {
  if (isSilent === null) silences.delete(memberId);
  else silences.set(memberId, isSilent);
}

/**
 * It sends heartbeats whenever a fetch ends, even one that brought nothing. A member whose work hangs while it fetches would
 * keep its partitions for ever.
 */
function heedSilence(): void {
  const { heartbeat } = ConsumerGroup.prototype;
  ConsumerGroup.prototype.heartbeat = async function heartbeatUnlessSilent(this: ConsumerGroup, options) {
    if (this.memberId !== null && silences.get(this.memberId)?.()) return;
    await heartbeat.call(this, options);
  };
}
