import { Redis } from 'ioredis';
import type { Heal } from '../strike.ts';
import type { Fault, FaultSite } from './fault.ts';

const ACL = ['ACL', 'SETUSER', 'default'] as const;
const PASSWORD = 'a password that the services do not have';

export const redisFaults: readonly Fault[] = [
  {
    name: 'redis-wrong-password',
    what: 'the password of Redis changes and that of the services does not',
    metric: 'fundlens_query_redis_available == 0',
    alerts: ['FundlensServerAway'],
    healedBy: 'the password is the old one again',
    inject: wrongPassword,
  },
  ...[
    refusing('redis-out-of-memory', 'OOM', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']),
    refusing('redis-command-refused', 'NOPERM', [...ACL, '-evalsha'], [...ACL, '+@all']),
    refusing('redis-demoted', 'READONLY', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']),
  ],
  {
    name: 'redis-emptied',
    what: 'FLUSHALL',
    metric: 'increase(fundlens_query_redis_counters_lost_total[5s]) > 0',
    alerts: [],
    healedBy: 'by itself: counts of the day come back from MongoDB, sweeps find the jobs',
    inject: async (site) => {
      await withRedis(site.system.stack.redisUrl, (redis) => redis.flushall());
      return async () => undefined;
    },
  },
];

type Command = readonly [name: string, ...rest: string[]];

/** A Redis that answers with errors counts as away, and the reason is said. */
function refusing(name: string, reason: string, trouble: Command, cure: Command): Fault {
  return {
    ...{ name, what: trouble.join(' '), healedBy: cure.join(' '), alerts: ['FundlensServerAway'] },
    metric: `fundlens_query_redis_available{reason="${reason}"} == 0`,
    async inject({ system }) {
      await withRedis(system.stack.redisUrl, (redis) => redis.call(...trouble));
      return () =>
        withRedis(system.stack.redisUrl, async (redis) => {
          await redis.call(...cure);
        });
    },
  };
}

async function wrongPassword({ system }: FaultSite): Promise<Heal> {
  const { redisUrl } = system.stack;
  await withRedis(redisUrl, async (redis) => {
    await redis.config('SET', 'requirepass', PASSWORD);
    // Connections that are authenticated stay so: those of the services are ended.
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  });
  return () =>
    withRedis(
      redisUrl,
      async (redis) => {
        await redis.config('SET', 'requirepass', '');
      },
      PASSWORD,
    );
}

async function withRedis(url: string, use: (redis: Redis) => Promise<unknown>, password?: string): Promise<void> {
  const redis = new Redis(url, password === undefined ? {} : { password });
  try {
    await use(redis);
  } finally {
    redis.disconnect();
  }
}
