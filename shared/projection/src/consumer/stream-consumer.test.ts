import { createBackoff, sleep } from '@fundlens/runtime/backoff';
import { RetryableError } from '@fundlens/runtime/errors';
import { createLogger } from '@fundlens/runtime/logger';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPartitionHealth } from '../health/partition-health.ts';
import { type ScriptedSource, scriptedSource } from '../testing/scripted-source.ts';
import type { LogBounds, TopicBounds, TopicPartition } from '../log/source.ts';
import type { Commit } from './commit.ts';
import type { ReadBatch } from './read-batch.ts';
import { STALLED_MS, startOffset, StreamConsumer, type StreamConsumerOptions } from './stream-consumer.ts';

const zero = { topic: 'crm', partition: 0 };
const one = { topic: 'crm', partition: 1 };
const logger = createLogger({ service: 'test', level: 'silent', sanitize: (line) => line });

let source: ScriptedSource;
let partitionHealth: ReturnType<typeof createPartitionHealth>;
let bounds: LogBounds;
/** The offsets of the batches that were committed. */
let committed: number[][];
/** Why the next batch cannot be stored. */
let failure: Error | null;

const read: ReadBatch = async (batch) => ({
  ...{ batch, failure: null, stream: 'crm', span: null, stopTimer: () => undefined },
  records: batch.records.map((record) => ({ kind: 'skipped', record })),
});
const commit: Commit = {
  async store(readings) {
    const error = failure;
    failure = null;
    if (error !== null) throw error;
    for (const { records } of readings) committed.push(records.map(({ record }) => record.offset));
  },
  acknowledge: async () => undefined,
};

async function startConsumer(more: Partial<StreamConsumerOptions> = {}): Promise<StreamConsumer> {
  const consumer = new StreamConsumer({
    name: 'group changes',
    source,
    logs: { bounds: async () => new Map([0, 1].map((n) => [n, bounds])) },
    checkpoints: checkpointsAt(() => 10),
    ...{ read, commit, maxBytes: 9 },
    onCheckpointGap: () => undefined,
    yieldToEventLoop: async () => undefined,
    partitionHealth,
    logger,
    createBackoff: () => createBackoff({ initialMs: 1, maxMs: 2, random: () => 0.5 }),
    // Everything is acknowledged at once.
    sleep: async () => true,
    ...more,
  });
  await consumer.start();
  return consumer;
}

/** The consumer, once all of these partitions are delivered to it. */
async function startWith(partitions: readonly TopicPartition[], more: Partial<StreamConsumerOptions> = {}) {
  const consumer = await startConsumer(more);
  source.assign(...partitions);
  await vi.waitFor(() => expect(source.deliveries).toHaveLength(partitions.length));
  return consumer;
}

const checkpointsAt = (nextOffset: () => number) => ({
  load: async () => [{ _id: '1:crm:0', generation: 1, topic: 'crm', partition: 0, nextOffset: nextOffset(), asOf: 0 }],
});

const stateOf = (topicPartition: { topic: string; partition: number }) =>
  partitionHealth.report().checks[`${topicPartition.topic}:${topicPartition.partition}`];

beforeEach(() => {
  source = scriptedSource();
  partitionHealth = createPartitionHealth({ clock: Date.now, monotonic: Date.now });
  bounds = { first: 0, stable: 100, end: 100 };
  committed = [];
  failure = null;
});
afterEach(() => void vi.useRealTimers());

it('knows of each batch what was affirmed before it came: stored, or by itself where nothing was in work', async () => {
  const affirmed: unknown[] = [];
  const noting: ReadBatch = (batch, onStep) => {
    affirmed.push(batch.owned.affirmed.map(({ nextOffset, asOf }) => [nextOffset, asOf]));
    return read(batch, onStep);
  };
  const consumer = await startWith([zero], { read: noting });
  const end = () => consumer.progress()[0];
  const asked = end();
  await source.deliver(zero, [10]);
  expect(asked?.owned.ended(asked, 50)).toBe(false);
  await vi.waitFor(() => expect(end()?.nextOffset).toBe(11));
  const there = end();
  expect(there?.owned.ended(there, 60)).toBe(true);
  await source.deliver(zero, [11]);
  await vi.waitFor(() => expect(affirmed).toEqual([[[10, 0]], [[11, 60]]]));
  // Another member may have gone on from here.
  await vi.waitFor(() => expect(end()?.nextOffset).toBe(12));
  const gone = end();
  source.assign(zero);
  expect(gone?.owned.ended(gone, 70)).toBe(false);
});

