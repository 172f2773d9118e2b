import { setImmediate } from 'node:timers/promises';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import type { Backoff } from '@fundlens/runtime/backoff';
import type { Logger } from '@fundlens/runtime/logger';
import { loggedOf } from '../dead-letters/dead-letter.ts';
import type { Erasures } from '../erasures/erasures.ts';
import type { PartitionHealth } from '../health/partition-health.ts';
import type { GenerationWatch } from '../generations/generation-watch.ts';
import type { CheckpointStore } from '../writer/checkpoint-store.ts';
import type { DocumentStore } from '../writer/document-store.ts';
import { createDocumentWriter } from '../writer/document-writer.ts';
import type { SlotCache } from '../writer/slot-cache.ts';
import type { Logs, Source } from '../log/source.ts';
import { type CommitOptions, createCommit } from './commit.ts';
import { type ConsumerGroup, STREAMS_IN_STEP, streamsOf } from './consumer-groups.ts';
import { createReadBatch, type ReadBatchOptions } from './read-batch.ts';
import { StreamConsumer } from './stream-consumer.ts';

export type EventGroupsOptions = Omit<ReadBatchOptions, 'onSetAside'> &
  Pick<CommitOptions, 'onWritten'> & {
    /** The groups that this process is a member of. */
    readonly groups: readonly ConsumerGroup[];
    /** A member of the group that reads these topics. */
    readonly openSource: (group: ConsumerGroup, topics: readonly string[], inStep: ReadonlySet<string>) => Source;
    /** See `PumpOptions`. */
    readonly maxBytes: number;
    readonly generation: Pick<GenerationWatch, 'current' | 'refresh'>;
    readonly logs: Logs;
    readonly checkpoints: CheckpointStore;
    readonly store: DocumentStore;
    readonly cache: SlotCache;
    readonly erasures: Erasures;
    /** See `StreamConsumerOptions`. */
    readonly onCheckpointGap: () => void;
    readonly pauseBeforeRound: (round: number) => Promise<void>;
    readonly partitionHealth: PartitionHealth;
    readonly logger: Logger;
    readonly createBackoff: () => Backoff;
  };

/** The consumers of this process. */
export type EventGroups = {
  readonly consumers: readonly StreamConsumer[];
  /** For a database that may have been restored from a backup: nothing is remembered of its documents and checkpoints. */
  restartFromCheckpoints(): void;
};

export function createEventGroups(options: EventGroupsOptions): EventGroups {
  const inStep: ReadonlySet<string> = new Set(STREAMS_IN_STEP.map((stream) => options.topics[stream]));
  const { topics, generation, store, erasures, pauseBeforeRound, cache, metrics, logger } = options;

  function onSetAside(deadLetters: readonly DeadLetter[]): void {
    logger.warn(loggedOf(deadLetters), 'events set aside');
    for (const { eventType, reason } of deadLetters) {
      metrics.events.inc({ type: eventType ?? 'unknown', outcome: 'dead_letter' });
      metrics.deadLetters.inc({ reason });
    }
  }

  /** The partitions of a group are committed together; access never waits for a commit of the other group. */
  const consumers = options.groups.map((group) => {
    const write = createDocumentWriter({
      store,
      pauseBeforeRound,
      erasures,
      generation: generation.current,
      cache,
      yieldToEventLoop: setImmediate,
    });
    return new StreamConsumer({
      ...options,
      name: `group ${group}`,
      source: options.openSource(
        group,
        streamsOf([group]).map((stream) => topics[stream]),
        inStep,
      ),
      read: createReadBatch({ ...options, onSetAside }),
      commit: createCommit({ ...options, write, onSetAside, clearings: cache.clearings }),
      onWait: () => metrics.waitsForRoom.inc({ group }),
      mayBegin: generation.refresh,
      yieldToEventLoop: setImmediate,
    });
  });

  return {
    consumers,
    restartFromCheckpoints() {
      cache.clear();
      for (const consumer of consumers) consumer.restartFromCheckpoints();
    },
  };
}
