import {
  type TopicPartition,
  partitionKey,
  type Source,
  type SourceBatch,
  type SourceHandlers,
} from '@fundlens/projection/log/source';
import type { MemoryBroker } from './memory-broker.ts';

export type MemorySourceOptions = {
  readonly broker: MemoryBroker;
  readonly groupId: string;
  readonly memberId: string;
  readonly topics: readonly string[];
  /** Between a request of this member and what comes of it. */
  readonly step: (label: string) => Promise<void>;
  /** Whether a heartbeat is lost on its way: the batch is given up, and the group does not change. */
  readonly losesHeartbeat: () => boolean;
  /** How many offsets a fetch brings of one partition, at least one. */
  readonly fetchSize: () => number;
  /** See `Source`. */
  readonly completeUntil: () => number;
};

/** A partition as this member has it; without a position, or held, it is not fetched. */
type Held = { readonly topicPartition: TopicPartition; position: number | null; paused: boolean; seek: number | null };

/**
 * One member of a group over the memory broker, with the life of a KafkaJS consumer: rounds of one fetch for all
 * partitions, whose batches are worked on side by side; a round ends when all of them have; the group's changes are taken
 * between two rounds, so that a batch in hand goes on as one of a former owner.
 */
export function createMemorySource(options: MemorySourceOptions): Source {
  const { broker, groupId, memberId, topics, step, losesHeartbeat, fetchSize, completeUntil } = options;
  let assigned = new Map<string, Held>();
  let generation = -1;
  let stopping = false;
  let wake: () => void = () => undefined;
  let ended: Promise<void> = Promise.resolve();

  const isCurrent = () => broker.isCurrent(groupId, memberId, generation);
  const fetchable = () =>
    [...assigned.values()].filter(
      ({ topicPartition, paused, position, seek }) =>
        !paused && (seek ?? position ?? Number.MAX_SAFE_INTEGER) < broker.stable(topicPartition),
    );

  async function run(handlers: SourceHandlers): Promise<void> {
    const forget = broker.onMore(() => wake());
    while (!stopping) {
      if (!isCurrent()) await rejoin(handlers);
      else if (fetchable().length > 0) await round(handlers);
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    forget();
  }

  async function rejoin(handlers: SourceHandlers): Promise<void> {
    await step('joins');
    if (stopping) return;
    const given = broker.assignment(groupId, memberId);
    if (given === null) {
      // The group has given this member up: whatever it had belongs to others.
      assigned = new Map();
      handlers.onAssigned([]);
      handlers.onDown('unknown_member');
      join();
      return;
    }
    generation = given.generation;
    assigned = new Map(
      given.topicPartitions.map((topicPartition) => [
        partitionKey(topicPartition),
        { topicPartition, position: null, paused: true, seek: null },
      ]),
    );
    handlers.onAssigned(given.topicPartitions);
  }

  async function round(handlers: SourceHandlers): Promise<void> {
    const asked = fetchable().map((held) => {
      held.position = held.seek ?? held.position;
      held.seek = null;
      return { held, from: held.position ?? 0 };
    });
    await step('fetches');
    const work = asked.map(async ({ held, from }) => {
      // What was held or sought while it was on its way is not handed out.
      if (stopping || held.paused || held.seek !== null) return;
      const { records, nextOffset } = broker.read(held.topicPartition, from, fetchSize());
      if (records.length > 0) return await hand(handlers, held, { ...held.topicPartition, records, nextOffset });
      held.position = nextOffset;
      handlers.onPassed(held.topicPartition, nextOffset);
    });
    await Promise.all(work);
  }

  async function hand(handlers: SourceHandlers, held: Held, batch: SourceBatch): Promise<void> {
    let lost = false;
    const isTaken = await handlers.onBatch(batch, async () => {
      await step('heartbeat');
      lost ||= losesHeartbeat() || !isCurrent();
      return !lost;
    });
    // A batch that was under way at a seek neither holds the partition nor moves it.
    if (held.seek !== null) return;
    if (isTaken) held.position = batch.nextOffset;
    else held.paused = true;
  }

  function join(): void {
    broker.join(groupId, { id: memberId, topics, onRebalance: () => wake() });
  }

  return {
    async start(handlers) {
      await step('asks to join');
      if (stopping) return;
      join();
      ended = run(handlers);
    },
    async stop() {
      stopping = true;
      wake();
      await ended;
      broker.remove(groupId, memberId);
    },
    restart() {
      broker.remove(groupId, memberId);
    },
    commit(topicPartition, nextOffset) {
      const member = { groupId, memberId, generation };
      void step('commits').then(() => broker.commit(member, topicPartition, nextOffset));
    },
    completeUntil,
    deliverFrom(topicPartition, offset) {
      const held = assigned.get(partitionKey(topicPartition));
      if (held === undefined || stopping) return;
      held.seek = offset;
      held.paused = false;
      wake();
    },
  };
}
