import { createBackoff } from '@fundlens/runtime/backoff';
import { expect, it } from 'vitest';
import type { BatchControl } from '../log/source.ts';
import { beginDelivery, type OwnedPartition, ownPartition, placeInDelivery } from './owned-partition.ts';
import { createPartitionQueue, type QueuedBatch } from './partition-queue.ts';

const MAX_BYTES = 90;
/** A third of them. */
const CHUNK_BYTES = 30;

function own(partition: number): OwnedPartition {
  const backoff = createBackoff({ initialMs: 1, maxMs: 1, factor: 1, random: () => 0 });
  const owned = ownPartition({ topic: 'crm', partition }, { backoff, affirmed: [] });
  beginDelivery(owned, 0);
  return owned;
}

/** Records of so many bytes, from `first` on. */
function batchOf(owned: OwnedPartition, first: number, ...sizes: readonly number[]): QueuedBatch {
  const records = sizes.map((bytes, index) => {
    return { offset: first + index, key: null, value: Buffer.alloc(bytes), appendedAt: 0 };
  });
  return { owned, records, ...placeInDelivery(owned) };
}

function bench() {
  const control: BatchControl = { abandoned: () => false, progress: async () => undefined };
  let bytes = 0;
  let waits = 0;
  const queue = createPartitionQueue({
    maxBytes: MAX_BYTES,
    onBytes: (inWork) => {
      bytes = inWork;
    },
    onWait: () => {
      waits += 1;
    },
  });
  const push = (batch: QueuedBatch, more: Partial<BatchControl> = {}) => queue.push(batch, { ...control, ...more });
  const offsets = () => queue.take().map(({ records }) => records.map(({ offset }) => offset));
  return { queue, push, offsets, bytes: () => bytes, waits: () => waits };
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 2));

it('gives what waits in chunks, oldest first, the batches of one partition joined', async () => {
  const { queue, push, offsets } = bench();
  const [zero, one] = [own(0), own(1)];
  await push(batchOf(zero, 0, 5, 5));
  await push(batchOf(one, 7, 5));
  expect([queue.has('anything'), queue.has('a chunk')]).toEqual([true, false]);
  await push(batchOf(zero, 2, 5));
  await push(batchOf(one, 8, CHUNK_BYTES));
  expect(queue.has('a chunk')).toBe(true);
  expect(offsets()).toEqual([[0, 1, 2], [7]]);
  expect(offsets()).toEqual([[8]]);
  expect(queue.has('anything')).toBe(false);
});

it('says of each part which checkpoint it follows', async () => {
  const { queue, push } = bench();
  const zero = own(0);
  zero.checkpoint = 4;
  await push(batchOf(zero, 6, 20, 20, 20));
  const checkpoints = [queue.take(), queue.take(), queue.take()].map(([batch]) => batch?.checkpoint);
  expect(checkpoints).toEqual([4, 7, 8]);
});

it('makes a batch wait until there is room, and gives it up when it is over before', async () => {
  const { queue, push, bytes, waits } = bench();
  const [zero, one, two] = [own(0), own(1), own(2)];
  await push(batchOf(zero, 0, 30, 30, 30));
  const done: string[] = [];
  const room = push(batchOf(one, 0, 10)).then((queued) => done.push(`one ${queued}`));
  const over = push(batchOf(two, 0, 10)).then((queued) => done.push(`two ${queued}`));
  await soon();
  expect([done, waits(), bytes()]).toEqual([[], 2, 90]);
  two.delivery = null;
  queue.step();
  await over;
  expect(done).toEqual(['two false']);
  const taken = queue.take();
  await soon();
  expect(done).toHaveLength(1);
  queue.release(taken);
  await room;
  expect([done, bytes()]).toEqual([['two false', 'one true'], 70]);
});

it('tells the group of each step while a batch waits, and of nothing while none succeeds', async () => {
  const { queue, push } = bench();
  await push(batchOf(own(0), 0, MAX_BYTES));
  let beats = 0;
  let isLost = false;
  const waiting = push(batchOf(own(1), 0, 10), {
    progress: async () => void (beats += 1),
    abandoned: () => isLost,
  });
  await soon();
  expect(beats).toBe(0);
  queue.step();
  await soon();
  expect(beats).toBe(1);
  isLost = true;
  queue.step();
  expect(await waiting).toBe(false);
});

it('takes a record that is larger than all the room alone', async () => {
  const { queue, push, bytes } = bench();
  await push(batchOf(own(0), 0, 10));
  const large = push(batchOf(own(1), 0, 2 * MAX_BYTES, 10));
  await soon();
  expect(bytes()).toBe(10);
  queue.release(queue.take());
  await soon();
  expect(bytes()).toBe(2 * MAX_BYTES);
  queue.release(queue.take());
  expect(await large).toBe(true);
  expect(bytes()).toBe(10);
});

it('frees the room of what is over, and of nothing else', async () => {
  const { queue, push, offsets, bytes } = bench();
  const [zero, one] = [own(0), own(1)];
  await push(batchOf(zero, 0, 5));
  await push(batchOf(one, 0, 5));
  zero.delivery = null;
  queue.sweep();
  expect([bytes(), offsets()]).toEqual([5, [[0]]]);
});
