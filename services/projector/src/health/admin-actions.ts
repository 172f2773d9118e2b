import type { AdminAction, AdminRequest } from '@fundlens/runtime/admin-server';
import type { Logger } from '@fundlens/runtime/logger';
import { isOperatorAccount } from '@fundlens/redaction/operator-account';
import { partitionKey, type TopicPartition } from '@fundlens/projection/log/source';
import type { Progress, StreamConsumer } from '@fundlens/projection/consumer/stream-consumer';
import type { PartitionFigures, PartitionHealth } from '@fundlens/projection/health/partition-health';

type AdminActionsOptions = {
  readonly partitionHealth: Pick<PartitionHealth, 'partitions' | 'parts'>;
  readonly consumers: readonly Pick<StreamConsumer, 'progress' | 'retry'>[];
  readonly logger: Logger;
};

/** The state of an owned partition. */
export type PartitionReport = PartitionFigures & {
  /** Everything below is processed; null while the checkpoint is loaded. */
  readonly nextOffset: number | null;
};

export type RetryOutcome = ReturnType<StreamConsumer['retry']>;

const RETRIED = { retried: 200, running: 409, not_stopped: 409, not_here: 404 } as const;

/** Only the consumer that has the partition restarts it. */
export function retryIn(
  consumers: AdminActionsOptions['consumers'],
  topicPartition: TopicPartition,
  decision: { readonly setAsideThrough?: number },
): RetryOutcome {
  const outcomes = consumers.map((consumer) => consumer.retry(topicPartition, decision));
  return outcomes.find((found) => found !== 'not_here') ?? 'not_here';
}

/** Partitions, codes and counts only: no data of events. */
export function adminActions({ partitionHealth, consumers, logger }: AdminActionsOptions): AdminAction[] {
  async function status() {
    const progress = new Map<string, Progress>();
    for (const at of consumers.flatMap((consumer) => consumer.progress()))
      progress.set(partitionKey(at.topicPartition), at);
    const partitions = partitionHealth.partitions().map((figures): PartitionReport => {
      return { ...figures, nextOffset: progress.get(partitionKey(figures))?.nextOffset ?? null };
    });
    return { status: 200, body: { parts: partitionHealth.parts(), partitions } };
  }

  async function retry({ named, operator }: AdminRequest) {
    const topicPartition = { topic: named.topic ?? '', partition: Number(named.partition) };
    const through = named.through === undefined ? {} : { setAsideThrough: Number(named.through) };
    const outcome = retryIn(consumers, topicPartition, through);
    const here = partitionHealth.partitions().find((found) => partitionKey(found) === partitionKey(topicPartition));
    const why = outcome === 'not_stopped' ? { reason: here?.reason ?? null } : {};
    const by = operator !== null && isOperatorAccount(operator) ? operator : 'operator';
    logger.info({ by, ...topicPartition, ...through, outcome }, 'operator asked for a retry of a partition');
    return { status: RETRIED[outcome], body: { ...topicPartition, ...through, outcome, ...why } };
  }

  return [
    { method: 'GET', path: /^\/status$/, run: status },
    {
      method: 'POST',
      path: /^\/partitions\/(?<topic>[A-Za-z0-9._-]{1,249})\/(?<partition>[0-9]{1,6})\/retry$/,
      run: retry,
    },
    {
      method: 'POST',
      path: /^\/partitions\/(?<topic>[A-Za-z0-9._-]{1,249})\/(?<partition>[0-9]{1,6})\/set-aside-through\/(?<through>[0-9]{1,15})$/,
      run: retry,
    },
  ];
}
