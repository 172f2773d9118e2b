import type { AdminAction, AdminRequest } from '@fundlens/runtime/admin-server';
import type { Logger } from '@fundlens/runtime/logger';
import { isOperatorAccount } from '@fundlens/redaction/redact-text';
import { partitionKey } from '@fundlens/projection/log/source';
import type { StreamConsumer } from '@fundlens/projection/consumer/stream-consumer';
import type { PartitionHealth } from '@fundlens/projection/health/partition-health';

type AdminActionsOptions = {
  readonly partitionHealth: Pick<PartitionHealth, 'partitions'>;
  readonly consumers: readonly Pick<StreamConsumer, 'retry'>[];
  readonly logger: Logger;
};

const RETRIED = { retried: 200, running: 409, not_stopped: 409, not_here: 404 } as const;

/** Partitions, codes and counts only: no data of events. */
export function adminActions({ partitionHealth, consumers, logger }: AdminActionsOptions): AdminAction[] {
  async function retry({ named, operator }: AdminRequest) {
    const topicPartition = { topic: named.topic ?? '', partition: Number(named.partition) };
    const setAsideThrough = named.through === undefined ? undefined : Number(named.through);
    // Only the consumer that has the partition restarts it.
    const outcomes = consumers.map((consumer) => consumer.retry(topicPartition, setAsideThrough));
    const outcome = outcomes.find((found) => found !== 'not_here') ?? 'not_here';
    const here = partitionHealth.partitions().find((found) => partitionKey(found) === partitionKey(topicPartition));
    const why = outcome === 'not_stopped' ? { reason: here?.reason ?? null } : {};
    const by = operator !== null && isOperatorAccount(operator) ? operator : 'operator';
    logger.info({ by, ...topicPartition, setAsideThrough, outcome }, 'operator asked for a retry of a partition');
    return { status: RETRIED[outcome], body: { ...topicPartition, setAsideThrough, outcome, ...why } };
  }

  return [
    {
      method: 'POST',
      path: /^\/partitions\/(?<topic>[A-Za-z0-9._-]{1,249})\/(?<partition>[0-9]{1,6})\/(?:retry|set-aside-through\/(?<through>[0-9]{1,15}))$/,
      run: retry,
    },
  ];
}
