import { FatalError } from '@fundlens/runtime/errors';
import type { LogBounds } from '../log/source.ts';

type Reach = Pick<LogBounds, 'first' | 'end'>;

/**
 * Where a partition is read from: its checkpoint, or the beginning.
 * @throws FatalError `log_replaced` when the log ends before the checkpoint: it is another log, and what is in the read
 *   models is not from it. `log_truncated` when events between checkpoint and beginning are gone.
 */
export function startOffset(checkpoint: number | null, bounds: Reach | undefined): number {
  if (bounds === undefined) throw new FatalError('partition_missing', 'The topic has no such partition.');
  if (checkpoint === null) return bounds.first;
  assertReaches(checkpoint, bounds);
  return checkpoint;
}

/** @throws FatalError when the log has no longer, or not yet, what comes at `offset`. */
export function assertReaches(offset: number, { first, end }: Reach): void {
  if (offset > end) throw new FatalError('log_replaced', 'The checkpoint lies beyond the end of the log.');
  if (offset < first) throw new FatalError('log_truncated', 'The log lost events that were not read yet.');
}
