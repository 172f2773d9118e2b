import { contacts } from '@fundlens/read-models/contacts/contacts';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { PARTITION_STATES, type StoredPartitionState } from '@fundlens/read-models/partition-state';
import { REBUILD_ID, REBUILDS, type RebuildRun } from '@fundlens/read-models/rebuild-run';
import { activeVersions } from '@fundlens/read-models/store';
import type { Db } from 'mongodb';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Backlog } from '@fundlens/runtime/sweeper';
import type { VersionStore } from '../versions/version-store.ts';
import type { DeadLetterCount, StatusSources } from './status.ts';

type StatusSourcesOptions = Pick<StatusSources, 'topics' | 'logs' | 'checkpoints'> & {
  readonly db: Db;
  readonly maxTimeMs: number;
  readonly versions: Pick<VersionStore, 'load'>;
  readonly windowStoreOf: (version: number) => { backlog(): Promise<Backlog> };
};

/** What the status is read from: the same for the operator's command and the projector's page. */
export function createStatusSources(options: StatusSourcesOptions): StatusSources {
  const { db, maxTimeMs, topics, logs, checkpoints, versions, windowStoreOf } = options;
  return {
    ...storedStatus(db, { maxTimeMs }),
    topics,
    logs,
    checkpoints,
    async dashboards() {
      const served = (await versions.load()).get(contacts.name)?.active ?? contacts.version;
      return await windowStoreOf(served).backlog();
    },
  };
}

function storedStatus(
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
