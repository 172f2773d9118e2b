import { Duplex } from 'node:stream';
import Broker from 'kafkajs/src/broker/index.js';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup.js';
import Connection from 'kafkajs/src/network/connection.js';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import Encoder from 'kafkajs/src/protocol/encoder.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { planFetches, repairKafkaJs, withUndecided } from './kafkajs-repairs.ts';

beforeEach(() => {
  vi.useFakeTimers();
  repairKafkaJs();
});
afterEach(() => void vi.useRealTimers());

/** The client's own class, of which a connection makes one; its constructor is not part of the published types. */
function queueOf(maxInFlightRequests: number) {
  const logger = { debug: () => undefined, warn: () => undefined };
  const kept = { enforceRequestTimeout: true, isConnected: () => true, requestTimeout: 1_000 };
  const queue = Reflect.construct(RequestQueue, [{ maxInFlightRequests, ...kept, clientId: 'a', broker: 'b', logger }]);
  const sent: number[] = [];
  const push = (correlationId: number, reject: (error: unknown) => void = () => undefined) =>
    queue.push({
      entry: { correlationId, reject, resolve: () => undefined },
      expectResponse: true,
      sendRequest: () => sent.push(correlationId),
    });
  return { queue, push, sent };
}

it('sets no timer while no request waits', () => {
  const { queue } = queueOf(1);
  queue.checkPendingRequests();
  expect(vi.getTimerCount()).toBe(0);
});

it('sends a request that has to wait for a throttled broker when the time has come', () => {
  const { queue, push, sent } = queueOf(1);
  queue.maybeThrottle(50);
  push(1);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([1]);
  expect(vi.getTimerCount()).toBe(0);
});

it('ends a request that is not answered in time, and wakes once a second for that', () => {
  const { queue, push } = queueOf(1);
  const reject = vi.fn();
  const wakes = vi.spyOn(queue, 'isConnected');
  queue.scheduleRequestTimeoutCheck();
  push(1, reject);
  vi.advanceTimersByTime(1_000);
  expect(reject).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(reject).toHaveBeenCalledWith(expect.objectContaining({ name: 'KafkaJSRequestTimeoutError' }));
  expect(wakes).toHaveBeenCalledTimes(2);
  queue.destroy();
});

type Sent = { readonly topics: readonly { readonly topic: string }[] };

/** The client's own class, and how requests are answered; `sent`: those that were. */
function brokerThat(answer: (request: Sent) => object) {
  const sent: Sent[] = [];
  const send = async (request: Sent) => {
    sent.push(request);
    return answer(request);
  };
  const parts = { lookupRequest: () => (request: Sent) => request, connectionPool: { send } };
  const broker: InstanceType<typeof Broker> = Object.assign(Object.create(Broker.prototype), parts);
  return { broker, sent };
}

it('asks for what is asked of several logs in one turn at once, apart from what counts open transactions', async () => {
  vi.useRealTimers();
  const { broker, sent } = brokerThat(({ topics }) => ({
    responses: topics.map(({ topic }) => ({ topic, partitions: [] })),
  }));
  const ask = (topic: string) => broker.listOffsets({ isolationLevel: 1, topics: [{ topic }] });
  const asked = [ask('crm'), withUndecided(() => ask('crm')), ask('access'), ask('crm')];
  const answers = await Promise.all(asked);
  expect(answers).toMatchObject(['crm', 'crm', 'access', 'crm'].map((topic) => ({ responses: [{ topic }] })));
  expect(sent).toEqual([
    { isolationLevel: 1, topics: [{ topic: 'crm' }, { topic: 'access' }] },
    { isolationLevel: 0, topics: [{ topic: 'crm' }] },
    // A broker refuses a request that names a log twice.
    { isolationLevel: 1, topics: [{ topic: 'crm' }] },
  ]);
});

