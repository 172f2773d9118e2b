import { expect, it, vi } from 'vitest';
import { type ScriptedSource, scriptedSource } from '../testing/scripted-source.ts';
import { IDLE_MS, LogReader } from './log-reader.ts';
import type { TopicPartition } from './source.ts';

const ZERO: TopicPartition = { topic: 'crm', partition: 0 };

/** Until the source was told so often where to deliver from. */
const told = (source: ScriptedSource, times: number) => vi.waitFor(() => expect(source.deliveries).toHaveLength(times));

function reading(range: { from: number; to: number }) {
  const source = scriptedSource();
  const reader = new LogReader(source, async () => undefined);
  const taken: number[] = [];
  const done = reader.read(ZERO, range, (records) => {
    taken.push(...records.map(({ offset }) => offset));
  });
  return { source, reader, taken, done };
}

it('gives the records of the range and no other, and holds the partition when it has them', async () => {
  const { source, taken, done } = reading({ from: 3, to: 6 });
  source.assign(ZERO);
  await told(source, 1);
  expect(await source.deliver(ZERO, [3, 4])).toBe(true);
  expect(await source.deliver(ZERO, [5, 6, 7])).toBe(false);
  await done;
  expect([taken, source.deliveries]).toEqual([[3, 4, 5], ['crm:0 from 3']]);
  expect(await source.deliver(ZERO, [8])).toBe(false);
});

it('goes on where it was after a rebalance, and takes nothing twice', async () => {
  const { source, taken, done } = reading({ from: 0, to: 4 });
  source.assign(ZERO);
  await told(source, 1);
  await source.deliver(ZERO, [0, 1]);
  source.assign(ZERO);
  await told(source, 2);
  await source.deliver(ZERO, [1, 2, 3]);
  await done;
  expect([taken, source.deliveries]).toEqual([
    [0, 1, 2, 3],
    ['crm:0 from 0', 'crm:0 from 2'],
  ]);
});

it('ends at the end of the range when compaction has removed what was there', async () => {
  const source = scriptedSource();
  const reader = new LogReader(source, async () => undefined);
  const removed = reader.at(ZERO, 5);
  source.assign(ZERO);
  await told(source, 1);
  await source.deliver(ZERO, [7]);
  expect(await removed).toBeNull();
  const passed = reader.at(ZERO, 9);
  await told(source, 2);
  source.handlers().onPassed(ZERO, 12);
  expect(await passed).toBeNull();
  const there = reader.at(ZERO, 12);
  await told(source, 3);
  await source.deliver(ZERO, [12, 13]);
  expect(await there).toMatchObject({ offset: 12 });
});

it('ends with what the taker throws, and can read again', async () => {
  const source = scriptedSource();
  const reader = new LogReader(source, async () => undefined);
  const failed = reader.read(ZERO, { from: 0, to: 2 }, () => Promise.reject(new Error('no')));
  source.assign(ZERO);
  await told(source, 1);
  expect(await source.deliver(ZERO, [0])).toBe(false);
  await expect(failed).rejects.toThrow('no');
  const again = reader.at(ZERO, 0);
  await told(source, 2);
  await source.deliver(ZERO, [0]);
  expect(await again).toMatchObject({ offset: 0 });
});

it('gives up when nothing comes, or when it is closed', async () => {
  vi.useFakeTimers();
  const idle = reading({ from: 0, to: 1 });
  const given = expect(idle.done).rejects.toMatchObject({ code: 'kafka_unavailable' });
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  await given;
  vi.useRealTimers();
  const closed = reading({ from: 0, to: 1 });
  await Promise.all([expect(closed.done).rejects.toMatchObject({ code: 'kafka_unavailable' }), closed.reader.close()]);
});
