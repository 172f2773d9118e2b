import { expect, it } from 'vitest';
import { registerGauges } from './process-gauges.ts';
import { testContext } from './testing/test-context.ts';

const nothing = () => 0;
const AGES = [
  { model: 'contacts', ageMs: 2_500 },
  { model: 'deals', ageMs: null },
];

function setUp(ages: () => Promise<typeof AGES> = async () => AGES) {
  const { metrics, config } = testContext({ MAX_CONNECTIONS: '300' });
  registerGauges({
    metrics,
    config,
    auditLog: { waiting: nothing },
    http: { connections: nothing },
    shares: { bytes: { total: nothing }, waits: { total: nothing } },
    access: { lastKnownAgeMs: () => 61_000 },
    counters: { away: () => null },
    asOf: { ages },
  });
  return metrics;
}

it('tells how old access state and each read model are, latencies by route and class, and what is not known', async () => {
  const metrics = setUp();
  metrics.requestSeconds.observe({ route: '/contacts', status_class: '5xx' }, 0.002);
  const text = await metrics.registry.metrics();
  expect(text).toContain('fundlens_query_access_age_seconds 61\n');
  expect(text).toContain('fundlens_query_connections_limit 300\n');
  expect(text).toContain('fundlens_query_request_seconds_count{route="/contacts",status_class="5xx"} 1\n');
  expect(text).toContain('fundlens_query_data_age_seconds{model="contacts"} 2.5\n');
  expect(text).toContain('fundlens_query_data_age_known{model="deals"} 0\n');
  expect(text).not.toContain('fundlens_query_data_age_seconds{model="deals"}');
  const away = setUp(() => Promise.reject(new Error('away')));
  expect(await away.registry.metrics()).toContain('fundlens_query_mongodb_available 0\n');
});
