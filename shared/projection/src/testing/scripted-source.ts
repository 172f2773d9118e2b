import {
  type BatchControl,
  type BatchVerdict,
  type TopicPartition,
  partitionKey,
  type Source,
  type SourceBatch,
  type SourceHandlers,
  type SourceRecord,
} from '../log/source.ts';

/** A source whose log, assignments and faults the test decides, step by step. */
export type ScriptedSource = Source & {
  assign(...topicPartitions: readonly TopicPartition[]): void;
  /** Hands records to the consumer as one batch. */
  deliver(
    topicPartition: TopicPartition,
    offsets: readonly number[],
    control?: Partial<BatchControl>,
  ): Promise<BatchVerdict>;
  handlers(): SourceHandlers;
  /** Where each partition was told to deliver from, in order. */
  readonly deliveries: readonly string[];
  /** What it was told to commit, in order. */
  readonly commits: readonly string[];
  /** How often it was told to restart. */
  readonly restarts: () => number;
};

export function scriptedSource(): ScriptedSource {
  let handlers: SourceHandlers | undefined;
  const deliveries: string[] = [];
  const commits: string[] = [];
  let restarts = 0;
  const known = () => {
    if (handlers === undefined) throw new Error('the source was not started');
    return handlers;
  };
  return {
    deliveries,
    commits,
    handlers: known,
    async start(given) {
      handlers = given;
    },
    stop: async () => undefined,
    restart() {
      restarts += 1;
    },
    restarts: () => restarts,
    commit: (topicPartition, nextOffset) => void commits.push(`${partitionKey(topicPartition)} at ${nextOffset}`),
    deliverFrom: (topicPartition, offset) => void deliveries.push(`${partitionKey(topicPartition)} from ${offset}`),
    completeUntil: () => Number.POSITIVE_INFINITY,
    assign: (...topicPartitions) => known().onAssigned(topicPartitions),
    deliver(topicPartition, offsets, control = {}) {
      const records = offsets.map(recordAt);
      const batch: SourceBatch = { ...topicPartition, records, nextOffset: (offsets.at(-1) ?? -1) + 1 };
      return known().onBatch(batch, { abandoned: () => false, progress: async () => undefined, ...control });
    },
  };
}

function recordAt(offset: number): SourceRecord {
  return { offset, key: null, value: Buffer.from([0]), appendedAt: offset };
}
