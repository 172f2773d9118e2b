import type { Advance, CheckpointStore } from '@fundlens/projection/writer/checkpoint-store';
import { ACCESS_HEARTBEAT, type AccessHeartbeat } from '@fundlens/read-models/access-heartbeat';
import { AS_OF_AHEAD_MS, CHECKPOINTS, type Checkpoint, checkpointId } from '@fundlens/read-models/checkpoint';
import { RetryableError } from '@fundlens/runtime/errors';
import type { Database } from './memory-database.ts';
import type { ServerCalls } from './server-calls.ts';

/** Simulated projectors write one generation. */
const GENERATION = 1;

/**
 * The checkpoint store over memory: each field moves forward only, also when a write of an earlier time comes late.
 * `now`: the server's clock.
 */
export function createMemoryCheckpointStore(
  database: Database,
  calls: ServerCalls,
  now: () => number,
): CheckpointStore {
  const believable = (asOf: number, present: number) =>
    present > now() + AS_OF_AHEAD_MS ? asOf : Math.max(asOf, present);
  const gap = () => new RetryableError('checkpoint_gap', 'The database was restored.');

  async function advance(advances: readonly Advance[]): Promise<void> {
    let gaps = 0;
    const operations = advances.map(({ checkpoint, nextOffset, asOf, ...at }) => () => {
      const key = { generation: GENERATION, ...at };
      const _id = checkpointId(key);
      const present = database.onPrimary<Checkpoint>(CHECKPOINTS, _id);
      if (checkpoint !== null && (present === undefined || present.nextOffset < checkpoint)) {
        gaps += 1;
        return;
      }
      database.put(CHECKPOINTS, _id, {
        ...{ ...present, _id, ...key },
        nextOffset: Math.max(nextOffset, present?.nextOffset ?? nextOffset),
        asOf: Math.max(asOf, present?.asOf ?? asOf),
      });
    });
    if (operations.length > 0) await calls.write('advance checkpoints', operations);
    if (gaps > 0) throw gap();
  }

  return {
    load: (topics) =>
      calls.read('load checkpoints', () =>
        [...database.ofMajority<Checkpoint>(CHECKPOINTS).values()].filter(({ topic }) => topics.includes(topic)),
      ),

    advance,

    async affirm(ends, asOf) {
      await advance(
        ends.filter(({ checkpoint, nextOffset }) => checkpoint !== nextOffset).map((end) => ({ ...end, asOf })),
      );
      let matched = 0;
      const operations = ends.map(({ nextOffset, topic, partition }) => () => {
        const _id = checkpointId({ generation: GENERATION, topic, partition });
        const present = database.onPrimary<Checkpoint>(CHECKPOINTS, _id);
        if (present === undefined || present.nextOffset < nextOffset) return;
        matched += 1;
        database.put(CHECKPOINTS, _id, {
          ...present,
          asOf: believable(asOf, present.asOf),
          endAsOf: believable(asOf, present.endAsOf ?? asOf),
        });
      });
      if (operations.length > 0) await calls.write('affirm checkpoints', operations);
      if (matched < ends.length) throw gap();
    },

    async beat(asOf) {
      const operation = () => {
        const present = database.onPrimary<AccessHeartbeat>(ACCESS_HEARTBEAT, String(GENERATION));
        const latest = believable(asOf, present?.asOf ?? asOf);
        database.put(ACCESS_HEARTBEAT, String(GENERATION), { _id: GENERATION, asOf: latest });
      };
      await calls.write('beat', [operation]);
    },
  };
}
