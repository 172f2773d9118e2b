import { createBackoff } from '@fundlens/runtime/backoff';
import { FatalError, RetryableError } from '@fundlens/runtime/errors';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BatchReading } from './batch-reading.ts';
import type { Committed, PartitionChanges } from './commit.ts';
import { beginDelivery, type OwnedPartition, ownPartition, placeInDelivery } from './owned-partition.ts';
import { createPartitionQueue, type PartitionQueue, type QueuedBatch } from './partition-queue.ts';
import { Pump } from './pump.ts';

const CONTROL = { abandoned: () => false, progress: async () => undefined };
const NOTHING: Committed = { rejected: [], deadLetters: [] };
const CHUNK_BYTES = 10;

let queue: PartitionQueue;
let pump: Pump;
/** What the pump did, in order. */
let done: string[];
/** What each partition's batches fail with. */
let failures: Map<number, Error>;
/** The next commits wait for these; without one they end at once. */
let gates: PromiseWithResolvers<void>[];
let owned: OwnedPartition[];

const nameOf = ({ owned: { topicPartition }, records }: QueuedBatch) =>
  `${topicPartition.partition}@${records.map(({ offset }) => offset).join(',')}`;

beforeEach(() => {
  [done, failures, gates] = [[], new Map(), []];
  queue = createPartitionQueue({ maxBytes: 3 * CHUNK_BYTES, onBytes: () => undefined, onWait: () => undefined });
  owned = [0, 1, 2].map((partition) => {
    const backoff = createBackoff({ initialMs: 1, maxMs: 1, factor: 1, random: () => 0 });
    const one = ownPartition({ topic: 'crm', partition }, { backoff, affirmed: [] });
    beginDelivery(one, 0);
    return one;
  });
  pump = new Pump({
    queue,
    yieldToEventLoop: async () => undefined,
    async read(batch) {
      done.push(`read ${nameOf(batch)}`);
      return readingOf(batch);
    },
    async commit(batches, onStep) {
      const names = batches.map(({ advance }) => `${advance?.partition}`);
      await gates.shift()?.promise;
      for (const { advance } of batches) {
        const failure = failures.get(advance?.partition ?? -1);
        if (failure !== undefined) throw failure;
      }
      await onStep();
      done.push(`commit ${names.join(' ')}`);
      return batches.map(() => NOTHING);
    },
    onOutcome: () => undefined,
    onFailed(batch, error) {
      batch.owned.delivery = null;
      done.push(`failed ${nameOf(batch)} ${(error as { code: string }).code}`);
    },
  });
  pump.start();
});
afterEach(async () => {
  for (const gate of gates) gate.resolve();
  await pump.stop();
});

function readingOf(batch: QueuedBatch): BatchReading {
  const { topicPartition } = batch.owned;
  const nextOffset = (batch.records.at(-1)?.offset ?? -1) + 1;
  const advance = { ...topicPartition, checkpoint: batch.checkpoint, nextOffset, asOf: 0 };
  return {
    batch,
    changes: (): PartitionChanges => ({ events: [], deadLetters: () => [], advance }),
    committed: async () => ({ nextOffset, asOf: 0, failure: null }),
    end: () => undefined,
  };
}

function gate(): PromiseWithResolvers<void> {
  const made = Promise.withResolvers<void>();
  gates.push(made);
  return made;
}

async function push(partition: number, offset: number, bytes = 1): Promise<void> {
  const of = owned[partition];
  if (of === undefined) throw new TypeError('no such partition');
  const records = [{ offset, key: null, value: Buffer.alloc(bytes), appendedAt: 0 }];
  await queue.push({ owned: of, records, ...placeInDelivery(of) }, CONTROL);
}

const until = (...lines: readonly string[]) => vi.waitFor(() => expect(done).toEqual(lines));
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

it('reads the next chunk while one is committed, and commits it only after that', async () => {
  const first = gate();
  await push(0, 0);
  await until('read 0@0');
  await push(0, 1, CHUNK_BYTES);
  await until('read 0@0', 'read 0@1');
  await settled();
  expect(done).toHaveLength(2);
  first.resolve();
  await until('read 0@0', 'read 0@1', 'commit 0', 'commit 0');
});

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
  for (const partition of [0, 1, 2]) await push(partition, 5);
  first.resolve();
  await vi.waitFor(() => expect(done.at(-1)).toBe('commit 2'));
  expect(done.slice(-3)).toEqual(['commit 0', 'failed 1@5 a_bug', 'commit 2']);
});

it('fails of a retryable failure every batch of the commit, what was read behind it, and no more', async () => {
  failures.set(0, new RetryableError('mongodb_unavailable', 'away'));
  const first = gate();
  await push(0, 0);
  await until('read 0@0');
  await push(0, 1, CHUNK_BYTES / 2);
  await push(1, 0, CHUNK_BYTES / 2);
  await until('read 0@0', 'read 0@1', 'read 1@0');
  first.resolve();
  await until('read 0@0', 'read 0@1', 'read 1@0', 'failed 0@0 mongodb_unavailable', 'commit 1');
  failures.set(1, new RetryableError('mongodb_unavailable', 'away'));
  const second = gate();
  await push(2, 0);
  await vi.waitFor(() => expect(done.at(-1)).toBe('read 2@0'));
  await push(2, 1);
  await push(1, 1);
  second.resolve();
  await vi.waitFor(() => expect(done.at(-1)).toBe('failed 1@1 mongodb_unavailable'));
  expect(done.at(-2)).toBe('failed 2@1 mongodb_unavailable');
});

it('commits nothing of a partition that was taken away after it was read', async () => {
  const first = gate();
  await push(0, 0);
  await until('read 0@0');
  await push(1, 0, CHUNK_BYTES);
  await until('read 0@0', 'read 1@0');
  (owned[1] as OwnedPartition).delivery = null;
  first.resolve();
  await until('read 0@0', 'read 1@0', 'commit 0');
  await settled();
  expect(done).toHaveLength(3);
  expect(pump.steps()).toBeNull();
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
