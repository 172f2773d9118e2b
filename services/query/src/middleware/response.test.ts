import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cutSlowReader, timeToTake } from './response.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MIB = 1024 * 1024;

function answerOf(bytes: number) {
  const response = Object.assign(new EventEmitter(), { destroy: vi.fn() });
  const cut = { inc: vi.fn() };
  cutSlowReader(response as unknown as ServerResponse, bytes, cut);
  return { response, cut };
}

it('allows a client a megabit a second and some seconds', () => {
  expect([timeToTake(0), timeToTake(MIB), timeToTake(12 * MIB)]).toEqual([20_000, 28_000, 116_000]);
});

it('cuts a client that has not read the response in time', () => {
  const { response, cut } = answerOf(MIB);
  vi.advanceTimersByTime(timeToTake(MIB) - 1);
  expect(response.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect([response.destroy.mock.calls.length, cut.inc.mock.calls.length]).toEqual([1, 1]);
});

it('leaves a client that has', () => {
  const { response, cut } = answerOf(MIB);
  response.emit('close');
  vi.advanceTimersByTime(timeToTake(MIB) * 2);
  expect([response.destroy.mock.calls.length, cut.inc.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0, 0]);
});
