import { DEAD_LETTERS, type DeadLetter, openIn } from '@fundlens/read-models/dead-letter';
import type { Stream } from '@fundlens/read-models/definition';
import { FIRST_GENERATION } from '@fundlens/read-models/generation';
import { PARTITION_STATES, type StoredPartitionStates } from '@fundlens/read-models/partition-state';
import { readPointer } from '@fundlens/read-models/store';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Backlog } from '@fundlens/read-models/dashboards/dashboard-window';
import type { Db } from 'mongodb';
import { createDeadLetters } from '../dead-letters/dead-letter-store.ts';
import type { createErasureStore } from '../erasures/erasure-store.ts';
import type { Logs } from '../log/source.ts';
import { createCheckpointStore, mongodbTime } from '../writer/checkpoint-store.ts';
import { countStale } from '../writer/stale-documents-store.ts';
import { type PartitionFigures, type PartitionState, partitionsOf, type Status } from './status.ts';

export type StatusParts = {
  readonly db: Db;
  readonly topics: Readonly<Record<Stream, string>>;
  readonly logs: Logs;
  readonly erasures: ReturnType<typeof createErasureStore>;
  readonly windowStoreOf: (generation: number) => { backlog(): Promise<Backlog> };
};

/** No projector has ever started. */
const NOT_SET_UP = { active: FIRST_GENERATION, generations: [] };

/**
 * Reads the state once and changes nothing: the same for the operator's command and the projector's page.
 * @param only default: the generation that readers use.
 */
export async function readStatus(
  { db, topics, logs, erasures, windowStoreOf }: StatusParts,
  only?: number,
): Promise<Status> {
  const { active, generations } = (await mapMongoErrors(() => readPointer(db))) ?? NOT_SET_UP;
  const number = only ?? active;
  const generation = () => number;
  const checkpoints = createCheckpointStore(db, generation);
  const askedAt = await mongodbTime(db);
  const stored = {
    checkpoints: await checkpoints.load(Object.values(topics)),
    states: await partitionStatesOf(db, number),
    held: await unreadableAccess(db, number),
  };
  const partitions: PartitionFigures[] = [];
  for (const [stream, topic] of Object.entries(topics)) {
    const log = { stream: stream as Stream, topic, bounds: await logs.bounds(topic) };
    partitions.push(...partitionsOf(log, stored, askedAt));
  }
  const instants = partitions.flatMap(({ asOf }) => asOf ?? []);
  const deadLetters = await createDeadLetters(db, { generation, erasures }).counts();
  return {
    askedAt,
    asOf: instants.length < partitions.length ? null : Math.min(...instants),
    partitions,
    deadLetters,
    blocking: deadLetters.reduce((sum, { blocks, count }) => sum + (blocks ? count : 0), 0),
    erasuresPending: (await erasures.pending(generations)).length,
    dashboards: await windowStoreOf(number).backlog(),
    staleViews: await countStale(db, number),
    generations: { active, generations },
  };
}

/** What projectors last said of the partitions of a generation, the latest first. */
export async function partitionStatesOf(db: Db, generation: number): Promise<PartitionState[]> {
  const said = db.collection<StoredPartitionStates>(PARTITION_STATES).find({ generation }).sort({ seenAt: -1 });
  const found = await mapMongoErrors(() => said.toArray());
  return found.flatMap(({ owner, seenAt, partitions }) => partitions.map((state) => ({ ...state, owner, seenAt })));
}

/** Open dead letters that hold a partition: nobody knows whose access they change. */
function unreadableAccess(db: Db, generation: number): Promise<Pick<DeadLetter, 'topic' | 'partition' | 'offset'>[]> {
  const filter = { ...openIn(generation), stream: 'access' as const, blocks: { $exists: false } };
  const projection = { _id: 0, topic: 1, partition: 1, offset: 1 };
  return mapMongoErrors(() => db.collection<DeadLetter>(DEAD_LETTERS).find(filter, { projection }).toArray());
}
