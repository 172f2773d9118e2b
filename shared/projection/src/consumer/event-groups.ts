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
import type { ByteBudget } from './byte-budget.ts';
import { type ConsumerGroup, consumerGroups } from './consumer-groups.ts';
import { createGroupCommit, gatherReads, type GroupCommitOptions } from './group-commit.ts';
import { createProcessBatch, type ProcessBatch, type ProcessBatchOptions } from './process-batch.ts';
import type { Logs, Source } from '../log/source.ts';
import { StreamConsumer } from './stream-consumer.ts';

export type EventGroupsOptions = Omit<ProcessBatchOptions, 'stream' | 'group' | 'checkpoints'> &
  Omit<GroupCommitOptions, 'write' | 'checkpoints' | 'clearings' | 'gather'> & {
    /** The groups that this process is a member of. */
    readonly groups: readonly ConsumerGroup[];
    readonly topics: Readonly<Record<Stream, string>>;
    /** A member of the group that reads these topics. */
    readonly openSource: (group: ConsumerGroup, topics: readonly string[]) => Source;
    readonly budgetOf: (group: ConsumerGroup) => ByteBudget;
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
  const { topics, generation, store, erasures, pauseBeforeRound, cache } = options;

  /** The partitions of a group are committed together; access never waits for a commit of the other group. */
  function routesOf(group: ConsumerGroup): Map<string, ProcessBatch> {
    const write = createDocumentWriter({
      store,
      pauseBeforeRound,
      erasures,
      generation: generation.current,
      cache,
      yieldToEventLoop: setImmediate,
    });
    const committing = createGroupCommit({ ...options, write, clearings: cache.clearings, gather: gatherReads });
    return new Map(
      consumerGroups[group].map((stream) => [
        topics[stream],
        createProcessBatch({ ...options, stream, group: committing }),
      ]),
    );
  }

  const members = options.groups.map((group) => {
    const name = `group ${group}`;
    const routes = routesOf(group);
    const consumer = new StreamConsumer({
      ...options,
      name,
      source: options.openSource(group, [...routes.keys()]),
      routes,
      mayBegin: generation.refresh,
      budget: options.budgetOf(group),
    });
    return { group, name, consumer };
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
