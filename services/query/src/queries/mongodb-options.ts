import type { MongoClientOptions } from 'mongodb';

/** What a read may take in MongoDB; longer means that the server is in trouble. */
export const MAX_TIME_MS = {
  /** A few hundred small documents at most, from memory. */
  freshness: 1_000,
  /** Look-ups by indexed keys, which every request waits for. */
  access: 2_000,
  /** A report may have 12 MiB. */
  documents: 5_000,
} as const;

/**
 * Short limits per operation: a client waits for each. The deadline bounds the whole request. The driver's own `timeoutMS`
 * is not used: some servers ignore it.
 */
export const MONGODB_OPTIONS: MongoClientOptions = {
  appName: 'fundlens-query',
  minPoolSize: 1,
  maxConnecting: 4,
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 2_000,
  // In a burst, an operation may wait for a connection nearly as long as the request deadline.
  waitQueueTimeoutMS: 7_000,
  // Above every maxTimeMS, so that the server's own limit applies first.
  socketTimeoutMS: 6_000,
  retryReads: true,
  // Overrides the connection string: a lagging secondary would show less than its checkpoints claim.
  readPreference: 'primary',
  // An undefined filter would silently vanish, and with it the tenant.
  ignoreUndefined: false,
};
