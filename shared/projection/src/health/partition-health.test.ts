import { beforeEach, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import { createPartitionHealth, type PartitionHealth } from './partition-health.ts';

const topicPartition = { topic: 'crm', partition: 3 };
const running = { status: 'running', reason: null } as const;

let now: number;
let health: PartitionHealth;
beforeEach(() => {
  now = 1_000_000;
  health = createPartitionHealth({ clock: () => now, monotonic: () => now });
  health.setPart('group changes', null);
});

const figures = () => health.partitions()[0];
const series = async (name: string) =>
  (await createMetrics({ ...health }).registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith(`fundlens_projector_${name}{`));

it('is ready while every part works, and degraded while a partition waits', () => {
  health.set(topicPartition, running);
  const checks = { 'group changes': 'ok', 'crm:3': 'running' };
  expect(health.report()).toMatchObject({ ok: true, degraded: false, checks });
  const paused = { 'crm:3': 'paused: unknown_schema_id' };
  health.set(topicPartition, { status: 'paused', reason: 'unknown_schema_id' });
  expect(health.report()).toMatchObject({ ok: true, degraded: true, checks: paused });
  health.set(topicPartition, { status: 'stopped', reason: 'unexpected_type_error' });
  expect(health.report()).toMatchObject({ ok: false, degraded: true });
  health.remove(topicPartition);
  health.setPart('group changes', 'joining');
  expect(health.report()).toMatchObject({ ok: false, degraded: true, checks: { 'group changes': 'joining' } });
});

it('tells since when a part is in its state', () => {
  health.setPart('freshness', 'mongodb_unavailable');
  now += 5_000;
  health.setPart('freshness', 'mongodb_unavailable');
  expect(health.report().parts?.freshness).toEqual({ state: 'mongodb_unavailable', since: 1_000_000 });
  health.setPart('freshness', null);
  expect(health.report().parts?.freshness).toEqual({ state: 'ok', since: 1_005_000 });
});

it('lets the age of a partition grow while no server answers, and never shows a stale lag', async () => {
  health.set(topicPartition, running);
  health.measured(topicPartition, { lag: 4, undecided: 0, ageMs: 8_661 });
  expect(await series('lag_records')).toEqual(['fundlens_projector_lag_records{topic="crm",partition="3"} 4']);
  expect(await series('lag_known')).toEqual(['fundlens_projector_lag_known{topic="crm",partition="3"} 1']);
  now += 100_000;
  expect(await series('checkpoint_age_seconds')).toEqual([
    'fundlens_projector_checkpoint_age_seconds{topic="crm",partition="3"} 108.661',
  ]);
  expect(await series('lag_records')).toEqual([]);
  expect(await series('lag_known')).toEqual(['fundlens_projector_lag_known{topic="crm",partition="3"} 0']);
});

it('keeps the age when a partition is begun anew, and forgets a partition that was taken away', async () => {
  health.set(topicPartition, running);
  health.measured(topicPartition, { lag: 0, undecided: 0, ageMs: 1_000 });
  now += 30_000;
  health.set(topicPartition, { status: 'starting', reason: null });
  expect(figures()).toMatchObject({ status: 'starting', ageMs: 31_000 });
  // A measurement without MongoDB's time knows the lag alone.
  health.measured(topicPartition, { lag: 2, undecided: 0, ageMs: null });
  expect(figures()).toMatchObject({ lag: 2, undecided: 0, ageMs: 31_000 });
  health.remove(topicPartition);
  expect(await series('checkpoint_age_seconds')).toEqual([]);
  expect(await series('lag_known')).toEqual([]);
});

it('lets the age of what waits for background work grow in an outage, and repeats no count', async () => {
  const dashboards = { documents: 2, dirtySince: now - 1_000 };
  const status = { deadLetters: [{ reason: 'undecodable', blocks: false, count: 3 }], dashboards };
  const shown = (isCurrent: boolean) =>
    createMetrics({ status: async () => ({ status, now: now + 60_000, isCurrent }) }).registry.metrics();
  for (const text of [await shown(true), await shown(false)])
    expect(text).toContain('fundlens_projector_dashboard_dirty_age_seconds 61\n');
  const open = 'fundlens_projector_dead_letters_open{reason="undecodable",blocks="false"} 3\n';
  expect([await shown(true), await shown(false)].map((text) => text.includes(open))).toEqual([true, false]);
});
