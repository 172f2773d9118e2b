import {
  type TopicPartition,
  partitionKey,
  type Source,
  type SendHeartbeat,
  type SourceBatch,
  type SourceHandlers,
  type SourceRecord,
} from '../log/source.ts';

export type ScriptedSource = ReturnType<typeof scriptedSource>;

/** A source whose log, assignments and faults the test decides, step by step. */
export function scriptedSource() {
  let handlers: SourceHandlers | undefined;
  /** Where each partition was told to deliver from, in order. */
  const deliveries: string[] = [];
  /** What it was told to commit, in order. */
  const commits: string[] = [];
  let restarts = 0;
  const known = () => {
    if (handlers === undefined) throw new Error('the source was not started');
    return handlers;
  };
  const source: Source = {
    async start(given) {
      handlers = given;
    },
    stop: async () => undefined,
    restart() {
      restarts += 1;
    },
    commit: (topicPartition, nextOffset) => void commits.push(`${partitionKey(topicPartition)} at ${nextOffset}`),
    deliverFrom: (topicPartition, offset) => void deliveries.push(`${partitionKey(topicPartition)} from ${offset}`),
    completeUntil: () => Number.POSITIVE_INFINITY,
  };
  return {
    ...source,
    deliveries,
    commits,
    handlers: known,
    /** How often it was told to restart. */
    restarts: () => restarts,
    assign: (...topicPartitions: readonly TopicPartition[]) => known().onAssigned(topicPartitions),
    /** Hands records to the consumer as one batch. */
    deliver(
      topicPartition: TopicPartition,
      offsets: readonly number[],
      sendHeartbeat: SendHeartbeat = async () => true,
    ) {
      const records = offsets.map(recordAt);
      const batch: SourceBatch = { ...topicPartition, records, nextOffset: (offsets.at(-1) ?? -1) + 1 };
      return known().onBatch(batch, sendHeartbeat);
    },
  };
}

function recordAt(offset: number): SourceRecord {
  return { offset, key: null, value: Buffer.from([0]), appendedAt: offset };
}
