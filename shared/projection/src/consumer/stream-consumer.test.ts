import { createBackoff } from '@fundlens/runtime/backoff';
import { createLogger } from '@fundlens/runtime/logger';
import { beforeEach, expect, it, vi } from 'vitest';
import { createPartitionHealth } from '../health/partition-health.ts';
import { type ScriptedSource, scriptedSource } from '../testing/scripted-source.ts';
import { createByteBudget } from './byte-budget.ts';
import type { BatchOutcome, ProcessBatch } from './process-batch.ts';
import type { LogBounds } from '../log/source.ts';
import { STALLED_MS } from './stall-watch.ts';
import { StreamConsumer, type StreamConsumerOptions } from './stream-consumer.ts';

const zero = { topic: 'crm', partition: 0 };
const one = { topic: 'crm', partition: 1 };
const logger = createLogger({ service: 'test', level: 'silent', sanitize: (line) => line });

let source: ScriptedSource;
let partitionHealth: ReturnType<typeof createPartitionHealth>;
let bounds: LogBounds;
let processed: number[][];
/** What the next calls make of a batch; the default takes all of it. */
let outcomes: (BatchOutcome | Error)[];

const process: ProcessBatch = async (_place, records) => {
  const outcome = outcomes.shift();
  if (outcome instanceof Error) throw outcome;
  processed.push(records.map(({ offset }) => offset));
  return outcome ?? { nextOffset: (records.at(-1)?.offset ?? -1) + 1, asOf: 0, failure: null };
};

async function startConsumer(more: Partial<StreamConsumerOptions> = {}): Promise<StreamConsumer> {
  const consumer = new StreamConsumer({
    name: 'group changes',
    source,
    logs: { bounds: async () => ({ partitions: new Map([0, 1].map((n) => [n, bounds])) }) },
    checkpoints: {
      load: async () => [{ _id: '1:crm:0', generation: 1, topic: 'crm', partition: 0, nextOffset: 10, asOf: 0 }],
    },
    routes: new Map([['crm', process]]),
    budget: createByteBudget({ maxBytes: 100, onBytes: () => undefined, onWait: () => undefined }),
    partitionHealth,
    logger,
    createBackoff: () => createBackoff({ initialMs: 1, maxMs: 2, factor: 2, random: () => 0.5 }),
    ...more,
  });
  await consumer.start();
  return consumer;
}

const stateOf = (topicPartition: { topic: string; partition: number }) =>
  partitionHealth.report().checks[`${topicPartition.topic}:${topicPartition.partition}`];

beforeEach(() => {
  source = scriptedSource();
  partitionHealth = createPartitionHealth({ clock: Date.now, monotonic: Date.now });
  bounds = { first: 0, stable: 100, end: 100 };
  processed = [];
  outcomes = [];
});

it('knows of each batch what was affirmed before it came: stored, or by itself where nothing was in work', async () => {
  const affirmed: unknown[] = [];
  const noting: ProcessBatch = (origin, ...rest) => {
    affirmed.push(origin.affirmed);
    return process(origin, ...rest);
  };
  const consumer = await startConsumer({ routes: new Map([['crm', noting]]) });
  const end = () => consumer.progress()[0];
  source.assign(zero);
  await vi.waitFor(() => expect(source.deliveries).toHaveLength(1));
  const asked = end();
  outcomes = [{ nextOffset: 11, asOf: 7, failure: null }];
  await source.deliver(zero, [10]);
  expect(asked?.markEnd(50)).toBe(false);
  expect(end()?.markEnd(60)).toBe(true);
  await source.deliver(zero, [11]);
  expect(affirmed).toEqual([[{ from: 10, at: 0 }], [{ from: 11, at: 60 }]]);
  // Another member may have gone on from here.
  const gone = end();
  source.assign(zero);
  expect(gone?.markEnd(70)).toBe(false);
});

