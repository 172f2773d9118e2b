import type { MongoClientOptions } from 'mongodb';

/**
 * Short limits: a client waits behind every one of them. They hold for one operation; the request deadline holds for all
 * of a request. The driver's own `timeoutMS` is not used, it has no effect on every server.
 */
export function mongodbOptions({ poolSize }: { poolSize: number }): MongoClientOptions {
  return {
    appName: 'fundlens-query',
    maxPoolSize: poolSize,
    minPoolSize: 1,
    maxConnecting: 4,
    serverSelectionTimeoutMS: 2_000,
    connectTimeoutMS: 2_000,
    // A burst may wait for its turn for nearly as long as a request may take at all.
    waitQueueTimeoutMS: 7_000,
    // Above every maxTimeMS, so that the server's own limit speaks first where it is kept.
    socketTimeoutMS: 6_000,
    retryReads: true,
    // Whatever the connection string says: a copy that lags would show less than its checkpoints claim.
    readPreference: 'primary',
    // A filter that is undefined would silently vanish, and with it the tenant.
    ignoreUndefined: false,
  };
}
