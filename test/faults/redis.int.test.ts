import { counted } from '@fundlens/projector/testing/projector-fixture';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { faultTests, TIMEOUT_MS } from './fault-tests.ts';
import { changes, until } from './fault-world.ts';

const test = faultTests('redis');

it(
  'Redis down: dashboards are counted all the same, without an operator',
  async () => {
    const { world, servers } = test;
    const projector = await world.start();
    await world.publish(changes(100));
    await servers.kill();
    await world.publish(changes(300, 100));
    expect(await world.wrong()).toEqual([]);
    await until(async () => !(await projector.health()).degraded);
    await servers.start();
  },
  TIMEOUT_MS,
);

it(
  'Redis replaced by one that was never used: dashboards are counted, and its wake-ups are taken',
  async () => {
    const { world, servers } = test;
    const projector = await world.start();
    await world.publish(changes(100));
    expect(await world.wrong()).toEqual([]);
    await servers.stop();
    servers.empty();
    await servers.start();
    const wokenUp = () => counted(projector, 'wake_ups_total{work="dashboards",outcome="done"}');
    const before = await wokenUp();
    for (let from = 100; (await wokenUp()) === before; from += 20) {
      await world.publish(changes(20, from));
      expect(await world.wrong()).toEqual([]);
    }
  },
  TIMEOUT_MS,
);

it(
  'Redis emptied: dashboards are counted all the same',
  async () => {
    const { world } = test;
    const redis = new Redis(world.environment.REDIS_URL ?? '');
    test.after(() => redis.disconnect());
    await world.start();
    for (let from = 0; from < 1_000; from += 100) {
      await world.publish(changes(100, from));
      await redis.flushall();
    }
    expect(await world.wrong()).toEqual([]);
  },
  TIMEOUT_MS,
);
