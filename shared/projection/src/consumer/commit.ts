import { failureCode } from '@fundlens/runtime/errors';
import { deadLetterOf, type Rejection } from '../dead-letters/dead-letter.ts';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';
import type { Metrics } from '../health/metrics.ts';
import { partitionKey } from '../log/source.ts';
import type { Advance, CheckpointStore } from '../writer/checkpoint-store.ts';
import type { DocumentWriter, OnStep, Rejected, WriteResult } from '../writer/document-writer.ts';
import type { EventChanges } from '../fold/fold.ts';
import type { BatchReading } from './read-batch.ts';
import type { ReadRecord } from './read-events.ts';

export type Commit = ReturnType<typeof createCommit>;

type CommitOptions = {
  readonly writer: DocumentWriter;
  readonly deadLetters: Pick<DeadLetterStore, 'store'>;
  readonly checkpoints: Pick<CheckpointStore, 'advance'>;
  readonly metrics: Pick<Metrics, 'events'>;
  /** Called with what was written. Must not throw. */
  readonly onWritten: (written: Omit<WriteResult, 'rejected'>) => void;
  /** Epoch milliseconds. */
  readonly clock: () => number;
};

/**
 * Makes the batches of several partitions durable together (design §2): events of one contact come from many partitions,
 * and each document is written once.
 *
 *   documents → dead letters → marks of erasures → checkpoints
 *
 * Both throw when something cannot be stored; none of the batches counts as done then, and all of them may be repeated.
 */
export function createCommit({ writer, deadLetters, checkpoints, metrics, onWritten, clock }: CommitOptions) {
  return {
    /** Everything of the batches but that they are done. */
    async store(readings: readonly BatchReading[], onStep: OnStep): Promise<void> {
      const spans = readings.flatMap(({ span }) => (span === null ? [] : [span.child('commit'), span]));
      try {
        const { rejected, ...written } = await writer.write(readings.flatMap(changesOf), onStep);
        const setAside = readings.flatMap(({ batch, stream, records }) =>
          records
            .map((entry) => rejectionOf(entry, rejected))
            .filter((rejection) => rejection !== null)
            .map((rejection) => deadLetterOf(rejection, { ...batch.owned.topicPartition, stream }, clock())),
        );
        if (setAside.length > 0) {
          await deadLetters.store(setAside);
          await onStep();
        }
        onWritten(written);
        for (const { records, stopTimer } of readings) {
          stopTimer();
          const valid = records.filter((entry) => rejectionOf(entry, rejected) === null);
          const byType = Map.groupBy(valid, (entry) => (entry.kind === 'accepted' ? entry.seen.type : 'none'));
          for (const [type, { length }] of byType)
            metrics.events.inc({ type, outcome: type === 'none' ? 'skipped' : 'applied' }, length);
        }
      } catch (error) {
        for (const span of spans) span.fail(failureCode(error));
        throw error;
      } finally {
        for (const span of spans) span.end();
      }
    },

    /** Of one or several calls of `store`, in their order. What is over by then is not checkpointed. */
    async acknowledge(stored: readonly BatchReading[], onStep: OnStep): Promise<void> {
      onWritten(await writer.eraseMarked(stored.flatMap(changesOf), onStep));
      // Of several batches of one partition the last.
      const advances = new Map<string, Advance>();
      for (const reading of stored) {
        const advance = reading.batch.isOver() ? null : advanceOf(reading);
        if (advance !== null) advances.set(partitionKey(advance), advance);
      }
      if (advances.size > 0) await checkpoints.advance([...advances.values()]);
      await onStep();
    },
  };
}

/** The new checkpoint of the partition; null: no record was taken. */
export function advanceOf({ batch, records }: BatchReading): Advance | null {
  const last = records.at(-1)?.record;
  if (last === undefined) return null;
  const { topicPartition, checkpoint } = batch.owned;
  return { ...topicPartition, checkpoint, nextOffset: last.offset + 1, asOf: last.appendedAt };
}

function changesOf({ records }: BatchReading): EventChanges[] {
  return records.flatMap((entry) => (entry.kind === 'accepted' ? [entry.changes] : []));
}

/** Of an invalid event, and of a valid one that the writer has rejected. */
function rejectionOf(entry: ReadRecord, rejected: Rejected): Rejection | null {
  if (entry.kind !== 'accepted') return entry.kind === 'rejected' ? entry : null;
  const { record, seen, changes } = entry;
  const error = rejected.get(changes);
  return error === undefined ? null : { record, error, seen, event: null };
}
