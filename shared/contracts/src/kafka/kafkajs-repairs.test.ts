import Broker from 'kafkajs/src/broker/index.js';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limitFetchesOf, repairKafkaJs, withUndecided } from './kafkajs-repairs.ts';

beforeEach(() => {
  vi.useFakeTimers();
  repairKafkaJs();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The client's own class, of which a connection makes one; its constructor is not part of the published types. */
function queueOf(maxInFlightRequests: number) {
  const logger = { debug: () => undefined, warn: () => undefined };
  const options = { maxInFlightRequests, requestTimeout: 1_000, clientId: 'a', broker: 'b', logger };
  const queue = Reflect.construct(RequestQueue, [options]);
  const sent: number[] = [];
  const push = (correlationId: number) =>
    queue.push({
      entry: { correlationId, reject: () => undefined, resolve: () => undefined },
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

it('sends a request that has to wait for another one when that is answered', () => {
  const { queue, push, sent } = queueOf(1);
  push(1);
  push(2);
  expect(sent).toEqual([1]);
  queue.fulfillRequest({ correlationId: 1, payload: Buffer.alloc(0), size: 0 });
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([1, 2]);
});

it('fetches no more of a partition than the limit of its topic, and of others what the consumer asks for', async () => {
  const encoded: { readonly topics: readonly { readonly topic: string; readonly partitions: readonly unknown[] }[] }[] =
    [];
  const broker: InstanceType<typeof Broker> = Object.assign(Object.create(Broker.prototype), {
    lookupRequest: () => (request: (typeof encoded)[number]) => encoded.push(request),
  });
  limitFetchesOf('shallow', 1_000);
  const asked = (partition: number, maxBytes: number) => ({ partition, fetchOffset: '7', maxBytes });
  const topics = [
    { topic: 'shallow', partitions: [asked(0, 4_000), asked(1, 500)] },
    { topic: 'deep', partitions: [asked(0, 4_000)] },
  ];
  // The request is made, and then there is no connection to send it by.
  await expect(broker.fetch({ topics })).rejects.toThrow();
  const sent = encoded[0]?.topics.flatMap(({ topic, partitions }) =>
    partitions.map((one) => ({ topic, ...(one as object) })),
  );
  expect(sent).toHaveLength(3);
  expect(sent).toEqual(
    expect.arrayContaining([
      { topic: 'shallow', ...asked(0, 1_000) },
      { topic: 'shallow', ...asked(1, 500) },
      { topic: 'deep', ...asked(0, 4_000) },
    ]),
  );
});

it('asks for the end of a log as it is or, when that is asked for, with what transactions have not decided', async () => {
  const asked: unknown[] = [];
  const broker: InstanceType<typeof Broker> = Object.assign(Object.create(Broker.prototype), {
    lookupRequest: () => (request: { readonly isolationLevel?: number }) => asked.push(request.isolationLevel),
  });
  const ask = () => broker.listOffsets({});
  await expect(withUndecided(ask)).rejects.toThrow();
  await expect(ask()).rejects.toThrow();
  expect(asked).toEqual([0, undefined]);
});
