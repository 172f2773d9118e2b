import type { MongoClientOptions } from 'mongodb';

/** A database operation may take this long; it stays below the usual session time of the consumer groups. */
export const MONGO_OPERATION_MS = 10_000;

/** Every promise of this package about durability rests on the two concerns. */
export const MONGO_OPTIONS: MongoClientOptions = {
  appName: 'fundlens-projector',
  // What is read must be there for good: a change that is found in place is not written again.
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: MONGO_OPERATION_MS },
  readPreference: 'primary',
  maxPoolSize: 16,
  serverSelectionTimeoutMS: 5_000,
  connectTimeoutMS: 5_000,
  waitQueueTimeoutMS: 5_000,
  socketTimeoutMS: MONGO_OPERATION_MS + 2_000,
};
