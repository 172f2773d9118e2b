import { createBackoff } from '@fundlens/runtime/backoff';
import { FatalError, RetryableError } from '@fundlens/runtime/errors';
import { createLogger } from '@fundlens/runtime/logger';
import { beforeEach, expect, it, vi } from 'vitest';
import { createPartitionHealth } from '../health/partition-health.ts';
import { type ScriptedSource, scriptedSource } from '../testing/scripted-source.ts';
import { createByteBudget } from './byte-budget.ts';
import type { BatchOutcome, ProcessBatch } from './process-batch.ts';
import type { LogBounds } from '../log/source.ts';
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
let checkpointFailures: Error[];

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
      load: async () => {
        const failure = checkpointFailures.shift();
        if (failure !== undefined) throw failure;
        return [{ _id: 'm:crm:0', model: 'm', topic: 'crm', partition: 0, nextOffset: 10, asOf: 0 }];
      },
    },
    routes: new Map([['crm', { models: ['m'], process }]]),
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
  checkpointFailures = [];
});

it('begins each partition at its checkpoint, or at the beginning of the log', async () => {
  const consumer = await startConsumer();
  source.assign(zero, one);
  await vi.waitFor(() => expect(source.deliveries).toEqual(['crm:0 from 10', 'crm:1 from 0']));
  expect(consumer.progress().map(({ nextOffset }) => nextOffset)).toEqual([10, 0]);
});

it('holds a partition whose models it may not write, until it may', async () => {
  const consumer = await startConsumer({ routes: new Map([['crm', { models: [], process }]]) });
  source.assign(zero);
  await vi.waitFor(() => expect(stateOf(zero)).toBe('paused: rebuild_needed'));
  expect(await source.deliver(zero, [0, 1])).toEqual({ nextOffset: 0, hold: true });
  expect([processed, source.deliveries, consumer.progress()]).toEqual([[], [], []]);
  consumer.replaceRoutes(new Map([['crm', { models: ['m'], process }]]));
  await vi.waitFor(() => expect(source.deliveries).toEqual(['crm:0 from 10']));
  expect(stateOf(zero)).toBe('running');
});

