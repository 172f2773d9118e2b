import type { HealthReport } from '@fundlens/runtime/admin-server';
import { type TopicPartition, partitionKey } from '../log/source.ts';
import type { Metrics } from './metrics.ts';

/**
 * - starting: assigned; its position is being loaded
 * - running: delivering
 * - paused: waiting for its next attempt
 * - stopped: until this process ends or an operator restarts it
 */
type PartitionStatus = 'starting' | 'running' | 'paused' | 'stopped';

export type PartitionState = { readonly status: PartitionStatus; readonly reason: string | null };

/** State per partition and per part of the process, for health and metrics. */
export type PartitionHealth = {
  set(topicPartition: TopicPartition, state: PartitionState): void;
  remove(topicPartition: TopicPartition): void;
  /** A part of the process that is not a partition, e.g. `group access`; null: it works. */
  setPart(part: string, trouble: string | null): void;
  report(): HealthReport;
  partitions(): readonly { readonly topicPartition: TopicPartition; readonly state: PartitionState }[];
  /** Parts that are not partitions, with their trouble. */
  parts(): Readonly<Record<string, string | null>>;
};

export function createPartitionHealth(
  metrics: Pick<Metrics, 'partitionState' | 'lag' | 'checkpointAge'>,
): PartitionHealth {
  const partitions = new Map<string, { readonly topicPartition: TopicPartition; readonly state: PartitionState }>();
  const parts = new Map<string, string | null>();

  function show({ topic, partition }: TopicPartition, { status, reason }: PartitionState, value: 0 | 1): void {
    const labels = { topic, partition: String(partition), state: status, reason: reason ?? '' };
    if (value === 1) metrics.partitionState.set(labels, 1);
    else metrics.partitionState.remove(labels);
  }

  return {
    set(topicPartition, state) {
      const before = partitions.get(partitionKey(topicPartition));
      if (before !== undefined) show(topicPartition, before.state, 0);
      partitions.set(partitionKey(topicPartition), { topicPartition, state });
      show(topicPartition, state, 1);
    },
    remove(topicPartition) {
      const before = partitions.get(partitionKey(topicPartition));
      if (before === undefined) return;
      show(topicPartition, before.state, 0);
      partitions.delete(partitionKey(topicPartition));
      const labels = { topic: topicPartition.topic, partition: String(topicPartition.partition) };
      metrics.lag.remove(labels);
      metrics.checkpointAge.remove(labels);
    },
    setPart(part, trouble) {
      parts.set(part, trouble);
    },
    partitions: () => [...partitions.values()],
    parts: () => Object.fromEntries(parts),
    report() {
      const checks: Record<string, string> = {};
      let ok = true;
      for (const [part, trouble] of parts) {
        checks[part] = trouble ?? 'ok';
        ok &&= trouble === null;
      }
      for (const [key, { state }] of partitions) {
        checks[key] = state.reason === null ? state.status : `${state.status}: ${state.reason}`;
        ok &&= state.status === 'running';
      }
      return { ok, checks };
    },
  };
}
