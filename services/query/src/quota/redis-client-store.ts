import type { RedisOptions } from 'ioredis';

/** The counters stand before every request: a Redis that is away must be noticed at once and not be waited for. */
export function redisOptions() {
  return {
    lazyConnect: true,
    // With the defaults commands wait for a connection for ever.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    // Generous: a command that times out is counted here as well, although Redis may have counted it.
    commandTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
    enableAutoPipelining: false,
  } satisfies RedisOptions;
}
