import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import { createPartitionHealth } from './partition-health.ts';

const place = { topic: 'crm', partition: 3 };

it('is ready only while every part works and every partition runs, and says why not', () => {
  const board = createPartitionHealth(createMetrics());
  board.setPart('group changes', null);
  board.set(place, { status: 'running', reason: null });
  expect(board.report()).toEqual({ ok: true, checks: { 'group changes': 'ok', 'crm:3': 'running' } });
  board.set(place, { status: 'paused', reason: 'mongodb_unavailable' });
  expect(board.report()).toEqual({
    ok: false,
    checks: { 'group changes': 'ok', 'crm:3': 'paused: mongodb_unavailable' },
  });
  board.remove(place);
  board.setPart('group changes', 'joining');
  expect(board.report()).toEqual({ ok: false, checks: { 'group changes': 'joining' } });
});

it('shows exactly one state per partition in the metrics', async () => {
  const metrics = createMetrics();
  const board = createPartitionHealth(metrics);
  board.set(place, { status: 'running', reason: null });
  board.set(place, { status: 'stopped', reason: 'log_replaced' });
  const lines = (await metrics.registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith('fundlens_projector_partition_state{'));
  expect(lines).toEqual([
    'fundlens_projector_partition_state{topic="crm",partition="3",state="stopped",reason="log_replaced"} 1',
  ]);
});