/** Commits that end when the test says so. */
function slowCommits() {
  const waiting: PromiseWithResolvers<void>[] = [];
  const slow: Commit = {
    ...commit,
    async store(batches, onStep) {
      const gate = Promise.withResolvers<void>();
      waiting.push(gate);
      await gate.promise;
      await commit.store(batches, onStep);
    },
  };
  return { commit: slow, waiting };
}

it('takes on while a batch is committed, and says how far it is only once that is done', async () => {
  const { waiting, ...slow } = slowCommits();
  const consumer = await startWith([zero], slow);
  expect(await source.deliver(zero, [10, 11])).toBe(true);
  expect(await source.deliver(zero, [12, 15])).toBe(true);
  source.handlers().onPassed(zero, 20);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  expect(consumer.progress()).toMatchObject([{ nextOffset: 10, owned: { checkpoint: 10, asOf: null } }]);
  waiting[0]?.resolve();
  await vi.waitFor(() =>
    expect(consumer.progress()).toMatchObject([{ nextOffset: 12, owned: { checkpoint: 12, asOf: 11 } }]),
  );
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]?.resolve();
  await vi.waitFor(() =>
    expect(consumer.progress()).toMatchObject([{ nextOffset: 20, owned: { checkpoint: 16, asOf: 15 } }]),
  );
  expect(source.commits).toEqual(['crm:0 at 12', 'crm:0 at 16']);
});

it('drops what is queued of a partition that fails, and takes it again from its checkpoint', async () => {
  await startWith([zero]);
  failure = new RetryableError('mongodb_unavailable', 'away');
  await source.deliver(zero, [10, 11, 12, 13]);
  await vi.waitFor(() => expect(stateOf(zero)).toBe('paused: mongodb_unavailable'));
  await vi.waitFor(() => expect(source.deliveries).toEqual(['crm:0 from 10', 'crm:0 from 10']));
  expect(committed).toEqual([]);
  await source.deliver(zero, [10, 11]);
  await vi.waitFor(() => expect(committed).toEqual([[10, 11]]));
  expect(stateOf(zero)).toBe('running');
});

it('forgets at once what it knows of a database that was restored: a rebalance may begin the partition before it tries again', async () => {
  const onCheckpointGap = vi.fn();
  const slowly = () => createBackoff({ initialMs: 60_000, maxMs: 60_000, random: () => 0.5 });
  await startWith([zero], { onCheckpointGap, createBackoff: slowly });
  failure = new RetryableError('checkpoint_gap', 'The database was restored.');
  await source.deliver(zero, [10]);
  await vi.waitFor(() => expect(onCheckpointGap).toHaveBeenCalledOnce());
});

it('forgets what it knows when a partition comes back with a checkpoint before the one that it had moved', async () => {
  const onCheckpointGap = vi.fn(() => consumer.restartFromCheckpoints());
  const consumer = await startWith([zero], { onCheckpointGap });
  await source.deliver(zero, [10]);
  await vi.waitFor(() => expect(consumer.progress()[0]?.owned.checkpoint).toBe(11));
  // Others have it meanwhile, and a backup of before is restored.
  source.assign(one);
  source.assign(zero);
  await vi.waitFor(() => expect(onCheckpointGap).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(source.deliveries).toEqual(['crm:0 from 10', 'crm:0 from 10']));
});

