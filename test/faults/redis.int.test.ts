import { createServer, connect, type Socket } from 'node:net';
import { counted } from '@fundlens/projector/testing/projector-fixture';
import { queryHarness, type RunningQuery } from '@fundlens/query/testing/query-harness';
import type { HealthReport } from '@fundlens/runtime/admin-server';
import { proxiedUrl, serverOf } from '@fundlens/testing/proxied-url';
import { Redis } from 'ioredis';
import { describe, expect, inject, it } from 'vitest';
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

type Command = readonly [name: string, ...rest: string[]];
const ACL = ['ACL', 'SETUSER', 'default'] as const;

describe('limits of requests', () => {
  /** A company with a token, and a Redis that belongs to this file. */
  async function limited(cure: Command) {
    const { redisUrl } = test.servers.addresses();
    const [harness, redis] = [await queryHarness(), new Redis(redisUrl)];
    test.after(async () => {
      await redis.call(...cure);
      await harness.close();
      redis.disconnect();
    });
    await harness.fixtures.company('acme');
    await harness.fixtures.location('l', 'acme');
    const token = await harness.fixtures.credential({ reach: 'location', companyId: 'acme', pinnedLocationId: 'l' });
    const spentIn = (server: Redis) => async () =>
      Number(await server.hget(`${harness.environment.REDIS_KEY_PREFIX}{company:acme}:day`, 'spent'));
    return { harness, redis, redisUrl, token, spentIn };
  }

  const admin = async (query: RunningQuery, path: string) =>
    await (await fetch(`http://127.0.0.1:${query.adminPort()}${path}`)).text();
  const health = async (query: RunningQuery) => JSON.parse(await admin(query, '/readyz')) as HealthReport;
  const metric = async (query: RunningQuery, name: string) =>
    (await admin(query, '/metrics')).split('\n').filter((line) => line.startsWith(`fundlens_query_${name}`));

  async function statuses(query: RunningQuery, token: string, requests: number): Promise<Set<string>> {
    const answers = await Promise.all(Array.from({ length: requests }, () => query.get('/contacts', { token })));
    return new Set(answers.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`));
  }

  it.each<[what: string, reason: string, trouble: Command, cure: Command]>([
    ['whose memory is full', 'OOM', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['that refuses a command', 'NOPERM', [...ACL, '-evalsha'], [...ACL, '+@all']],
    ['that refuses a command of the script', 'NOPERM', [...ACL, '-hincrby'], [...ACL, '+@all']],
    ['that is a replica now', 'READONLY', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
  ])(
    'a Redis %s counts as away, and says why: %s',
    async (_, reason, trouble, cure) => {
      const { harness, redis, redisUrl, token, spentIn } = await limited(cure);
      const open = await harness.start({ REDIS_URL: redisUrl });
      const closed = await harness.start({ REDIS_URL: redisUrl, RATE_LIMIT_FAIL_MODE: 'closed' });
      for (const query of [open, closed]) expect(await statuses(query, token, 3)).toEqual(new Set(['200 null']));
      expect(await metric(open, 'redis_available')).toEqual(['fundlens_query_redis_available 1']);

      await redis.call(...trouble);

      for (let round = 0; round < 4; round += 1) {
        expect(await statuses(open, token, 4)).toEqual(new Set(['200 null']));
        expect(await statuses(closed, token, 4)).toEqual(new Set(['500 2']));
        await until(async () => (await health(open)).checks.redis === `away (${reason}): limits are counted here`);
        await until(async () => (await health(closed)).checks.redis === `away (${reason})`);
        // The spending is offered to Redis again and again meanwhile.
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      for (const query of [open, closed]) {
        expect((await health(query)).degraded).toBe(true);
        const said = `fundlens_query_redis_available{reason="${reason}"} 0`;
        await until(async () => (await metric(query, 'redis_available')).join() === said);
      }
      expect(await metric(open, 'limits_without_redis_total')).toEqual([
        'fundlens_query_limits_without_redis_total 16',
      ]);
      expect(await metric(closed, 'limits_without_redis_total')).toEqual([
        'fundlens_query_limits_without_redis_total 0',
      ]);
      const told = harness.logLines.filter((line) => line.includes(`"reason":"${reason}"`));
      expect(told).toHaveLength(2);

      await redis.call(...cure);

      for (const query of [open, closed]) await until(async () => (await health(query)).checks.redis === 'ok');
      for (const query of [open, closed]) expect(await statuses(query, token, 1)).toEqual(new Set(['200 null']));
      await until(async () => (await spentIn(redis)()) === 3 + 3 + 16 + 2);
      expect(await metric(closed, 'redis_available')).toEqual(['fundlens_query_redis_available 1']);
    },
    TIMEOUT_MS,
  );

  it(
    'a primary that was demoted is left for the one that the address leads to now',
    async () => {
      const { harness, redis, redisUrl, token, spentIn } = await limited(['REPLICAOF', 'NO', 'ONE']);
      const promoted = new Redis(inject('stack').redisUrl);
      let target = serverOf(redisUrl);
      const sockets = new Set<Socket>();
      const address = createServer((client) => {
        const server = connect(target);
        for (const socket of [client, server]) {
          sockets.add(socket);
          socket.on('error', () => socket.destroy());
        }
        client.pipe(server).pipe(client);
      });
      const port = await new Promise<number>((resolve) => {
        address.listen(0, '127.0.0.1', () => resolve(Number(Object(address.address()).port)));
      });
      test.after(() => {
        promoted.disconnect();
        for (const socket of sockets) socket.destroy();
        address.close();
      });
      const query = await harness.start({ REDIS_URL: proxiedUrl(redisUrl, port) });
      expect(await statuses(query, token, 3)).toEqual(new Set(['200 null']));

      target = serverOf(inject('stack').redisUrl);
      await redis.replicaof('127.0.0.1', 1);

      expect(await statuses(query, token, 3)).toEqual(new Set(['200 null']));
      await until(async () => (await spentIn(promoted)()) === 6);
      expect((await health(query)).checks.redis).toBe('ok');
    },
    TIMEOUT_MS,
  );
});
