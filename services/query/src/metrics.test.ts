import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

const nothing = () => 0;

const observed = {
  auditWaiting: nothing,
  connections: nothing,
  connectionsLimit: 300,
  positionsWaiting: nothing,
  bytesInFlight: nothing,
  accessAgeMs: () => 61_000,
  redisAway: () => 'OOM',
  dataAges: async () => [
    { model: 'contacts', ageMs: 2_500 },
    { model: 'deals', ageMs: null },
  ],
};

it('tells how old access state is and whether limits are counted in Redis, and latencies by route and class', async () => {
  const metrics = createMetrics(observed);
  metrics.requestSeconds.observe({ route: '/contacts', status_class: '5xx' }, 0.002);
  const text = await metrics.registry.metrics();
  expect(text).toContain('fundlens_query_access_age_seconds 61\n');
  expect(text).toContain('fundlens_query_redis_available{reason="OOM"} 0\n');
  expect(text).toContain('fundlens_query_connections_limit 300\n');
  expect(text).toContain('fundlens_query_request_seconds_count{route="/contacts",status_class="5xx"} 1\n');
});

it('has memory, processor time and event loop lag of the process', async () => {
  const text = await createMetrics(observed).registry.metrics();
  const figures = ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'];
  for (const name of figures) expect(text).toMatch(new RegExp(`^${name} [\\d.e+-]+$`, 'm'));
});

it('tells how old each read model is, and that it is not known, and that MongoDB does not answer', async () => {
  const text = await createMetrics(observed).registry.metrics();
  expect(text).toContain('fundlens_query_data_age_seconds{model="contacts"} 2.5\n');
  expect(text).toContain('fundlens_query_data_age_known{model="deals"} 0\n');
  expect(text).not.toContain('fundlens_query_data_age_seconds{model="deals"}');
  const away = createMetrics({ ...observed, dataAges: () => Promise.reject(new Error('away')) });
  expect(await away.registry.metrics()).toContain('fundlens_query_mongodb_available 0\n');
});