it('waits longer from failure to failure where each costs the assignment, until something is committed', async () => {
  const waits: number[] = [];
  const steps = () => createBackoff({ initialMs: 2, maxMs: 100, random: () => 1 });
  const noting = async (ms: number) => {
    // The pump has pauses of its own, which are longer.
    if (ms <= 100) waits.push(ms);
    return true;
  };
  const checkpoints = checkpointsAt(() => 10 + committed.length);
  const consumer = await startConsumer({ checkpoints, createBackoff: steps, sleep: noting });
  const failAt = async (offset: number) => {
    failure = new RetryableError('mongodb_unavailable', 'too slow');
    const failed = waits.length + 1;
    await source.deliver(zero, [offset]);
    await vi.waitFor(() => expect(waits).toHaveLength(failed));
    await vi.waitFor(() => expect(consumer.progress()[0]?.owned.delivery).toBeTruthy());
  };
  for (let time = 1; time <= 3; time += 1) {
    source.assign();
    source.assign(zero);
    await vi.waitFor(() => expect(consumer.progress()[0]?.owned.delivery).toBeTruthy());
    await failAt(10);
  }
  expect(waits).toEqual([2, 4, 8]);
  await source.deliver(zero, [10]);
  await vi.waitFor(() => expect(committed).toEqual([[10]]));
  await failAt(11);
  expect(waits).toEqual([2, 4, 8, 2]);
});

it('begins the others although an operator restarts the partition that waits with them for a server', async () => {
  let isAway = true;
  const load = async () => {
    if (isAway) throw new RetryableError('mongodb_unavailable', 'away');
    return [];
  };
  const consumer = await startConsumer({ checkpoints: { load }, sleep });
  source.assign(zero, one);
  await vi.waitFor(() => expect(stateOf(one)).toBe('paused: mongodb_unavailable'));
  expect(consumer.retry(zero)).toBe('retried');
  await sleep(20);
  isAway = false;
  await vi.waitFor(() => expect(source.deliveries.toSorted()).toEqual(['crm:0 from 0', 'crm:1 from 0']));
});

it('goes on with a partition that had stopped here, when it comes back from a member that got further', async () => {
  let nextOffset = 10;
  const load = async () => [{ _id: '', generation: 1, ...zero, nextOffset, asOf: 0 }];
  await startWith([zero], { checkpoints: { load } });
  failure = new TypeError('bug');
  await source.deliver(zero, [10]);
  await vi.waitFor(() => expect(stateOf(zero)).toBe('stopped: unexpected_TypeError'));
  source.assign(one);
  nextOffset = 12;
  source.assign(zero);
  await vi.waitFor(() => expect(stateOf(zero)).toBe('running'));
  expect(source.deliveries.at(-1)).toBe('crm:0 from 12');
});

it('stops a partition at a bug and never skips, whenever it is assigned or begun again', async () => {
  const consumer = await startWith([zero, one]);
  failure = new TypeError('bug');
  await source.deliver(zero, [10]);
  await vi.waitFor(() => expect(stateOf(zero)).toBe('stopped: unexpected_TypeError'));
  expect(await source.deliver(one, [0])).toBe(true);
  source.assign(zero);
  expect(stateOf(zero)).toBe('stopped: unexpected_TypeError');
  consumer.restartFromCheckpoints();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(stateOf(zero)).toBe('stopped: unexpected_TypeError');
  expect(await source.deliver(zero, [10])).toBe(false);
});

it('stops when the log has lost what comes next', async () => {
  await startWith([zero]);
  bounds = { first: 50, stable: 100, end: 100 };
  expect(await source.deliver(zero, [50, 51])).toBe(false);
  expect(stateOf(zero)).toBe('stopped: log_truncated');
  expect(committed).toEqual([]);
});

it('begins again from its checkpoint where Kafka delivers what was taken before, as when a leader moves', async () => {
  await startWith([zero]);
  expect(await source.deliver(zero, [5, 6])).toBe(false);
  await vi.waitFor(() => expect(source.deliveries).toEqual(['crm:0 from 10', 'crm:0 from 10']));
  expect(stateOf(zero)).toBe('paused: kafka_unavailable');
  expect(await source.deliver(zero, [10])).toBe(true);
});

