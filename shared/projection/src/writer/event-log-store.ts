import { EVENT_LOGS, type EventLog } from '@fundlens/read-models/event-log';
import type { Db } from 'mongodb';
import { againAfterRace, mapMongoErrors } from '@fundlens/runtime/mongodb-errors';

/** Stores where a stream is read from now. */
export type StoreEventLog = (log: EventLog) => Promise<void>;

/** `db` must write with majority concern: see composition-root. */
export function createEventLogStore(db: Db): StoreEventLog {
  const logs = db.collection<EventLog>(EVENT_LOGS);
  return async ({ _id, topic, partitions }) => {
    const update = { $set: { topic, partitions } };
    await mapMongoErrors(() => againAfterRace(() => logs.updateOne({ _id }, update, { upsert: true })));
  };
}
