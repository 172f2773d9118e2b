import { openOwnServerContext } from '@fundlens/local/own-server-context';
import { choosePorts } from '@fundlens/local/ports';
import { startRedis } from '@fundlens/local/servers/redis';
import type { HealthReport } from '@fundlens/runtime/admin-server';
import { proxiedUrl, serverOf } from '@fundlens/testing/proxied-url';
import { startTcpProxy } from '@fundlens/testing/tcp-proxy';
import { Redis } from 'ioredis';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { installedRedis } from '../../../../infra/local/src/machine.mjs';
import { type QueryHarness, queryHarness, type RunningQuery } from '../testing/query-harness.ts';
import { testStack } from '@fundlens/projection/testing/stack';

type Command = readonly [name: string, ...rest: string[]];
const ACL = ['ACL', 'SETUSER', 'default'] as const;

/** Of this file: what it does to a Redis would strike every other test. */
const { context, close } = openOwnServerContext('redis-errors');
const { redis: port } = await choosePorts({ names: ['redis'] as const });
const server = await startRedis(context, { port, installed: installedRedis() });
const url = `redis://127.0.0.1:${port}`;
const redis = new Redis(url);
afterAll(async () => {
  redis.disconnect();
  await server.stop();
  await close();
});

let harness: QueryHarness;
let token: string;
beforeEach(async () => {
  harness = await queryHarness();
  await harness.fixtures.company('acme');
  await harness.fixtures.location('l', 'acme');
  token = await harness.fixtures.credential({ reach: 'location', companyId: 'acme', pinnedLocationId: 'l' });
});

const spentIn = async (counting: Redis) =>
  Number(await counting.hget(`${harness.environment.REDIS_KEY_PREFIX}{company:acme}:day`, 'spent'));
const health = async (query: RunningQuery) => JSON.parse((await query.admin('/readyz')).text) as HealthReport;
const redisCheck = async (query: RunningQuery) => (await health(query)).checks.redis;
const metric = async (query: RunningQuery, name: string) =>
  (await query.admin('/metrics')).text.split('\n').filter((line) => line.startsWith(`fundlens_query_${name}`));

/** Status and Retry-After of requests that are sent together. */
async function answers(query: RunningQuery, requests: number): Promise<Set<string>> {
  const all = await Promise.all(Array.from({ length: requests }, () => query.get('/contacts', { token })));
  return new Set(all.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`));
}

it.each<[what: string, reason: string, trouble: Command, cure: Command]>([
  ['whose memory is full', 'OOM', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
  ['that refuses a command', 'NOPERM', [...ACL, '-evalsha'], [...ACL, '+@all']],
  ['that refuses a command of the script', 'NOPERM', [...ACL, '-hincrby'], [...ACL, '+@all']],
  ['that is a replica now', 'READONLY', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
])('a Redis %s counts as away, and says why: %s', async (_, reason, trouble, cure) => {
  const open = await harness.start({ REDIS_URL: url });
  const closed = await harness.start({ REDIS_URL: url, RATE_LIMIT_FAIL_MODE: 'closed' });
  for (const query of [open, closed]) expect(await answers(query, 3)).toEqual(new Set(['200 null']));
  expect(await metric(open, 'redis_available')).toEqual(['fundlens_query_redis_available 1']);
  try {
    await redis.call(...trouble);
    for (let round = 0; round < 2; round += 1) {
      expect(await answers(open, 4)).toEqual(new Set(['200 null']));
      expect(await answers(closed, 4)).toEqual(new Set(['500 2']));
      await expect.poll(() => redisCheck(open)).toBe(`away (${reason}): limits are counted here`);
      await expect.poll(() => redisCheck(closed)).toBe(`away (${reason})`);
    }
    for (const query of [open, closed]) {
      expect((await health(query)).degraded).toBe(true);
      const said = [`fundlens_query_redis_available{reason="${reason}"} 0`];
      await expect.poll(() => metric(query, 'redis_available')).toEqual(said);
    }
    const counted = async (query: RunningQuery) => await metric(query, 'limits_without_redis_total');
    expect(await counted(open)).toEqual(['fundlens_query_limits_without_redis_total 8']);
    expect(await counted(closed)).toEqual(['fundlens_query_limits_without_redis_total 0']);
    expect(harness.logLines.filter((line) => line.includes(`"reason":"${reason}"`))).toHaveLength(2);
  } finally {
    await redis.call(...cure);
  }
  for (const query of [open, closed]) {
    await expect.poll(() => redisCheck(query), { timeout: 10_000 }).toBe('ok');
    expect(await answers(query, 1)).toEqual(new Set(['200 null']));
  }
  // What the open one knew and has counted alone, which is more than Redis had, and the last two requests.
  expect(await spentIn(redis)).toBe(3 + 8 + 2);
});

it('a primary that was demoted is left for the one that the address leads to now', async () => {
  const { redisUrl } = testStack();
  const promoted = new Redis(redisUrl);
  const leadsTo = { ...serverOf(url) };
  const address = await startTcpProxy(leadsTo);
  try {
    const query = await harness.start({ REDIS_URL: proxiedUrl(url, address.port) });
    expect(await answers(query, 3)).toEqual(new Set(['200 null']));

    Object.assign(leadsTo, serverOf(redisUrl));
    await redis.replicaof('127.0.0.1', 1);

    expect(await answers(query, 3)).toEqual(new Set(['200 null']));
    let asked = 6;
    const hasAll = async () => {
      expect(await answers(query, 1)).toEqual(new Set(['200 null']));
      asked += 1;
      return (await spentIn(promoted)) === asked;
    };
    await expect.poll(hasAll, { timeout: 10_000 }).toBe(true);
    expect(await redisCheck(query)).toBe('ok');
  } finally {
    await redis.replicaof('NO', 'ONE');
    promoted.disconnect();
    await address.stop();
  }
});
