import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

const nothing = () => 0;

it('has memory, processor time and event loop lag of the process', async () => {
  const observed = { auditWaiting: nothing, connections: nothing, positionsWaiting: nothing, bytesInFlight: nothing };
  const text = await createMetrics(observed).registry.metrics();
  const figures = ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'];
  for (const name of figures) expect(text).toMatch(new RegExp(`^${name} [\\d.e+-]+$`, 'm'));
});
