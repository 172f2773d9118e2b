import { randomUUID } from 'node:crypto';
import { createLogger } from '@fundlens/runtime/logger';
import { startTcpProxy, type TcpProxy } from '@fundlens/testing/tcp-proxy';
import { Redis } from 'ioredis';
import { afterEach, expect, it } from 'vitest';
import { until } from '../testing/projector-fixture.ts';
import { testStack } from '@fundlens/projection/testing/stack';
import { type BullmqHints, createBullmqHints } from './bullmq-wake-ups.ts';
import type { WakeUpWork, WakeUpOutcome } from './wake-ups.ts';

const logger = createLogger({
  service: 'test',
  level: 'silent',
  sanitize: (text) => text,
  destination: { write: () => undefined },
});
const opened: BullmqHints[] = [];
const proxies: TcpProxy[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((hints) => hints.stop()));
  await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()));
});

function hintsThrough(url: string, keyPrefix = `hints-${randomUUID()}`) {
  const outcomes: Partial<Record<WakeUpOutcome, number>> = {};
  const hints = createBullmqHints({
    connect: (options) => new Redis(url, options),
    keyPrefix,
    onOutcome: (_work, outcome, count) => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
    },
    logger,
  });
  opened.push(hints);
  return { hints, outcomes, keyPrefix };
}

const workOf = (work: WakeUpWork['work'], gatherMs = 50): WakeUpWork => ({
  name: 'count',
  concurrency: 2,
  gatherMs,
  first: 'oldest',
  work,
});

async function proxied(): Promise<{ proxy: TcpProxy; url: string }> {
  const target = new URL(testStack().redisUrl);
  const proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port) });
  proxies.push(proxy);
  target.host = `127.0.0.1:${proxy.port}`;
  return { proxy, url: target.href };
}

it('works once on a key that is hinted many times while it waits', async () => {
  const { hints, outcomes } = hintsThrough(testStack().redisUrl);
  const done: string[] = [];
  const give = hints.take(
    workOf(async (key) => {
      done.push(key);
    }, 300),
  );
  await hints.start();
  for (let round = 0; round < 5; round += 1) give(['loc-1:a', 'loc-1:b', 'loc-1:a']);
  await until(() => outcomes.done === 2);
  expect(done.sort()).toEqual(['loc-1:a', 'loc-1:b']);
});

it('works once more on a key that is hinted while it is worked on', async () => {
  const { hints, outcomes } = hintsThrough(testStack().redisUrl);
  let runs = 0;
  const give = hints.take(
    workOf(async () => {
      runs += 1;
      if (runs > 1) return;
      give(['k']);
      give(['k']);
      await until(() => (outcomes.given ?? 0) > 1);
    }),
  );
  await hints.start();
  give(['k']);
  await until(() => runs === 2);
  await until(() => outcomes.done === 2);
});

it.each([
  ['oldest', ['a', 'b', 'c']],
  ['newest', ['a', 'c', 'b']],
] as const)('takes the %s of the keys that wait first', async (first, expected) => {
  const { hints, outcomes } = hintsThrough(testStack().redisUrl);
  const done: string[] = [];
  const free = Promise.withResolvers<void>();
  const work = async (key: string) => {
    if (key === 'a') await free.promise;
    done.push(key);
  };
  const give = hints.take({ name: 'order', concurrency: 1, gatherMs: 0, first, work });
  await hints.start();
  for (const [given, key] of ['a', 'b', 'c'].entries()) {
    give([key]);
    await until(() => outcomes.given === given + 1);
  }
  free.resolve();
  await until(() => outcomes.done === 3);
  expect(done).toEqual(expected);
});

it('tells of work that fails, does not repeat it, and takes the next hint of the same key', async () => {
  const { hints, outcomes } = hintsThrough(testStack().redisUrl);
  let runs = 0;
  const give = hints.take(
    workOf(async () => {
      runs += 1;
      if (runs === 1) throw new Error('not this time');
    }),
  );
  await hints.start();
  give(['k']);
  await until(() => outcomes.failed === 1);
  give(['k']);
  await until(() => outcomes.done === 1);
  expect(runs).toBe(2);
});

it('leaves a hint to another process when its own is stopped before', async () => {
  const { hints: first, outcomes: ofFirst, keyPrefix } = hintsThrough(testStack().redisUrl);
  const give = first.take(workOf(async () => undefined, 2_000));
  await first.start();
  give(['k']);
  await until(() => ofFirst.given === 1);
  await first.stop();

  const { hints: second, outcomes: ofSecond } = hintsThrough(testStack().redisUrl, keyPrefix);
  second.take(workOf(async () => undefined));
  await second.start();
  await until(() => ofSecond.done === 1);
  expect(ofFirst.done).toBeUndefined();
});

it('gives and stops at once while Redis is away, and works again when it is back', async () => {
  const { proxy, url } = await proxied();
  proxy.cut();
  const { hints, outcomes } = hintsThrough(url);
  const give = hints.take(workOf(async () => undefined));
  await hints.start();
  const began = performance.now();
  give(Array.from({ length: 20_000 }, (_, n) => `k${n}`));
  expect(performance.now() - began).toBeLessThan(500);
  expect(outcomes.lost).toBe(10_000);
  proxy.heal();
  await until(() => outcomes.given === 10_000);

  proxy.cut();
  give(['later']);
  await until(() => outcomes.lost === 10_001);
  const stops = performance.now();
  await hints.stop();
  expect(performance.now() - stops).toBeLessThan(2_000);
}, 60_000);

it('gives hints up after a while when Redis takes them and does not answer', async () => {
  const { proxy, url } = await proxied();
  const { hints, outcomes } = hintsThrough(url);
  const give = hints.take(workOf(async () => undefined));
  await hints.start();
  give(['first']);
  await until(() => outcomes.done === 1);
  proxy.hang();
  give(['k']);
  await until(() => outcomes.lost === 1);
  proxy.heal();
  await until(() => {
    give(['again']);
    return (outcomes.done ?? 0) > 1;
  });
});
