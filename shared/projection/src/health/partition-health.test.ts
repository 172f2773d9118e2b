import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import { createPartitionHealth } from './partition-health.ts';

const topicPartition = { topic: 'crm', partition: 3 };

it('is ready only while every part works and every partition runs, and says why not', () => {
  const partitionHealth = createPartitionHealth(createMetrics());
  partitionHealth.setPart('group changes', null);
  partitionHealth.set(topicPartition, { status: 'running', reason: null });
  expect(partitionHealth.report()).toEqual({ ok: true, checks: { 'group changes': 'ok', 'crm:3': 'running' } });
  partitionHealth.set(topicPartition, { status: 'paused', reason: 'mongodb_unavailable' });
  expect(partitionHealth.report()).toEqual({
    ok: false,
    checks: { 'group changes': 'ok', 'crm:3': 'paused: mongodb_unavailable' },
  });
  partitionHealth.remove(topicPartition);
  partitionHealth.setPart('group changes', 'joining');
  expect(partitionHealth.report()).toEqual({ ok: false, checks: { 'group changes': 'joining' } });
});

it('shows exactly one state per partition in the metrics', async () => {
  const metrics = createMetrics();
  const partitionHealth = createPartitionHealth(metrics);
  partitionHealth.set(topicPartition, { status: 'running', reason: null });
  partitionHealth.set(topicPartition, { status: 'stopped', reason: 'log_replaced' });
  const lines = (await metrics.registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith('fundlens_projector_partition_state{'));
  expect(lines).toEqual([
    'fundlens_projector_partition_state{topic="crm",partition="3",state="stopped",reason="log_replaced"} 1',
  ]);
});