it('asks in a fetch for what the plan of the group chooses, and makes a batch of what brings records', async () => {
  const record = { offset: '7', isControlRecord: false };
  const partitions = [
    { partition: 0, messages: [] },
    { partition: 1, messages: [record] },
  ];
  const { broker, sent } = brokerThat(() => ({ responses: [{ topicName: 'crm', partitions }] }));
  const noop = async () => undefined;
  const group: InstanceType<typeof ConsumerGroup> = Object.assign(Object.create(ConsumerGroup.prototype), {
    groupId: 'planned',
    cluster: { refreshMetadataIfNecessary: noop, findBroker: async () => broker },
    checkForStaleAssignment: noop,
    subscriptionState: { assigned: () => [{ topic: 'crm', partitions: [0, 1] }], isPaused: () => false },
    filterPartitionsByNode: (_: string, assigned: unknown) => assigned,
    seekOffsets: noop,
    offsetManager: { committedOffsets: () => ({ crm: { 0: '7', 1: '7' } }), nextOffset: () => 7 },
    getActiveTopicPartitions: () => ({ crm: new Set([0, 1]) }),
    maxBytesPerPartition: 4_000,
    preferredReadReplicasPerTopicPartition: {},
    seekOffset: { has: () => false },
  });
  planFetches('planned', {
    maxWaitMs: 1_234,
    choose: (asked) => asked.slice(1).map((one) => ({ ...one, maxBytes: 500 })),
    answered: () => undefined,
  });
  expect(await group.fetch('0')).toMatchObject([{ partition: 1, messages: [record] }]);
  planFetches('planned', null);
  expect(sent).toMatchObject([
    { topics: [{ topic: 'crm', partitions: [{ partition: 1, fetchOffset: '7', maxBytes: 500 }] }], maxWaitTime: 1_234 },
  ]);
});

const CORRELATION_OFFSET = 8;
/** Of this length a response begins when the broker is killed in the middle of it. */
const CUT_SIZE = 1_000_000;

/** A broker that answers each request with its correlation id alone, at the end of a socket that is no socket. */
function socketTo(broker: { sockets: Duplex[]; answers: boolean }) {
  return ({ onConnect }: { readonly onConnect: () => void }) => {
    const socket = new Duplex({
      read: () => undefined,
      write(request: Buffer, _encoding, written) {
        const answer = Buffer.alloc(8);
        answer.writeInt32BE(4, 0);
        request.copy(answer, 4, CORRELATION_OFFSET, CORRELATION_OFFSET + 4);
        if (broker.answers) socket.push(answer);
        written();
      },
    });
    broker.sockets.push(socket);
    queueMicrotask(onConnect);
    return Object.assign(socket, { unref: () => undefined });
  };
}

function connectionTo(broker: Parameters<typeof socketTo>[0]) {
  const logger = { debug: () => undefined, warn: () => undefined, error: () => undefined, namespace: () => logger };
  const options = { host: 'a', port: 1, logger, socketFactory: socketTo(broker), requestTimeout: 1_000 };
  return new Connection({ ...options, connectionTimeout: 1_000 });
}

const request = {
  request: { apiKey: 18, apiVersion: 0, apiName: 'ApiVersions', encode: async () => new Encoder() },
  response: { decode: async (payload: Buffer) => payload, parse: async () => 'answered' },
};

it('reads the answers of a new connection, although the one before ended in the middle of an answer', async () => {
  const broker: { sockets: Duplex[]; answers: boolean } = { sockets: [], answers: true };
  const connection = connectionTo(broker);
  await connection.connect();
  const begun = Buffer.alloc(100);
  begun.writeInt32BE(CUT_SIZE, 0);
  broker.sockets[0]?.push(begun);
  broker.sockets[0]?.push(null);
  await vi.advanceTimersByTimeAsync(10);
  await connection.connect();
  const answer = connection.send(request).catch((error: unknown) => String(error));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await answer).toBe('answered');
});

it('ends a request that is sent while the connection is being given up', async () => {
  const broker: { sockets: Duplex[]; answers: boolean } = { sockets: [], answers: false };
  for (let turns = 0; turns < 12; turns += 1) {
    const connection = connectionTo(broker);
    await connection.connect();
    let ended = false;
    connection.send(request).catch(() => {
      ended = true;
    });
    for (let turn = 0; turn < turns; turn += 1) await undefined;
    void connection.disconnect();
    await vi.advanceTimersByTimeAsync(5_000);
    expect({ turns, ended }).toEqual({ turns, ended: true });
  }
});
