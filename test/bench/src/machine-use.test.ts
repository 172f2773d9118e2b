import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createMetrics } from '@fundlens/projection/health/metrics';
import { expect, it } from 'vitest';
import { eventLoopDelayOf, watchProcessors } from './machine-use.ts';

it('reads from the metrics of a service how long its event loop was kept', async () => {
  const { registry } = createMetrics();
  const server = createServer(async (_, response) => response.end(await registry.metrics()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service = { adminPort: (server.address() as AddressInfo).port };
  await eventLoopDelayOf(service);
  // What begins anew takes its first look.
  await delay(100);
  const blockedUntil = performance.now() + 150;
  while (performance.now() < blockedUntil);

  const { p50, max } = await eventLoopDelayOf(service);

  server.close();
  expect(max).toBeGreaterThanOrEqual(100);
  expect(p50).toBeLessThanOrEqual(max);
});

it('tells a share of all processors', async () => {
  const used = watchProcessors();
  const until = performance.now() + 300;
  while (performance.now() < until);

  const percent = used();

  expect(percent).toBeGreaterThan(0);
  expect(percent).toBeLessThanOrEqual(100);
});
