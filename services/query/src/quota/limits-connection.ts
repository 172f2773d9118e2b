import type { RedisBehaviour } from '@fundlens/redis-client/redis-client';

/** Every request counts first, so the client must notice at once that Redis is away, and not wait for it. */
export const limitsBehaviour: RedisBehaviour = {
  lazyConnect: true,
  // By default, commands wait for a connection for ever.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 2_000,
  // Generous: a command that times out is counted here as well, although Redis may have counted it.
  commandTimeout: 2_000,
  retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
};
