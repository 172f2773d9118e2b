import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repairKafkaJs } from './kafkajs-repairs.ts';

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
