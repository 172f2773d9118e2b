import { randomUUID } from 'node:crypto';
import { createLogger } from '@fundlens/runtime/logger';
import { startProxyOf } from '@fundlens/testing/proxied-url';
import type { TcpProxy } from '@fundlens/testing/tcp-proxy';
import { Redis } from 'ioredis';
import { afterEach, expect, it } from 'vitest';
import { until } from '../testing/projector-fixture.ts';
import { testStack } from '@fundlens/projection/testing/stack';
import { createBullmqWakeUps, type WakeUps } from './bullmq-wake-ups.ts';

const logger = createLogger({ service: 'test', level: 'silent', sanitize: (text) => text });
const opened: WakeUps[] = [];
const proxies: TcpProxy[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((wakeUps) => wakeUps.stop()));
  await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()));
});

type Refresh = (locationId: string) => Promise<void>;

async function wakeUpsThrough(url: string, refresh: Refresh = async () => undefined) {
  const outcomes: Record<string, number> = {};
  const wakeUps = createBullmqWakeUps({
    connect: (options) => new Redis(url, options),
    keyPrefix: `wake-ups-${randomUUID()}`,
    generation: () => 1,
    refresh,
    onOutcome: (outcome, count) => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
    },
    logger,
  });
  opened.push(wakeUps);
  await wakeUps.start();
  return { wakeUps, outcomes };
}

const PROBE = 'probe';

/** The same, once it is connected. */
async function connected(url: string, refresh: Refresh = async () => undefined) {
  const made = await wakeUpsThrough(url, async (locationId) => {
    if (locationId !== PROBE) await refresh(locationId);
  });
  const { wakeUps, outcomes } = made;
  while (outcomes.given === undefined) {
    const { lost = 0 } = outcomes;
    wakeUps.wake([PROBE]);
    await until(() => outcomes.given !== undefined || (outcomes.lost ?? 0) > lost);
  }
  await until(() => outcomes.done === 1);
  for (const outcome of Object.keys(outcomes)) delete outcomes[outcome];
  return made;
}

async function proxied(): Promise<{ proxy: TcpProxy; url: string }> {
  const proxied = await startProxyOf(testStack().redisUrl);
  proxies.push(proxied.proxy);
  return proxied;
}

it('works once more on a location that is woken up while it is worked on', async () => {
  let runs = 0;
  const { wakeUps, outcomes } = await connected(testStack().redisUrl, async (locationId) => {
    runs += 1;
    if (runs > 1) return;
    wakeUps.wake([locationId]);
    wakeUps.wake([locationId]);
    await until(() => (outcomes.given ?? 0) > 1);
  });
  wakeUps.wake(['k']);
  await until(() => outcomes.done === 2);
  expect(runs).toBe(2);
});

it('reports work that fails, does not repeat it, and takes the next wake-up of the same location', async () => {
  let runs = 0;
  const { wakeUps, outcomes } = await connected(testStack().redisUrl, async () => {
    runs += 1;
    if (runs === 1) throw new Error('not this time');
  });
  wakeUps.wake(['k']);
  await until(() => outcomes.failed === 1);
  wakeUps.wake(['k']);
  await until(() => outcomes.done === 1);
  expect(runs).toBe(2);
});

it('takes wake-ups and stops while Redis is unavailable, and works again when it is back', async () => {
  const { proxy, url } = await proxied();
  proxy.cut();
  const { wakeUps, outcomes } = await wakeUpsThrough(url);
  wakeUps.wake(['k']);
  await until(() => outcomes.lost === 1);
  proxy.heal();
  await until(() => {
    wakeUps.wake(['k']);
    return (outcomes.done ?? 0) > 0;
  });
  expect(outcomes.lost).toBeGreaterThan(0);
  proxy.cut();
  const { lost = 0 } = outcomes;
  wakeUps.wake(['later']);
  await until(() => (outcomes.lost ?? 0) > lost);
  await wakeUps.stop();
});

it('drops wake-ups after a time limit when Redis takes them and does not respond', async () => {
  const { proxy, url } = await proxied();
  const { wakeUps, outcomes } = await connected(url);
  wakeUps.wake(['first']);
  await until(() => outcomes.done === 1);
  proxy.hang();
  wakeUps.wake(['k']);
  await until(() => outcomes.lost === 1);
  expect(outcomes.done).toBe(1);
  proxy.heal();
  await until(() => {
    wakeUps.wake(['again']);
    return (outcomes.done ?? 0) > 1;
  });
});
