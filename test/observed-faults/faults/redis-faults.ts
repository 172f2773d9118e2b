import { Redis } from 'ioredis';
import type { FaultSite, Heal, ObservedFault } from '../fault.ts';

const PASSWORD = 'a password that the services do not have';

export const redisFaults: readonly ObservedFault[] = [
  {
    name: 'redis-wrong-password',
    what: 'the password of Redis changes and that of the services does not',
    metric: 'fundlens_query_redis_available == 0',
    alerts: ['FundlensServerAway'],
    healedBy: 'the password is the old one again',
    inject: wrongPassword,
  },
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
