import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { PARTITION_STATES, type StoredPartitionState } from '@fundlens/read-models/partition-state';
import { REBUILD_ID, REBUILDS, type RebuildRun } from '@fundlens/read-models/rebuild-run';
import { activeVersions } from '@fundlens/read-models/store';
import type { Db } from 'mongodb';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { DeadLetterCount, StatusSources } from './status.ts';

/** What the status reads of MongoDB beside checkpoints and backlogs. */
export function createStatusStore(
  db: Db,
  { maxTimeMs: maxTimeMS }: { readonly maxTimeMs: number },
): Pick<StatusSources, 'deadLetters' | 'activeVersions' | 'partitionStates' | 'rebuild'> {
  const deadLetters = db.collection<DeadLetter>(DEAD_LETTERS);
  return {
    activeVersions: () => mapMongoErrors(() => activeVersions(db)),
    rebuild: () =>
      mapMongoErrors(() => db.collection<RebuildRun>(REBUILDS).findOne({ _id: REBUILD_ID }, { maxTimeMS })),
    partitionStates: () =>
      mapMongoErrors(() => db.collection<StoredPartitionState>(PARTITION_STATES).find({}, { maxTimeMS }).toArray()),
    deadLetters: {
      async counts() {
        const pipeline = [
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
        mapMongoErrors(() => deadLetters.countDocuments({ status: 'open', blocks: { $exists: true } }, { maxTimeMS })),

      unreadableAccess: () =>
        mapMongoErrors(() =>
          deadLetters
            .find(
              { status: 'open', stream: 'access', entity: null },
              { projection: { _id: 0, topic: 1, partition: 1, offset: 1 }, maxTimeMS },
            )
            .toArray(),
        ),
    },
  };
}
