import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cutSlowReader, timeToTake } from './response.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MIB = 1024 * 1024;

it('allows a client a megabit a second and some seconds', () => {
  expect([timeToTake(0), timeToTake(MIB), timeToTake(12 * MIB)]).toEqual([20_000, 28_000, 116_000]);
});

it.each([
  ['cuts a client that has not read the response in time', false, 1],
  ['leaves a client that has', true, 0],
])('%s', (_, isRead, cuts) => {
  const response = Object.assign(new EventEmitter(), { destroy: vi.fn() });
  const cut = { inc: vi.fn() };
  cutSlowReader(response as unknown as ServerResponse, MIB, cut);
  if (isRead) response.emit('close');
  vi.advanceTimersByTime(timeToTake(MIB) - 1);
  expect(response.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect([response.destroy.mock.calls.length, cut.inc.mock.calls.length]).toEqual([cuts, cuts]);
});
