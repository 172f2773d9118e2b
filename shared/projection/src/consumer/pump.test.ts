import { createBackoff } from '@fundlens/runtime/backoff';
import { FatalError } from '@fundlens/runtime/errors';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SendHeartbeat } from '../log/source.ts';
import { OwnedPartition, type QueuedBatch } from './owned-partition.ts';
import { Pump } from './pump.ts';

const CHUNK_BYTES = 16;

let pump: Pump;
/** What the pump did, in order. */
let done: string[];
/** What each partition's batches fail with. */
let failures: Map<number, Error>;
/** The next commits wait for these; without one they end at once. */
let gates: PromiseWithResolvers<void>[];
let owned: OwnedPartition[];
/** What was acknowledged together. */
let acknowledged: string[];
/** Until then nothing more is acknowledged; without it, each commit at once. */
let pause: PromiseWithResolvers<void> | null;

const nameOf = ({ owned: { topicPartition }, records }: QueuedBatch) =>
  `${topicPartition.partition}@${records.map(({ offset }) => offset).join(',')}`;

beforeEach(() => {
  [done, failures, gates, acknowledged] = [[], new Map(), [], []];
  pause = null;
  owned = [0, 1, 2].map((partition) => {
    const backoff = createBackoff({ initialMs: 1, maxMs: 1, random: () => 0 });
    const one = new OwnedPartition({ topic: 'crm', partition }, backoff);
    one.deliverFrom(0);
    return one;
  });
  pump = new Pump({
    source: { completeUntil: () => Number.POSITIVE_INFINITY },
    maxBytes: 3 * CHUNK_BYTES,
    yieldToEventLoop: async () => undefined,
    async read(batch) {
      done.push(`read ${nameOf(batch)}`);
      const records = batch.records.map((record) => ({ kind: 'skipped' as const, record }));
      return { batch, records, failure: null, stream: 'crm', span: null, stopTimer: () => undefined };
    },
    commit: {
      async store(readings, onStep) {
        const partitions = readings.map(({ batch }) => batch.owned.topicPartition.partition);
        await gates.shift()?.promise;
        for (const one of partitions) {
          const failure = failures.get(one);
          if (failure !== undefined) throw failure;
        }
        await onStep();
        done.push(`commit ${partitions.join(' ')}`);
      },
      async acknowledge(stored) {
        acknowledged.push(
          stored
            .map(({ batch, records }) => nameOf({ ...batch, records: records.map(({ record }) => record) }))
            .join(' '),
        );
      },
    },
    sleep: async () => {
      await pause?.promise;
      return true;
    },
    onAcknowledged: () => undefined,
    onFailed(batch, error) {
      batch.owned.release();
      done.push(`failed ${nameOf(batch)} ${(error as { code: string }).code}`);
    },
  });
});
afterEach(async () => {
  for (const gate of gates) gate.resolve();
  await pump.stop();
});

function gate(): PromiseWithResolvers<void> {
  const made = Promise.withResolvers<void>();
  gates.push(made);
  return made;
}

function partition(number: number): OwnedPartition {
  const found = owned[number];
  if (found === undefined) throw new TypeError('no such partition');
  return found;
}

/** Records of these sizes, from `offset` on, that the log took at the time of their offset. */
function push(
  to: number,
  offset: number,
  sizes: readonly number[] = [1],
  sendHeartbeat: SendHeartbeat = async () => true,
) {
  const of = partition(to);
  const { delivery } = of;
  const records = sizes.map((size, index) => {
    return { offset: offset + index, key: null, value: Buffer.alloc(size), appendedAt: offset + index };
  });
  const isOver = () => of.delivery !== delivery;
  return pump.push({ owned: of, records, isOver }, sendHeartbeat);
}

const until = (...lines: readonly string[]) => vi.waitFor(() => expect(done).toEqual(lines));
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

