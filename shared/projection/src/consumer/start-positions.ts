import { type Checkpoint, resumeOffset } from '@fundlens/read-models/checkpoint';
import { FatalError } from '@fundlens/runtime/errors';
import type { LogBounds, TopicPartition } from '../log/source.ts';

/**
 * Where a partition is read from: the lowest checkpoint of the models that it feeds, or the beginning.
 * @throws FatalError `log_replaced` when the log ends before the checkpoint: it is another log, and what is in the read
 *   models is not from it. `log_truncated` when events between checkpoint and beginning are gone.
 */
export function startOffset(
  place: TopicPartition,
  models: readonly string[],
  checkpoints: readonly Checkpoint[],
  bounds: LogBounds | undefined,
): number {
  if (bounds === undefined) throw new FatalError('partition_missing', 'The topic has no such partition.');
  const offset = resumeOffset(
    models,
    checkpoints.filter(({ topic, partition }) => topic === place.topic && partition === place.partition),
  );
  if (offset === null) return bounds.first;
  assertReaches(offset, bounds);
  return offset;
}

/** @throws FatalError when the log has no longer, or not yet, what comes at `offset`. */
export function assertReaches(offset: number, { first, end }: LogBounds): void {
  if (offset > end) throw new FatalError('log_replaced', 'The checkpoint lies beyond the end of the log.');
  if (offset < first) throw new FatalError('log_truncated', 'The log lost events that were not read yet.');
}
