import { setImmediate } from 'node:timers/promises';
import type { Stream } from '@fundlens/contracts/definition/event-definition';
import type { Backoff } from '@fundlens/runtime/backoff';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import type { Erasures } from '../erasures/erasures.ts';
import type { PartitionHealth } from '../health/partition-health.ts';
import type { GenerationWatch } from '../generations/generation-watch.ts';
import type { CheckpointStore } from '../writer/checkpoint-store.ts';
import type { DocumentStore } from '../writer/document-store.ts';
import { createDocumentWriter } from '../writer/document-writer.ts';
import type { SlotCache } from '../writer/slot-cache.ts';
import type { Logs, Source } from '../log/source.ts';
import { type BatchReadingOptions, createReadBatch } from './batch-reading.ts';
import { type CommitOptions, createCommit } from './commit.ts';
import { type ConsumerGroup, consumerGroups, STREAMS_IN_STEP } from './consumer-groups.ts';
import type { PumpOptions } from './pump.ts';
import { StreamConsumer } from './stream-consumer.ts';

export type EventGroupsOptions = Omit<BatchReadingOptions, 'stream' | 'checkpoints'> &
  Pick<CommitOptions, 'onWritten'> & {
    /** The groups that this process is a member of. */
    readonly groups: readonly ConsumerGroup[];
    readonly topics: Readonly<Record<Stream, string>>;
    /** A member of the group that reads these topics. */
    readonly openSource: (group: ConsumerGroup, topics: readonly string[], inStep: ReadonlySet<string>) => Source;
    readonly roomOf: (group: ConsumerGroup) => Pick<PumpOptions, 'maxBytes' | 'onWait'>;
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
  /** In the order of their start. */
  readonly components: readonly Component[];
  /** For a database that may have been restored from a backup: nothing is remembered of its documents and checkpoints. */
  restartFromCheckpoints(): void;
};

export function createEventGroups(options: EventGroupsOptions): EventGroups {
  const inStep: ReadonlySet<string> = new Set(STREAMS_IN_STEP.map((stream) => options.topics[stream]));
  const { topics, generation, store, erasures, pauseBeforeRound, cache } = options;

  /** The partitions of a group are committed together; access never waits for a commit of the other group. */
  const members = options.groups.map((group) => {
    const name = `group ${group}`;
    const write = createDocumentWriter({
      store,
      pauseBeforeRound,
      erasures,
      generation: generation.current,
      cache,
      yieldToEventLoop: setImmediate,
    });
    const routes = new Map(
      consumerGroups[group].map((stream) => [topics[stream], createReadBatch({ ...options, stream })]),
    );
    const consumer = new StreamConsumer({
      ...options,
      name,
      source: options.openSource(group, [...routes.keys()], inStep),
      inStep,
      routes,
      commit: createCommit({ ...options, write, clearings: cache.clearings }),
      ...options.roomOf(group),
      mayBegin: generation.refresh,
      yieldToEventLoop: setImmediate,
    });
    return { name, consumer };
  });

  return {
    consumers: members.map(({ consumer }) => consumer),
    components: members.map(({ name, consumer }) => ({
      name,
      start: () => consumer.start(),
      stop: () => consumer.stop(),
    })),
    restartFromCheckpoints() {
      cache.clear();
      for (const { consumer } of members) consumer.restartFromCheckpoints();
    },
  };
}
