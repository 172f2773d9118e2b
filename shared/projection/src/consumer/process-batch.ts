import type { Stream } from '@fundlens/contracts/event-definition';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { FatalError, RetryableError } from '@fundlens/runtime/errors';
import { deadLetterOf, type Rejection } from '../dead-letters/dead-letter.ts';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';
import type { Metrics } from '../health/metrics.ts';
import type { CheckpointStore } from '../writer/checkpoint-store.ts';
import { type DocumentWriter, nobody, type OnStep, type WriteResult } from '../writer/document-writer.ts';
import type { InvalidRateBreaker } from './invalid-rate-breaker.ts';
import { type ReadEventsOptions, type ReadRecord, type ReadResult, readEvents } from './read-events.ts';
import type { TopicPartition, SourceRecord } from './source.ts';

/** `nextOffset`: everything below is checkpointed. `failure`: why not everything was taken. */
export type BatchOutcome = {
  readonly nextOffset: number;
  /** When the log took the last record below, in epoch milliseconds; null when nothing was taken. */
  readonly asOf: number | null;
  readonly failure: { readonly error: unknown } | null;
};

export type ProcessBatchOptions = ReadEventsOptions & {
  readonly stream: Stream;
  /** The model versions that the stream feeds: what is checkpointed. */
  readonly models: readonly string[];
  readonly write: DocumentWriter;
  /** Told of every batch's documents from which something has to be made anew, once they are written. Must not throw. */
  readonly onDocumentsChanged: (dirtied: WriteResult['dirtied']) => void;
  readonly deadLetters: DeadLetterStore;
  readonly checkpoints: CheckpointStore;
  readonly metrics: Metrics;
  /** Epoch milliseconds. */
  readonly clock: () => number;
};

export type ProcessBatch = (
  place: TopicPartition,
  records: readonly SourceRecord[],
  share: InvalidRateBreaker,
  onStep?: OnStep,
) => Promise<BatchOutcome>;

/**
 * One batch of one partition, in the order that lets a crash at any await lose nothing (design §2):
 *
 *   decode → redact → project → fold → write → dead letters → checkpoint
 *
 * The Kafka commit follows in the source, last. What cannot be taken now ends the batch early: all before it is done.
 * @throws when documents, dead letters or checkpoints cannot be stored; nothing counts as done then, and all of it may
 *   be repeated.
 */
export function createProcessBatch(options: ProcessBatchOptions): ProcessBatch {
  const { stream, models, write, onDocumentsChanged, deadLetters, checkpoints, clock } = options;

  return async (place, records, share, onStep = nobody) => {
    const end = options.metrics.batchSeconds.startTimer({ stream });
    const toLetter = (rejection: Rejection) => deadLetterOf(rejection, { ...place, stream }, clock());

    const read = await readEvents(place.topic, records, options);
    const kept = beforeUnattributable(beforeInvalidRate(read, share), toLetter);
    await onStep();
    const written = await write(kept.records.flatMap(changesOf), onStep);
    onDocumentsChanged(written.dirtied);
    const letters = [...kept.records.flatMap(rejectionOf), ...unfitRejections(kept.records, written)].map(toLetter);
    await deadLetters.store(letters);
    await onStep();
    const last = kept.records.at(-1)?.record;
    const progress = last && { ...place, models, nextOffset: last.offset + 1, asOf: last.appendedAt };
    if (progress !== undefined) await checkpoints.advance([progress]);

    share.record(outcomesOf(kept.records, written));
    count(options.metrics, kept.records, letters, written);
    end();
    if (kept.unattributable === null) return { ...reached(records, progress), failure: kept.failure };
    return await passUnattributable(kept.unattributable);
  };

  /** Stands still before an access event of which nobody can tell whom it concerns, until an operator has resolved it. */
  async function passUnattributable({ letter, record }: UnattributableEvent): Promise<BatchOutcome> {
    await deadLetters.store([letter]);
    countLetters(options.metrics, [letter]);
    const status = await deadLetters.statusOf(letter._id);
    if (status === 'open' || status === null) {
      const error = new RetryableError('access_event_unreadable', 'An access event without a readable key is open.');
      return { nextOffset: record.offset, asOf: null, failure: { error } };
    }
    const nextOffset = record.offset + 1;
    const { topic, partition } = letter;
    await checkpoints.advance([{ topic, partition, models, nextOffset, asOf: record.appendedAt }]);
    return { nextOffset, asOf: record.appendedAt, failure: null };
  }
}