it('gathers what comes in while one is committed, and commits it together', async () => {
  const first = gate();
  await push(0, 0);
  await until('read 0@0');
  for (const offset of [1, 2]) await push(0, offset);
  await push(1, 0);
  await settled();
  expect(done).toEqual(['read 0@0']);
  first.resolve();
  await until('read 0@0', 'commit 0', 'read 0@1,2', 'read 1@0', 'commit 0 1');
});

it('fails of a fatal failure only the batch that has it: the others are committed without it', async () => {
  failures.set(1, new FatalError('a_bug', 'there is one'));
  const first = gate();
  await push(0, 0);
  await until('read 0@0');
  for (const to of [0, 1, 2]) await push(to, 5);
  first.resolve();
  await vi.waitFor(() => expect(done.at(-1)).toBe('commit 2'));
  expect(done.slice(-3)).toEqual(['commit 0', 'failed 1@5 a_bug', 'commit 2']);
});

it('counts the steps of what is in work, and none while a commit hangs, whatever comes in', async () => {
  expect(pump.steps()).toBeNull();
  const first = gate();
  await push(0, 0);
  await until('read 0@0');
  const before = pump.steps();
  expect(before).not.toBeNull();
  await push(0, 1);
  await settled();
  expect(pump.steps()).toBe(before);
  first.resolve();
  await vi.waitFor(() => expect(pump.steps()).toBeNull());
});

it('acknowledges what comes after a pause at once, and what is committed soon after it together', async () => {
  pause = Promise.withResolvers();
  await push(0, 0);
  await vi.waitFor(() => expect(acknowledged).toEqual(['0@0']));
  for (const [to, offset] of [
    [0, 1],
    [1, 0],
    [0, 2],
  ] as const) {
    await push(to, offset);
    await vi.waitFor(() => expect(done.at(-1)).toBe(`commit ${to}`));
  }
  await settled();
  expect([acknowledged, pump.steps()]).toEqual([['0@0'], expect.any(Number)]);
  pause.resolve();
  await vi.waitFor(() => expect(acknowledged).toEqual(['0@0', '0@1 1@0 0@2']));
});

it('stops only once what is being committed has come to an end', async () => {
  const first = gate();
  await push(0, 0);
  await until('read 0@0');
  let isStopped = false;
  const stopping = pump.stop().then(() => {
    isStopped = true;
  });
  await settled();
  expect(isStopped).toBe(false);
  first.resolve();
  await stopping;
  expect(done).toEqual(['read 0@0', 'commit 0']);
});

it('takes a large batch in parts', async () => {
  await push(0, 6, [CHUNK_BYTES - 1, 1, CHUNK_BYTES, 1]);
  await push(0, 10, [1]);
  await vi.waitFor(() => expect(pump.steps()).toBeNull());
  expect(done.filter((line) => line.startsWith('read'))).toEqual(['read 0@6,7', 'read 0@8', 'read 0@9,10']);
});

/** One chunk is committed, one is read, and one waits: all of partition 0. */
const fill = () => push(0, 0, [CHUNK_BYTES, CHUNK_BYTES, CHUNK_BYTES]);

it('makes a batch wait until there is room, and gives it up when it is over before', async () => {
  const first = gate();
  await fill();
  const given: string[] = [];
  const room = push(1, 0).then(() => given.push('one'));
  const over = push(2, 0).then(() => given.push('two'));
  await settled();
  expect(given).toEqual([]);
  partition(2).release();
  pump.sweep();
  await over;
  expect(given).toEqual(['two']);
  first.resolve();
  await room;
  expect(given).toEqual(['two', 'one']);
});

it('tells the group of each step while a batch waits for room, and of nothing while none succeeds', async () => {
  const [first, second] = [gate(), gate()];
  await fill();
  await settled();
  let beats = 0;
  let isLost = false;
  const waiting = push(1, 0, [1], async () => {
    beats += 1;
    return !isLost;
  });
  await settled();
  expect(beats).toBe(0);
  isLost = true;
  first.resolve();
  await waiting;
  expect(beats).toBeGreaterThan(0);
  second.resolve();
});
