import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RetryableError } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import { createLogger } from '@fundlens/runtime/logger';
import { createMetrics } from '../health/metrics.ts';
import { createPartitionHealth, type PartitionHealth } from '../health/partition-health.ts';
import type { Advance } from '../writer/checkpoint-store.ts';
import { createFreshness } from './freshness.ts';
import { OwnedPartition } from './owned-partition.ts';

const MONGODB_TIME = 1_700_000_000_000;
const topicPartition = { topic: 'crm', partition: 0 };
const bounds = async () => new Map([[0, { first: 0, stable: 10, end: 10 }]]);
const never = () => new Promise<never>(() => undefined);
const gone = () => Promise.reject(new RetryableError('kafka_unavailable', 'Kafka is away.'));

const logger = createLogger({ service: 'test', level: 'silent', sanitize: (text) => text });

let health: PartitionHealth;
let affirmed: Advance[];
let stored: number;
let servers: { now: () => Promise<number>; bounds: typeof bounds; ofFunding: typeof bounds };
let nextOffset: number;
let [hasGap, gapsSeen] = [false, 0];
let freshness: Component;

beforeEach(async () => {
  vi.useFakeTimers();
  health = createPartitionHealth({ clock: Date.now, monotonic: Date.now });
  health.set(topicPartition, { status: 'running', reason: null });
  [affirmed, stored, nextOffset, hasGap, gapsSeen] = [[], 0, 10, false, 0];
  servers = { now: async () => MONGODB_TIME, bounds, ofFunding: bounds };
  const owned = new OwnedPartition(topicPartition, { next: () => 1, reset: () => undefined });
  owned.deliverFrom(10);
  owned.asOf = MONGODB_TIME - 500;
  freshness = createFreshness({
    progress: () => [{ owned, nextOffset, delivery: owned.delivery }],
    logs: { bounds: (topic) => (topic === 'funding' ? servers.ofFunding() : servers.bounds()) },
    checkpoints: {
      load: async () => [],
      affirm: async (ends, asOf) => {
        affirmed.push(...ends.map((end) => ({ ...end, asOf })));
        if (hasGap) throw new RetryableError('checkpoint_gap', 'The database was restored.');
      },
      beat: async () => undefined,
    },
    topics: { crm: 'crm', funding: 'funding' },
    onBounds: () => undefined,
    state: {
      storeEventLog: async () => undefined,
      storePartitionStates: async (partitions) => {
        const now = await servers.now();
        stored += partitions.length;
        return now;
      },
    },
    onCheckpointGap: () => {
      gapsSeen += 1;
    },
    metrics: createMetrics(),
    partitionHealth: health,
    logger,
    clock: () => MONGODB_TIME,
    sleep: (ms, signal) => {
      return new Promise((resolve) => {
        setTimeout(() => resolve(signal?.aborted !== true), ms);
        signal?.addEventListener('abort', () => resolve(false));
      });
    },
  });
  await freshness.start();
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(async () => {
  const stopped = freshness.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  await stopped;
  vi.useRealTimers();
});

it('notices at an idle log that the database was restored from a backup', async () => {
  expect(gapsSeen).toBe(0);
  hasGap = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(gapsSeen).toBe(1);
});

const figures = () => health.partitions()[0];

it('affirms what is at the end of the log, measures the rest, and stores what the partitions do', async () => {
  expect(affirmed).toMatchObject([{ ...topicPartition, nextOffset: 10, asOf: MONGODB_TIME }]);
  expect(stored).toBe(1);
  nextOffset = 6;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(affirmed).toHaveLength(1);
  expect(figures()).toMatchObject({ status: 'running', lag: 4, ageMs: 500 });
});

it('affirms what is of one topic while another, of which a partition has no leader, cannot be asked', async () => {
  servers.ofFunding = gone;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(affirmed).toHaveLength(2);
  expect(health.report().checks).toMatchObject({ kafka: 'kafka_unavailable', freshness: 'ok' });
});

it('says that Kafka is away, lets ages grow and no longer knows the lag', async () => {
  servers.bounds = gone;
  await vi.advanceTimersByTimeAsync(100_000);
  expect(health.report()).toMatchObject({ ok: false, checks: { kafka: 'kafka_unavailable', mongodb: 'ok' } });
  expect(figures()).toMatchObject({ status: 'paused', reason: 'kafka_unavailable', lag: null });
  expect(figures()?.ageMs).toBeGreaterThanOrEqual(99_000);
  expect(stored).toBeGreaterThan(20);
  servers.bounds = bounds;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(health.report().ok).toBe(true);
  expect(figures()).toMatchObject({ status: 'running', lag: 0 });
});

it('says within seconds that MongoDB does not answer, and goes on measuring the lag', async () => {
  servers.now = never;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(health.report()).toMatchObject({ ok: false, checks: { mongodb: 'mongodb_unavailable', kafka: 'ok' } });
  nextOffset = 3;
  await vi.advanceTimersByTimeAsync(90_000);
  expect(figures()).toMatchObject({ status: 'paused', reason: 'mongodb_unavailable', lag: 7 });
  expect(figures()?.ageMs).toBeGreaterThanOrEqual(99_000);
});
