import { randomUUID } from 'node:crypto';
import { createLogger } from '@fundlens/runtime/logger';
import { startProxyOf } from '@fundlens/testing/proxied-url';
import type { TcpProxy } from '@fundlens/testing/tcp-proxy';
import { Redis } from 'ioredis';
import { afterEach, expect, it } from 'vitest';
import { until } from '../testing/projector-fixture.ts';
import { testStack } from '@fundlens/projection/testing/stack';
import { type BullmqWakeUps, createBullmqWakeUps } from './bullmq-wake-ups.ts';
import type { WakeUpWork, WakeUpOutcome } from './wake-ups.ts';

const logger = createLogger({
  service: 'test',
  level: 'silent',
  sanitize: (text) => text,
  destination: { write: () => undefined },
});
const opened: BullmqWakeUps[] = [];
const proxies: TcpProxy[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((wakeUps) => wakeUps.stop()));
  await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()));
});

function wakeUpsThrough(url: string, keyPrefix = `wake-ups-${randomUUID()}`) {
  const outcomes: Partial<Record<WakeUpOutcome, number>> = {};
  const wakeUps = createBullmqWakeUps({
    connect: (options) => new Redis(url, options),
    keyPrefix,
    suffix: () => '1',
    onOutcome: (_work, outcome, count) => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
    },
    logger,
  });
  opened.push(wakeUps);
  return { wakeUps, outcomes, keyPrefix };
}

const workOf = (work: WakeUpWork['work'], gatherMs = 50): WakeUpWork => ({
  name: 'count',
  concurrency: 2,
  gatherMs,
  first: 'oldest',
  work,
});

async function proxied(): Promise<{ proxy: TcpProxy; url: string }> {
  const proxied = await startProxyOf(testStack().redisUrl);
  proxies.push(proxied.proxy);
  return proxied;
}

it('works once on a key that is woken up many times while it waits', async () => {
  const { wakeUps, outcomes } = wakeUpsThrough(testStack().redisUrl);
  const done: string[] = [];
  const enqueue = wakeUps.take(
    workOf(async (key) => {
      done.push(key);
    }, 300),
  );
  await wakeUps.start();
  for (let round = 0; round < 5; round += 1) enqueue(['loc-1:a', 'loc-1:b', 'loc-1:a']);
  await until(() => outcomes.done === 2);
  expect(done.sort()).toEqual(['loc-1:a', 'loc-1:b']);
});

it('works once more on a key that is woken up while it is worked on', async () => {
  const { wakeUps, outcomes } = wakeUpsThrough(testStack().redisUrl);
  let runs = 0;
  const enqueue = wakeUps.take(
    workOf(async () => {
      runs += 1;
      if (runs > 1) return;
      enqueue(['k']);
      enqueue(['k']);
      await until(() => (outcomes.given ?? 0) > 1);
    }),
  );
  await wakeUps.start();
  enqueue(['k']);
  await until(() => outcomes.done === 2);
  expect(runs).toBe(2);
});

it.each([
  ['oldest', ['a', 'b', 'c']],
  ['newest', ['a', 'c', 'b']],
] as const)('takes the %s of the keys that wait first', async (first, expected) => {
  const { wakeUps, outcomes } = wakeUpsThrough(testStack().redisUrl);
  const done: string[] = [];
  const begun = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const work = async (key: string) => {
    if (key === 'a') {
      begun.resolve();
      await free.promise;
    }
    done.push(key);
  };
  const enqueue = wakeUps.take({ name: 'order', concurrency: 1, gatherMs: 0, first, work });
  await wakeUps.start();
  enqueue(['a']);
  // Before it is taken it waits like the others, and a later one may come first.
  await begun.promise;
  for (const [before, key] of ['b', 'c'].entries()) {
    enqueue([key]);
    await until(() => outcomes.given === before + 2);
  }
  free.resolve();
  await until(() => outcomes.done === 3);
  expect(done).toEqual(expected);
});

it('reports work that fails, does not repeat it, and takes the next wake-up of the same key', async () => {
  const { wakeUps, outcomes } = wakeUpsThrough(testStack().redisUrl);
  let runs = 0;
  const enqueue = wakeUps.take(
    workOf(async () => {
      runs += 1;
      if (runs === 1) throw new Error('not this time');
    }),
  );
  await wakeUps.start();
  enqueue(['k']);
  await until(() => outcomes.failed === 1);
  enqueue(['k']);
  await until(() => outcomes.done === 1);
  expect(runs).toBe(2);
});

it('enqueues and stops while Redis is unavailable, and works again when it is back', async () => {
  const { proxy, url } = await proxied();
  proxy.cut();
  const { wakeUps, outcomes } = wakeUpsThrough(url);
  const enqueue = wakeUps.take(workOf(async () => undefined));
  await wakeUps.start();
  enqueue(Array.from({ length: 20_000 }, (_, n) => `k${n}`));
  expect(outcomes.lost).toBe(10_000);
  proxy.heal();
  await until(() => outcomes.given === 10_000);

  proxy.cut();
  enqueue(['later']);
  await until(() => outcomes.lost === 10_001);
  await wakeUps.stop();
}, 60_000);

it('drops wake-ups after a time limit when Redis takes them and does not respond', async () => {
  const { proxy, url } = await proxied();
  const { wakeUps, outcomes } = wakeUpsThrough(url);
  const enqueue = wakeUps.take(workOf(async () => undefined));
  await wakeUps.start();
  enqueue(['first']);
  await until(() => outcomes.done === 1);
  proxy.hang();
  enqueue(['k']);
  await until(() => outcomes.lost === 1);
  expect(outcomes.done).toBe(1);
  proxy.heal();
  await until(() => {
    enqueue(['again']);
    return (outcomes.done ?? 0) > 1;
  });
});