/** Batches that are read at once, and committed when the test says so. */
function slowCommits() {
  const commits = new Map<number, PromiseWithResolvers<BatchOutcome>>();
  const read: number[][] = [];
  const slow: ProcessBatch = ({ topicPartition, checkpoint }, records, { onRead } = {}) => {
    const offsets = records.map(({ offset }) => offset);
    const nextOffset = (offsets.at(-1) ?? -1) + 1;
    const committed = Promise.withResolvers<BatchOutcome>();
    read.push(offsets);
    commits.set(nextOffset, committed);
    builtUpon.push(checkpoint);
    expect(topicPartition).toEqual(zero);
    onRead?.(nextOffset);
    return committed.promise;
  };
  const builtUpon: (number | null)[] = [];
  const done = (nextOffset: number) =>
    commits.get(nextOffset)?.resolve({ nextOffset, asOf: nextOffset, failure: null });
  return { routes: new Map([['crm', slow]]), read, builtUpon, done };
}

it('reads on while a batch is committed, and says how far it is only once that is done', async () => {
  const { routes, read, builtUpon, done } = slowCommits();
  const consumer = await startConsumer({ routes });
  source.assign(zero);
  await vi.waitFor(() => expect(source.deliveries).toHaveLength(1));
  expect(await source.deliver(zero, [10, 11])).toEqual({ nextOffset: 12, hold: false });
  expect(await source.deliver(zero, [12, 15])).toEqual({ nextOffset: 16, hold: false });
  expect(read).toEqual([
    [10, 11],
    [12, 15],
  ]);
  expect(builtUpon).toEqual([10, 12]);
  source.handlers().onPassed(zero, 20);
  expect(consumer.progress()).toMatchObject([{ nextOffset: 10, checkpoint: 10, asOf: null }]);
  done(12);
  await vi.waitFor(() => expect(consumer.progress()).toMatchObject([{ nextOffset: 12, checkpoint: 12, asOf: 12 }]));
  done(16);
  await vi.waitFor(() => expect(consumer.progress()).toMatchObject([{ nextOffset: 20, checkpoint: 16, asOf: 16 }]));
  expect(source.commits).toEqual(['crm:0 at 12', 'crm:0 at 16']);
});

it('stops only once everything in work has come to an end', async () => {
  const { routes, done } = slowCommits();
  const consumer = await startConsumer({ routes });
  source.assign(zero);
  await vi.waitFor(() => expect(source.deliveries).toHaveLength(1));
  await source.deliver(zero, [10]);
  let stopped = false;
  const stopping = consumer.stop().then(() => {
    stopped = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(stopped).toBe(false);
  done(11);
  await stopping;
});

it('stops a partition at a bug and never skips, whenever it is assigned again', async () => {
  await startConsumer();
  source.assign(zero, one);
  await vi.waitFor(() => expect(source.deliveries).toHaveLength(2));
  outcomes = [new TypeError('bug')];
  expect(await source.deliver(zero, [10])).toEqual({ nextOffset: 10, hold: true });
  expect(stateOf(zero)).toBe('stopped: unexpected_TypeError');
  expect(await source.deliver(one, [0])).toEqual({ nextOffset: 1, hold: false });
  source.assign(zero);
  expect(stateOf(zero)).toBe('stopped: unexpected_TypeError');
  expect(await source.deliver(zero, [10])).toEqual({ nextOffset: 10, hold: true });
});

it.each([
  ['begins again', [0, 1], { first: 0, stable: 100, end: 100 }, 'stopped: log_replaced'],
  ['has lost what comes next', [50, 51], { first: 50, stable: 100, end: 100 }, 'stopped: log_truncated'],
])('stops when the log %s', async (_, offsets, found, state) => {
  await startConsumer();
  source.assign(zero);
  await vi.waitFor(() => expect(source.deliveries).toHaveLength(1));
  bounds = found;
  expect(await source.deliver(zero, offsets)).toEqual({ nextOffset: 10, hold: true });
  expect(stateOf(zero)).toBe(state);
  expect(processed).toEqual([]);
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

it('joins anew when it makes no step although there is something to read', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const consumer = await startConsumer();
    source.assign(zero);
    await vi.waitFor(() => expect(source.deliveries).toHaveLength(1));
    const ends = new Map([['crm', { partitions: new Map([[0, bounds]]) }]]);
    consumer.restartIfStalled(ends);
    vi.advanceTimersByTime(STALLED_MS);
    await source.deliver(zero, [10]);
    consumer.restartIfStalled(ends);
    expect(source.restarts()).toBe(0);
    vi.advanceTimersByTime(STALLED_MS);
    consumer.restartIfStalled(ends);
    expect(source.restarts()).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});
