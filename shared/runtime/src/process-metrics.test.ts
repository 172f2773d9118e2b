import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { registerServiceInfo } from './process-metrics.ts';

const fingerprint = async (options: object) => {
  const registry = new Registry();
  registerServiceInfo(registry, { service: 'query', version: '1' }, options as Record<string, unknown>);
  return /fingerprint="([0-9a-f]{12})"/.exec(await registry.metrics())?.[1];
};

it('shows the same fingerprint for the same options in any order, and another for another value', async () => {
  const one = await fingerprint({ DAILY_QUOTA: 5, ACCESS_MAX_AGE: 900 });
  expect(one).toBeDefined();
  expect(await fingerprint({ ACCESS_MAX_AGE: 900, DAILY_QUOTA: 5 })).toBe(one);
  expect(await fingerprint({ ACCESS_MAX_AGE: 900, DAILY_QUOTA: 6 })).not.toBe(one);
});