it('knows of each batch what was affirmed before it came: stored, or by itself where nothing was in work', async () => {
  const affirmed: unknown[] = [];
  const noting: ProcessBatch = (origin, ...rest) => {
    affirmed.push(origin.affirmed);
    return process(origin, ...rest);
  };
  const consumer = await startConsumer({ routes: new Map([['crm', { models: ['m'], process: noting }]]) });
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

it('asks again while checkpoints cannot be looked up', async () => {
  checkpointFailures = [
    new RetryableError('mongodb_unavailable', 'away'),
    new RetryableError('mongodb_unavailable', 'away'),
  ];
  await startConsumer();
  source.assign(zero);
  await vi.waitFor(() => expect(source.deliveries).toEqual(['crm:0 from 10']));
});

it('delivers nothing of an assignment that is over by the time its checkpoints are known', async () => {
  checkpointFailures = [new RetryableError('mongodb_unavailable', 'away')];
  await startConsumer();
  source.assign(zero);
  source.assign(one);
  await vi.waitFor(() => expect(source.deliveries).toEqual(['crm:1 from 0']));
});

it('takes nothing of a batch that comes before the checkpoint is known', async () => {
  await startConsumer();
  source.assign(zero);
  expect(await source.deliver(zero, [10, 11])).toEqual({ nextOffset: 10, hold: true });
  expect(processed).toEqual([]);
});

it('pauses a partition after a retryable failure, and continues exactly where it was', async () => {
  await startConsumer();
  source.assign(zero);
  await vi.waitFor(() => expect(source.deliveries).toHaveLength(1));
  outcomes = [{ nextOffset: 11, asOf: 0, failure: { error: new RetryableError('registry_unavailable', 'away') } }];
  expect(await source.deliver(zero, [10, 11, 12])).toEqual({ nextOffset: 11, hold: true });
  expect(stateOf(zero)).toBe('paused: registry_unavailable');
  await vi.waitFor(() => expect(source.deliveries.at(-1)).toBe('crm:0 from 11'));
  expect(await source.deliver(zero, [11, 12])).toEqual({ nextOffset: 13, hold: false });
  expect(stateOf(zero)).toBe('running');
});

it('begins again at the checkpoint when the database turns out to lack what was checkpointed', async () => {
  const consumer = await startConsumer();
  source.assign(zero);
  await vi.waitFor(() => expect(source.deliveries).toHaveLength(1));
  expect(await source.deliver(zero, [10, 11])).toEqual({ nextOffset: 12, hold: false });
  expect(consumer.progress()[0]?.checkpoint).toBe(12);
  outcomes = [new RetryableError('checkpoint_gap', 'restored')];
  expect(await source.deliver(zero, [12])).toEqual({ nextOffset: 12, hold: true });
  await vi.waitFor(() => expect(source.deliveries).toEqual(['crm:0 from 10', 'crm:0 from 10']));
  expect(consumer.progress()[0]?.checkpoint).toBe(10);
});

/** Batches that are read at once, and committed when the test says so. */
function slowCommits() {
  const commits = new Map<number, PromiseWithResolvers<BatchOutcome>>();
  const read: number[][] = [];
  const slow: ProcessBatch = ({ topicPartition, checkpoint, isOver }, records, { onRead } = {}) => {
    const offsets = records.map(({ offset }) => offset);
    const nextOffset = (offsets.at(-1) ?? -1) + 1;
    const committed = Promise.withResolvers<BatchOutcome>();
    read.push(offsets);
    commits.set(nextOffset, committed);
    builtUpon.push(checkpoint);
    over.push(isOver);
    expect(topicPartition).toEqual(zero);
    onRead?.(nextOffset);
    return committed.promise;
  };
  const builtUpon: (number | null)[] = [];
  const over: (() => boolean)[] = [];
  const done = (nextOffset: number) =>
    commits.get(nextOffset)?.resolve({ nextOffset, asOf: nextOffset, failure: null });
  const fail = (nextOffset: number, error: Error) => commits.get(nextOffset)?.reject(error);
  return { routes: new Map([['crm', { models: ['m'], process: slow }]]), read, builtUpon, over, commits, done, fail };
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

it('reads again from a batch that could not be committed, also when later ones succeeded', async () => {
  const { routes, over, commits, done, fail } = slowCommits();
  const consumer = await startConsumer({ routes });
  source.assign(zero);
  await vi.waitFor(() => expect(source.deliveries).toHaveLength(1));
  await source.deliver(zero, [10]);
  await source.deliver(zero, [11]);
  await source.deliver(zero, [12]);
  done(11);
  fail(12, new RetryableError('mongodb_unavailable', 'away'));
  await vi.waitFor(() => expect(stateOf(zero)).toBe('paused: mongodb_unavailable'));
  expect(over.map((isOver) => isOver())).toEqual([true, true, true]);
  // It had nothing to commit, or was under way already; the partition goes on only when it has ended.
  expect(source.deliveries).toEqual(['crm:0 from 10']);
  commits.get(13)?.resolve({ nextOffset: 13, asOf: null, failure: null });
  await vi.waitFor(() => expect(source.deliveries).toEqual(['crm:0 from 10', 'crm:0 from 11']));
  expect(consumer.progress()).toMatchObject([{ nextOffset: 11, checkpoint: 11 }]);
});

it('has the source go on behind what was read, also when a heartbeat fails while it is read', async () => {
  const { routes, read, done } = slowCommits();
  const consumer = await startConsumer({ routes });
  source.assign(zero);
  await vi.waitFor(() => expect(source.deliveries).toHaveLength(1));
  const failing = { abandoned: () => read.length > 0, progress: async () => undefined };
  expect(await source.deliver(zero, [10, 11], failing)).toEqual({ nextOffset: 12, hold: false });
  done(12);
  await vi.waitFor(() => expect(consumer.progress()).toMatchObject([{ nextOffset: 12 }]));
  expect(await source.deliver(zero, [12])).toEqual({ nextOffset: 13, hold: false });
  expect(stateOf(zero)).toBe('running');
  done(13);
});

it('leaves a partition alone that was given out again while what it had in work came to an end', async () => {
  const { routes, done, fail } = slowCommits();
  await startConsumer({ routes });
  source.assign(zero);
  await vi.waitFor(() => expect(source.deliveries).toHaveLength(1));
  await source.deliver(zero, [10]);
  await source.deliver(zero, [11]);
  fail(11, new RetryableError('mongodb_unavailable', 'away'));
  await vi.waitFor(() => expect(stateOf(zero)).toBe('paused: mongodb_unavailable'));
  await new Promise((resolve) => setTimeout(resolve, 5));
  source.assign(zero);
  await vi.waitFor(() => expect(source.deliveries).toHaveLength(2));
  done(12);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(source.deliveries).toEqual(['crm:0 from 10', 'crm:0 from 10']);
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

it('continues over gaps of compaction and over offsets without records', async () => {
  const consumer = await startConsumer();
  source.assign(zero);
  await vi.waitFor(() => expect(source.deliveries).toHaveLength(1));
  expect(await source.deliver(zero, [15, 20])).toEqual({ nextOffset: 21, hold: false });
  source.handlers().onPassed(zero, 25);
  expect(consumer.progress()[0]?.nextOffset).toBe(25);
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

it('stops when the log ends before the checkpoint', async () => {
  bounds = { first: 0, stable: 9, end: 9 };
  await startConsumer();
  source.assign(zero);
  await vi.waitFor(() => expect(stateOf(zero)).toBe('stopped: log_replaced'));
  expect(source.deliveries).toEqual([]);
});

it('ends a batch at the next step when the partition is revoked', async () => {
  await startConsumer();
  source.assign(zero);
  await vi.waitFor(() => expect(source.deliveries).toHaveLength(1));
  outcomes = [{ nextOffset: 11, asOf: 0, failure: null }];
  let lost = false;
  const verdict = await source.deliver(zero, [10, 11, 12], {
    abandoned: () => lost,
    progress: async () => {
      lost = true;
    },
  });
  expect(verdict).toEqual({ nextOffset: 11, hold: false });
  expect(processed).toEqual([[10, 11, 12]]);
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

it('restarts each partition from the checkpoint of a version that is added', async () => {
  const consumer = await startConsumer();
  source.assign(zero);
  await vi.waitFor(() => expect(stateOf(zero)).toBe('running'));
  await source.deliver(zero, [10, 11]);
  const taken: number[][] = [];
  const both: ProcessBatch = async (_place, records) => {
    taken.push(records.map(({ offset }) => offset));
    return { nextOffset: (records.at(-1)?.offset ?? -1) + 1, asOf: 0, failure: null };
  };
  consumer.replaceRoutes(new Map([['crm', { models: ['m', 'newcomer'], process: both }]]));
  // The consumer takes no batch before it knows where to begin.
  expect(await source.deliver(zero, [12, 13])).toEqual({ nextOffset: 12, hold: true });
  await vi.waitFor(() => expect(source.deliveries).toEqual(['crm:0 from 10', 'crm:0 from 0']));
  expect(await source.deliver(zero, [0, 1])).toEqual({ nextOffset: 2, hold: false });
  expect(processed).toEqual([[10, 11]]);
  expect(taken).toEqual([[0, 1]]);
  expect(consumer.progress()).toMatchObject([
    { topicPartition: zero, models: ['m', 'newcomer'], nextOffset: 2, checkpoint: 2, asOf: 0 },
  ]);
});

it('restarts a stopped or paused partition at once, from its checkpoint, when an operator asks for it', async () => {
  const consumer = await startConsumer();
  source.assign(zero);
  await vi.waitFor(() => expect(stateOf(zero)).toBe('running'));
  expect([consumer.retry(zero), consumer.retry(one)]).toEqual(['running', 'not_here']);
  outcomes = [new FatalError('mostly_invalid', 'a flood')];
  await source.deliver(zero, [10, 11]);
  expect(stateOf(zero)).toBe('stopped: mostly_invalid');
  expect(consumer.retry(zero)).toBe('retried');
  await vi.waitFor(() => expect(source.deliveries).toEqual(['crm:0 from 10', 'crm:0 from 10']));
  expect(await source.deliver(zero, [10, 11])).toEqual({ nextOffset: 12, hold: false });
  // It is no longer remembered as stopped when it is assigned again.
  source.assign(zero);
  await vi.waitFor(() => expect(stateOf(zero)).toBe('running'));
  await consumer.stop();
  expect(consumer.retry(zero)).toBe('not_here');
});

it('restarts from its checkpoints when it is asked to, but not after it was stopped', async () => {
  const consumer = await startConsumer();
  source.assign(zero);
  await vi.waitFor(() => expect(stateOf(zero)).toBe('running'));
  await source.deliver(zero, [10, 11]);
  consumer.restartFromCheckpoints();
  expect(consumer.progress()).toEqual([]);
  await vi.waitFor(() => expect(source.deliveries).toEqual(['crm:0 from 10', 'crm:0 from 10']));
  await consumer.stop();
  consumer.restartFromCheckpoints();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(source.deliveries).toHaveLength(2);
});

it('finds out what is to be written before it begins, again until it is told', async () => {
  const answers = ['away', 'newer', 'same'];
  const newer: ProcessBatch = async () => ({ nextOffset: 1, asOf: 0, failure: null });
  const consumer = await startConsumer({
    async beforeBegin() {
      const answer = answers.shift();
      if (answer === 'away') throw new RetryableError('mongodb_unavailable', 'not now');
      if (answer === 'newer') consumer.replaceRoutes(new Map([['crm', { models: ['newer'], process: newer }]]));
    },
  });
  source.assign(zero);
  await vi.waitFor(() => expect(source.deliveries).toEqual(['crm:0 from 0']));
  expect(consumer.progress().map(({ models }) => models)).toEqual([['newer']]);
  expect(answers).toEqual([]);
});
