import { DEAD_LETTERS, type DeadLetter, openIn } from '@fundlens/read-models/dead-letter';
import { FIRST_GENERATION } from '@fundlens/read-models/generation';
import { readPointer } from '@fundlens/read-models/store';
import { PARTITION_STATES, type StoredPartitionState } from '@fundlens/read-models/partition-state';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Backlog } from '@fundlens/runtime/sweeper';
import type { Db } from 'mongodb';
import { createStaleDocuments } from '../writer/stale-documents-store.ts';
import { createCheckpointStore } from '../writer/checkpoint-store.ts';
import type { DeadLetterCount, GenerationSources, StatusSources } from './status.ts';

type StatusSourcesOptions = Pick<StatusSources, 'topics' | 'logs'> & {
  readonly db: Db;
  readonly maxTimeMs: number;
  readonly windowStoreOf: (generation: number) => { backlog(): Promise<Backlog> };
};

/** No projector has ever started. */
const NOT_SET_UP = { active: FIRST_GENERATION, generations: [] };

/** What the status is read from: the same for the operator's command and the projector's page. */
export function createStatusSources(options: StatusSourcesOptions): StatusSources {
  const { db, maxTimeMs, topics, logs, windowStoreOf } = options;
  return {
    topics,
    logs,
    generations: async () => (await mapMongoErrors(() => readPointer(db))) ?? NOT_SET_UP,
    of: (generation) => ({
      ...storedIn(generation, db, maxTimeMs),
      checkpoints: createCheckpointStore(db, { maxTimeMs, generation: () => generation }),
      dashboards: () => windowStoreOf(generation).backlog(),
      staleViews: () => createStaleDocuments(db, { maxTimeMs }).count(generation),
    }),
  };
}

function storedIn(
  generation: number,
  db: Db,
  maxTimeMS: number,
): Pick<GenerationSources, 'deadLetters' | 'partitionStates'> {
  const deadLetters = db.collection<DeadLetter>(DEAD_LETTERS);
  const open = openIn(generation);
  return {
    partitionStates: () =>
      mapMongoErrors(() =>
        db.collection<StoredPartitionState>(PARTITION_STATES).find({ generation }, { maxTimeMS }).toArray(),
      ),
    deadLetters: {
      async counts() {
        const pipeline = [
          // Open elsewhere, and replayed or never invalid here.
          { $match: { $nor: [{ status: 'open', generations: { $ne: generation } }] } },
          { $group: { _id: { status: '$status', reason: '$reason' }, count: { $sum: 1 } } },
          { $sort: { '_id.status': 1, count: -1, '_id.reason': 1 } },
        ];
        const found = await mapMongoErrors(() =>
          deadLetters
            .aggregate<{ _id: Pick<DeadLetterCount, 'status' | 'reason'>; count: number }>(pipeline, { maxTimeMS })
            .toArray(),
        );
        return found.map(({ _id, count }) => ({ ..._id, count }));
      },

      blocking: () =>
        mapMongoErrors(() => deadLetters.countDocuments({ ...open, blocks: { $exists: true } }, { maxTimeMS })),

      unreadableAccess: () =>
        mapMongoErrors(() =>
          deadLetters
            .find(
              { ...open, stream: 'access', entity: null },
              { projection: { _id: 0, topic: 1, partition: 1, offset: 1 }, maxTimeMS },
            )
            .toArray(),
        ),
    },
  };
}