it.each([
  ['goes on from its checkpoint where a broker was suspended', 1_000, 'paused: log_replaced', 2],
  ['stops where it is so for seconds', 60_000, 'stopped: log_replaced', 1],
])('a log that begins again, and ends before the checkpoint: %s', async (_, untilMs, state, deliveries) => {
  const long = () => createBackoff({ initialMs: 1, maxMs: 30_000 });
  const sleep = async (ms: number) => {
    if (ms > untilMs) bounds = { first: 0, stable: 100, end: 100 };
    return true;
  };
  await startWith([zero], { createBackoff: long, sleep });
  bounds = { first: 0, stable: 2, end: 2 };
  expect(await source.deliver(zero, [0, 1])).toBe(false);
  await vi.waitFor(() => expect(source.deliveries).toHaveLength(deliveries));
  await vi.waitFor(() => expect(stateOf(zero)).toBe(state));
  expect(committed).toEqual([]);
  expect(await source.deliver(zero, [10])).toBe(deliveries === 2);
});

it('shows nothing of partitions that it no longer has', async () => {
  await startConsumer();
  source.assign(zero, one);
  source.assign(one);
  await vi.waitFor(() => expect(stateOf(one)).toBe('running'));
  expect(stateOf(zero)).toBeUndefined();
  source.assign();
  expect(partitionHealth.report().checks).toEqual({ 'group changes': 'ok' });
});

it('joins anew when a partition does not move although there is something to read', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const consumer = await startWith([zero, one]);
  const ends = new Map([['crm', new Map([0, 1].map((n) => [n, bounds]))]]);
  const look = async (zeroTo: number, oneTo: number) => {
    await source.deliver(zero, [zeroTo]);
    await source.deliver(one, [oneTo]);
    await vi.waitFor(() =>
      expect(consumer.progress().map(({ nextOffset }) => nextOffset)).toEqual([zeroTo + 1, oneTo + 1]),
    );
    consumer.restartIfStalled(ends);
    vi.advanceTimersByTime(STALLED_MS);
  };
  await look(10, 0);
  await look(11, 1);
  expect(source.restarts()).toBe(0);
  await source.deliver(one, [2]);
  await vi.waitFor(() => expect(committed.at(-1)).toEqual([2]));
  // Once each time.
  for (let looks = 0; looks < 2; looks += 1) consumer.restartIfStalled(ends);
  expect(source.restarts()).toBe(1);
});

it('joins anew when a partition never begins', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const consumer = await startConsumer({ mayBegin: () => new Promise(() => undefined) });
  source.assign(zero);
  consumer.restartIfStalled(new Map());
  vi.advanceTimersByTime(STALLED_MS);
  consumer.restartIfStalled(new Map());
  expect(source.restarts()).toBe(1);
});

it('is replaced when it cannot join although Kafka answers, and not while Kafka is away', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const consumer = await startConsumer();
  const restartsAfter = (...looks: readonly ReadonlyMap<string, TopicBounds>[]) => {
    for (const look of looks) {
      vi.advanceTimersByTime(STALLED_MS);
      consumer.restartIfStalled(look);
    }
    return source.restarts();
  };
  const answered = new Map([['crm', new Map([[0, bounds]])]]);
  source.handlers().onDown('consumer_crashed');
  expect(restartsAfter(new Map(), new Map())).toBe(0);
  expect(restartsAfter(answered)).toBe(1);
});

it('begins at the checkpoint, and at the first event that the log has where there is none', () => {
  expect(startOffset(40, { first: 0, end: 100 })).toBe(40);
  expect(startOffset(null, { first: 5, end: 100 })).toBe(5);
});

it('refuses a log that ends before the checkpoint, one that lost unread events, and a partition that is not there', () => {
  expect(startOffset(70, { first: 70, end: 70 })).toBe(70);
  expect(() => startOffset(70, { first: 0, end: 69 })).toThrow(/beyond the end/);
  expect(() => startOffset(70, { first: 71, end: 90 })).toThrow(/lost events/);
  expect(() => startOffset(70, undefined)).toThrow(/no such partition/);
});
