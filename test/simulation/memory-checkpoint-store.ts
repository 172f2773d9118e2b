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
  const later = (asOf: number, present: number) => Math.max(asOf, present);
  const believable = (asOf: number, present: number) =>
    present > now() + AS_OF_AHEAD_MS ? asOf : later(asOf, present);

  /** @param isEnd the logs ended at `asOf` where the advances say. */
  async function put(
    advances: readonly Advance[],
    latest: (asOf: number, present: number) => number,
    isEnd: boolean,
  ): Promise<number> {
    let gaps = 0;
    const operations = advances.map(({ topic, partition, checkpoint, nextOffset, asOf }) => () => {
      const key = { generation: GENERATION, topic, partition };
      const _id = checkpointId(key);
      const present = database.onPrimary<Checkpoint>(CHECKPOINTS, _id);
      if (checkpoint !== null && (present === undefined || present.nextOffset < checkpoint)) {
        gaps += 1;
        return;
      }
      database.put(CHECKPOINTS, _id, {
        _id,
        ...key,
        nextOffset: Math.max(nextOffset, present?.nextOffset ?? nextOffset),
        asOf: latest(asOf, present?.asOf ?? asOf),
        ...(present?.endAsOf !== undefined && { endAsOf: present.endAsOf }),
        ...(isEnd && { endAsOf: latest(asOf, present?.endAsOf ?? asOf) }),
      });
    });
    if (operations.length > 0) await calls.write('advance checkpoints', operations);
    return gaps;
  }

  return {
    now: () => calls.read('time', now),
    load: (topics) =>
      calls.read('load checkpoints', () =>
        [...database.ofMajority<Checkpoint>(CHECKPOINTS).values()].filter(({ topic }) => topics.includes(topic)),
      ),

    async advance(advances) {
      if ((await put(advances, later, false)) > 0)
        throw new RetryableError('checkpoint_gap', 'The database was restored.');
    },
    affirm: (advances) => put(advances, believable, true),

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
