import type { Stream } from '@fundlens/contracts/event-definition';
import { Freshness } from '@fundlens/projection/consumer/freshness';
import type { GroupCommit } from '@fundlens/projection/consumer/group-commit';
import { mapKafkaErrors } from '@fundlens/projection/log/kafka-failure';
import { createProcessBatch, type ProcessBatch } from '@fundlens/projection/consumer/process-batch';
import type { ReadEventsOptions } from '@fundlens/projection/consumer/read-events';
import type { Logs, Source } from '@fundlens/projection/log/source';
import { StreamConsumer, type TopicRoute } from '@fundlens/projection/consumer/stream-consumer';
import { meteredBudget } from '@fundlens/projection/consumer/metered-budget';
import { createMetrics } from '@fundlens/projection/health/metrics';
import { createPartitionHealth } from '@fundlens/projection/health/partition-health';
import { modelsOf } from '@fundlens/projection/projections/registry';
import type { WrittenVersions } from '@fundlens/projection/versions/written-versions';
import type { CheckpointStore } from '@fundlens/projection/writer/checkpoint-store';
import type { Backoff } from '@fundlens/runtime/backoff';
import type { Logger } from '@fundlens/runtime/logger';
import type { Replay } from './rebuild-ports.ts';
import type { RebuildDeadLetters } from './rebuild-dead-letter-store.ts';

type LogReplayOptions = {
  /** With the projections of the rebuilt models only. */
  readonly reading: ReadEventsOptions;
  readonly written: WrittenVersions;
  /** The streams of the rebuilt models. */
  readonly streams: readonly Stream[];
  readonly topics: Readonly<Record<Stream, string>>;
  /** Of all partitions together. */
  readonly group: GroupCommit;
  readonly deadLetters: RebuildDeadLetters;
  readonly checkpoints: CheckpointStore;
  readonly logs: Logs;
  /** See `StreamConsumerOptions`. */
  readonly onCheckpointGap: () => void;
  /** A member of the rebuild's own group. */
  readonly openSource: (topics: readonly string[]) => Source;
  readonly maxBytesInFlight: number;
  readonly createBackoff: () => Backoff;
  readonly logger: Logger;
  readonly clock: () => number;
};

type LogReplay = Replay & {
  /** For a database that may have been restored from a backup. */
  restartFromCheckpoints(): void;
};

/** Applies the logs to the new versions, from their checkpoints on. */
export function createLogReplay(options: LogReplayOptions): LogReplay {
  const { written, streams, topics, deadLetters, checkpoints, logs, logger, clock, onCheckpointGap } = options;
  // Not scraped.
  const metrics = createMetrics();
  const partitionHealth = createPartitionHealth({ clock, monotonic: () => performance.now() });

  function routeOf(stream: Stream): [string, TopicRoute] {
    const models = modelsOf(stream, written);
    const { group } = options;
    const processAll = createProcessBatch({
      ...options.reading,
      ...{ stream, models, group, deadLetters, checkpoints, metrics, clock },
    });
    const process: ProcessBatch = async (origin, records, steps) =>
      await processAll(origin, await deadLetters.withoutLeftOut(origin.topicPartition, records), steps);
    return [topics[stream], { models, process }];
  }

  const routes = new Map(streams.map(routeOf));
  const consumer = new StreamConsumer({
    name: 'group rebuild',
    source: options.openSource([...routes.keys()]),
    ...{ logs, checkpoints, routes, partitionHealth, logger, onCheckpointGap },
    budget: meteredBudget(metrics, { group: 'rebuild', maxBytes: options.maxBytesInFlight }),
    createBackoff: options.createBackoff,
  });
  const freshness = new Freshness({
    progress: () => consumer.progress(),
    ...{ logs, checkpoints, topics, metrics, partitionHealth, logger, clock, onCheckpointGap },
    // The projectors store both.
    storeEventLog: async () => undefined,
    storePartitionStates: async () => undefined,
    access: { topic: topics.access, models: [] },
  });

  return {
    async start() {
      await mapKafkaErrors(() => consumer.start());
      await freshness.start();
    },
    async stop() {
      await freshness.stop();
      await consumer.stop();
    },
    trouble() {
      const stopped = Object.entries(partitionHealth.report().checks).find(([, state]) => state.startsWith('stopped'));
      return stopped === undefined ? null : `${stopped[0]} ${stopped[1]}`;
    },
    restartFromCheckpoints: () => consumer.restartFromCheckpoints(),
  };
}
