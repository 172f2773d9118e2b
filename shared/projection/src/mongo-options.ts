/** A database operation may take this long; it stays below the default session timeout of the consumer groups. */
export const MONGO_OPERATION_MS = 10_000;

/** The durability guarantees of this package depend on the two concerns: by these names they outrank the connection string. */
export const MONGO_OPTIONS = {
  appName: 'fundlens-projector',
  // A change that is found stored is not written again, so reads must not be rolled back.
  readConcernLevel: 'majority',
  w: 'majority',
  journal: true,
  wtimeoutMS: MONGO_OPERATION_MS,
  readPreference: 'primary',
  maxPoolSize: 16,
  serverSelectionTimeoutMS: 5_000,
  connectTimeoutMS: 5_000,
  waitQueueTimeoutMS: 5_000,
  socketTimeoutMS: MONGO_OPERATION_MS + 2_000,
} as const;