function reached(
  records: readonly SourceRecord[],
  progress: { readonly nextOffset: number; readonly asOf: number } | undefined,
): Pick<BatchOutcome, 'nextOffset' | 'asOf'> {
  return progress ?? { nextOffset: records[0]?.offset ?? 0, asOf: null };
}

/** When most of what arrives is invalid, something larger is wrong: nothing more is set aside. */
function beforeInvalidRate(read: ReadResult, share: InvalidRateBreaker): ReadResult {
  const at = share.tripsAt(read.records.map(({ kind }) => kind === 'rejected'));
  if (at === null) return read;
  const error = new FatalError('mostly_invalid', 'Most of what arrives here is invalid: look before it is set aside.');
  return { records: read.records.slice(0, at), failure: { error } };
}

/** An invalid access event that blocks nobody, because its key cannot be read. */
type UnattributableEvent = { readonly letter: DeadLetter; readonly record: SourceRecord };

function beforeUnattributable(
  read: ReadResult,
  toLetter: (rejection: Rejection) => DeadLetter,
): ReadResult & { readonly unattributable: UnattributableEvent | null } {
  for (const [index, entry] of read.records.entries()) {
    if (entry.kind !== 'rejected') continue;
    const letter = toLetter(entry.rejection);
    if (leavesAccessUnknown(letter)) {
      return { records: read.records.slice(0, index), failure: null, unattributable: { letter, record: entry.record } };
    }
  }
  return { ...read, unattributable: null };
}

/** A record of a foreign type says nothing of access, whoever put it there. */
function leavesAccessUnknown({ stream, blocks, reason }: DeadLetter): boolean {
  return stream === 'access' && blocks === undefined && reason !== 'wrong_record_type';
}

function changesOf(entry: ReadRecord) {
  return entry.kind === 'accepted'
    ? [
        {
          offset: entry.record.offset,
          appendedAt: entry.record.appendedAt,
          documents: entry.documents,
          subject: entry.subject,
        },
      ]
    : [];
}

function rejectionOf(entry: ReadRecord): Rejection[] {
  return entry.kind === 'rejected' ? [entry.rejection] : [];
}

/** Events that were fine alone, but with which a document would not fit any more. */
function unfitRejections(records: readonly ReadRecord[], { unfit }: WriteResult): Rejection[] {
  const errors = new Map(unfit.map(({ offset, error }) => [offset, error]));
  return records.flatMap((entry) => {
    const error = errors.get(entry.record.offset);
    if (error === undefined || entry.kind !== 'accepted') return [];
    const { record, eventType, occurredAt } = entry;
    return [{ record, error, eventType, occurredAt, payload: null }];
  });
}

function outcomesOf(records: readonly ReadRecord[], { unfit }: WriteResult): boolean[] {
  const unfitOffsets = new Set(unfit.map(({ offset }) => offset));
  return records.map(({ kind, record }) => kind === 'rejected' || unfitOffsets.has(record.offset));
}

function count(
  metrics: Metrics,
  records: readonly ReadRecord[],
  letters: readonly DeadLetter[],
  { documentsWritten, swapsLost, unfit }: WriteResult,
): void {
  const unfitOffsets = new Set(unfit.map(({ offset }) => offset));
  for (const entry of records) {
    if (entry.kind === 'skipped') metrics.events.inc({ type: 'none', outcome: 'skipped' });
    else if (entry.kind === 'accepted' && !unfitOffsets.has(entry.record.offset)) {
      metrics.events.inc({ type: entry.eventType, outcome: 'applied' });
      metrics.redactions.inc({ type: entry.eventType }, entry.redactions);
    }
  }
  countLetters(metrics, letters);
  metrics.documentsWritten.inc(documentsWritten);
  metrics.swapsLost.inc(swapsLost);
}

function countLetters(metrics: Metrics, letters: readonly DeadLetter[]): void {
  for (const { eventType, reason } of letters) {
    metrics.events.inc({ type: eventType ?? 'unknown', outcome: 'dead_letter' });
    metrics.deadLetters.inc({ reason });
  }
}
