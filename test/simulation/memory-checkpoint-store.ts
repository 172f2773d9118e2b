import type { CheckpointStore } from '@fundlens/projector/writer/checkpoint-store';
import { ACCESS_HEARTBEAT, ACCESS_HEARTBEAT_ID, type AccessHeartbeat } from '@fundlens/read-models/access-heartbeat';
import { CHECKPOINTS, type Checkpoint, checkpointId } from '@fundlens/read-models/checkpoint';
import type { Database } from './memory-database.ts';
import type { ServerCalls } from './server-calls.ts';

/** The checkpoint store over memory: each field moves forward only, also when a write of an earlier time comes late. */
export function createMemoryCheckpointStore(database: Database, calls: ServerCalls): CheckpointStore {
  return {
    load: (topics) =>
      calls.read('load checkpoints', () =>
        [...database.ofMajority<Checkpoint>(CHECKPOINTS).values()].filter(({ topic }) => topics.includes(topic)),
      ),

    async advance(advances) {
      const operations = advances.flatMap(({ models, topic, partition, nextOffset, asOf }) =>
        models.map((model) => () => {
          const _id = checkpointId({ model, topic, partition });
          const present = database.onPrimary<Checkpoint>(CHECKPOINTS, _id);
          database.put(CHECKPOINTS, _id, {
            _id,
            model,
            topic,
            partition,
            nextOffset: Math.max(nextOffset, present?.nextOffset ?? nextOffset),
            asOf: Math.max(asOf, present?.asOf ?? asOf),
          });
        }),
      );
      if (operations.length > 0) await calls.write('advance checkpoints', operations);
    },

    async beat(asOf) {
      const operation = () => {
        const present = database.onPrimary<AccessHeartbeat>(ACCESS_HEARTBEAT, ACCESS_HEARTBEAT_ID);
        const latest = Math.max(asOf, present?.asOf ?? asOf);
        database.put(ACCESS_HEARTBEAT, ACCESS_HEARTBEAT_ID, { _id: ACCESS_HEARTBEAT_ID, asOf: latest });
      };
      await calls.write('beat', [operation]);
    },
  };
}
