import type { Stream } from '@fundlens/contracts/definition/event-definition';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { FatalError, failureCode, RetryableError } from '@fundlens/runtime/errors';
import { during, NO_TRACING, type Span, type Tracing } from '@fundlens/runtime/tracing';
import { deadLetterOf, type Rejection } from '../dead-letters/dead-letter.ts';
import type { DeadLetterStore, FindDecided } from '../dead-letters/dead-letter-store.ts';
import type { Metrics } from '../health/metrics.ts';
import type { CheckpointStore } from '../writer/checkpoint-store.ts';
import { noop, type OnStep, type RejectedEvent } from '../writer/document-writer.ts';
import { startBatchSpan } from './batch-span.ts';
import type { Affirmation } from './affirmations.ts';
import type { GroupCommit, PartitionChanges } from './group-commit.ts';
import type { InvalidRateBreaker } from './invalid-rate-breaker.ts';
import { type ReadEventsOptions, type ReadRecord, type ReadResult, readEvents } from './read-events.ts';
import type { SourceRecord, TopicPartition } from '../log/source.ts';

/** `nextOffset`: everything below is checkpointed. `failure`: why not everything was taken. */
export type BatchOutcome = {
  readonly nextOffset: number;
  /** When the log took the last record below, in epoch milliseconds; null when nothing was taken. */
  readonly asOf: number | null;
  readonly failure: { readonly error: unknown } | null;
};

export type ProcessBatchOptions = ReadEventsOptions & {
  readonly stream: Stream;
  readonly group: GroupCommit;
  readonly deadLetters: Pick<DeadLetterStore, 'store' | 'statusOf'>;
  readonly checkpoints: Pick<CheckpointStore, 'advance'>;
  readonly metrics: Metrics;
  /** See `decided` of the dead letters. Default: nothing is decided. */
  readonly findDecided?: FindDecided;
  /** Called with what was set aside. Must not throw. Default: nothing. */
  readonly onSetAside?: (deadLetters: readonly DeadLetter[]) => void;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Default: no batch is traced. */
  readonly tracing?: Tracing;
};

/** The partition of a batch, and the batches before it. */
type BatchOrigin = {
  readonly topicPartition: TopicPartition;
  readonly breaker: InvalidRateBreaker;
  /** Invalid records up to this offset do not count as a flood: an operator has decided to set them aside. */
  readonly setAsideThrough: number;
  /** The checkpoint after the batches before; null while there is none. */
  readonly checkpoint: number | null;
  readonly affirmed: readonly Affirmation[];
  /** True when the partition was revoked, or a batch before this one failed. */
  readonly isOver: () => boolean;
  /** Resolves when the batches before have succeeded or failed. */
  readonly before: Promise<unknown>;
};

type BatchSteps = {
  readonly onStep?: OnStep;
  /** Called when everything below the offset was read and waits to be committed: the next batch may be read meanwhile. */
  readonly onRead?: (nextOffset: number) => void;
};

export type ProcessBatch = (
  origin: BatchOrigin,
  records: readonly SourceRecord[],
  steps?: BatchSteps,
) => Promise<BatchOutcome>;

/**
 * One batch of one partition, in the order that lets a crash at any await lose nothing (design §2):
 *
 *   decode → redact → project → [with batches of other partitions: fold → write → dead letters → checkpoint]
 *
 * The Kafka commit follows in the source, last. What cannot be taken now ends the batch early: all before it is done. The
 * next batch of the partition may be read while this one is committed, unless something of this one was rejected: how many
 * were rejected lately decides whether more are set aside.
 * @throws when documents, dead letters or checkpoints cannot be stored; nothing counts as done then, and all of it may
 *   be repeated.
 */
export function createProcessBatch(options: ProcessBatchOptions): ProcessBatch {
  const { tracing = NO_TRACING } = options;
  const process = createBatchProcessing(options);

  return async (origin, records, steps = {}) => {
    const span = startBatchSpan(tracing, origin.topicPartition, records);
    try {
      return await process(origin, records, steps, span);
    } catch (error) {
      span?.fail(failureCode(error));
      throw error;
    } finally {
      span?.end();
    }
  };
}

type BatchProcessing = (
  origin: BatchOrigin,
  records: readonly SourceRecord[],
  steps: BatchSteps,
  span: Span | null,
) => Promise<BatchOutcome>;

function createBatchProcessing(options: ProcessBatchOptions): BatchProcessing {
  const { stream, group, clock, metrics } = options;

  return async (
    { topicPartition, breaker, setAsideThrough, checkpoint, affirmed, before, isOver },
    records,
    { onStep = noop, onRead },
    span,
  ) => {
    const end = metrics.batchSeconds.startTimer({ stream });
    const toDeadLetter = (rejection: Rejection) => deadLetterOf(rejection, { ...topicPartition, stream }, clock());

    const read = await during(span, { name: 'read' }, () =>
      readAnnounced(options, { topicPartition, affirmed }, records, onStep),
    );
    const isSound = read.failure === null && read.records.every(({ kind }) => kind !== 'rejected');
    if (!isSound) await before;
    if (isOver())
      throw new RetryableError('batch_abandoned', 'The partition was revoked, or a batch before this one failed.');
    const kept = beforeUnattributable(beforeInvalidRate(read, { breaker, setAsideThrough }), toDeadLetter);
    await onStep();
    const last = kept.records.at(-1)?.record;
    const progress = last && {
      ...topicPartition,
      checkpoint,
      nextOffset: last.offset + 1,
      asOf: last.appendedAt,
    };
    if (isSound && progress !== undefined) onRead?.(progress.nextOffset);
    const events = kept.records.flatMap(changesOf);
    const changes: PartitionChanges = {
      topicPartition,
      events,
      deadLetters: (rejected) =>
        [...kept.records.flatMap(rejectionOf), ...rejectionsOf(kept.records, rejected)].map(toDeadLetter),
      advance: progress ?? null,
      onStep,
    };
    const committed = await during(span, { name: 'commit' }, () => group.commit(changes));

    breaker.record(outcomesOf(kept.records, committed.rejected, setAsideThrough));
    count(options, kept.records, committed);
    end();
    if (kept.unattributable === null) return { ...reached(records, progress), failure: kept.failure };
    return await passUnattributable(options, kept.unattributable, progress?.nextOffset ?? checkpoint);
  };
}

async function readAnnounced(
  { findDecided, ...options }: ProcessBatchOptions,
  { topicPartition, affirmed }: Pick<BatchOrigin, 'topicPartition' | 'affirmed'>,
  records: readonly SourceRecord[],
  onStep: OnStep,
): Promise<ReadResult> {
  const onRead = options.group.reading();
  try {
    const [first, last] = [records[0]?.offset ?? 0, records.at(-1)?.offset ?? 0];
    const decided = (await findDecided?.(topicPartition, first, last)) ?? new Map();
    return await readEvents(topicPartition.topic, records, { ...options, affirmed, decided }, onStep);
  } finally {
    onRead();
  }
}

/** Holds the partition before access events that cannot be attributed to entities, until an operator resolves them. */
async function passUnattributable(
  options: ProcessBatchOptions,
  held: UnattributableEvents,
  checkpoint: number | null,
): Promise<BatchOutcome> {
  const { deadLetters, checkpoints } = options;
  const letters = held.map(({ deadLetter }) => deadLetter);
  await deadLetters.store(letters);
  announceDeadLetters(options, letters);
  let resolved: SourceRecord | null = null;
  for (const { deadLetter, record } of held) {
    const status = await deadLetters.statusOf(deadLetter._id);
    if (status === 'open' || status === null) break;
    resolved = record;
  }
  const [{ deadLetter, record }] = held;
  if (resolved === null) {
    const error = new RetryableError('access_event_unreadable', 'An access event without a readable key is open.');
    return { nextOffset: record.offset, asOf: null, failure: { error } };
  }
  const { topic, partition } = deadLetter;
  const passed = { nextOffset: resolved.offset + 1, asOf: resolved.appendedAt };
  await checkpoints.advance([{ topic, partition, checkpoint, ...passed }]);
  return { ...passed, failure: null };
}

function reached(
  records: readonly SourceRecord[],
  progress: { readonly nextOffset: number; readonly asOf: number } | undefined,
): Pick<BatchOutcome, 'nextOffset' | 'asOf'> {
  return progress ?? { nextOffset: records[0]?.offset ?? 0, asOf: null };
}

/** A mostly invalid partition indicates a wrong topic, schema or deployment: nothing more is set aside. */
function beforeInvalidRate(
  read: ReadResult,
  { breaker, setAsideThrough }: Pick<BatchOrigin, 'breaker' | 'setAsideThrough'>,
): ReadResult {
  const at = breaker.tripsAt(
    read.records.map(({ kind, record }) => kind === 'rejected' && record.offset > setAsideThrough),
  );
  if (at === null) return read;
  const error = new FatalError(
    'mostly_invalid',
    'Most events of this partition are invalid: an operator must check them before more are set aside.',
  );
  return { records: read.records.slice(0, at), failure: { error } };
}

/** An invalid access event whose key cannot be read: the entity to block is unknown. */
type UnattributableEvent = { readonly deadLetter: DeadLetter; readonly record: SourceRecord };
/** The records of one refused batch together, so that an operator resolves them at once; else one alone. */
type UnattributableEvents = readonly [UnattributableEvent, ...UnattributableEvent[]];

function beforeUnattributable(
  read: ReadResult,
  toDeadLetter: (rejection: Rejection) => DeadLetter,
): ReadResult & { readonly unattributable: UnattributableEvents | null } {
  const unattributable = (entry: ReadRecord | undefined): UnattributableEvent | null => {
    if (entry?.kind !== 'rejected') return null;
    const deadLetter = toDeadLetter(entry.rejection);
    return leavesAccessUnknown(deadLetter) ? { deadLetter, record: entry.record } : null;
  };
  for (const [index, entry] of read.records.entries()) {
    const first = unattributable(entry);
    if (first === null) continue;
    const held: [UnattributableEvent, ...UnattributableEvent[]] = [first];
    for (const next of first.record.refusedRecords === undefined ? [] : read.records.slice(index + 1)) {
      const other = next.record.refusedRecords === undefined ? null : unattributable(next);
      if (other === null) break;
      held.push(other);
    }
    return { records: read.records.slice(0, index), failure: null, unattributable: held };
  }
  return { ...read, unattributable: null };
}

/** A record of a foreign type does not concern access. */
function leavesAccessUnknown({ stream, blocks, reason }: DeadLetter): boolean {
  return stream === 'access' && blocks === undefined && reason !== 'wrong_record_type';
}

function changesOf(entry: ReadRecord) {
  return entry.kind === 'accepted' ? [entry.changes] : [];
}

function rejectionOf(entry: ReadRecord): Rejection[] {
  return entry.kind === 'rejected' ? [entry.rejection] : [];
}

/** Valid events with which a document would become too large. */
function rejectionsOf(records: readonly ReadRecord[], rejected: readonly RejectedEvent[]): Rejection[] {
  if (rejected.length === 0) return [];
  const errors = new Map(rejected.map(({ event, error }) => [event, error]));
  return records.flatMap((entry) => {
    const error = entry.kind === 'accepted' ? errors.get(entry.changes) : undefined;
    if (error === undefined || entry.kind !== 'accepted') return [];
    const { record, eventType: type, eventId, occurredAt } = entry;
    return [{ record, error, seen: { type, eventId, occurredAt }, payload: null }];
  });
}

function outcomesOf(
  records: readonly ReadRecord[],
  rejected: readonly RejectedEvent[],
  setAsideThrough: number,
): boolean[] {
  const events = new Set(rejected.map(({ event }) => event));
  return records.map((entry) => {
    const isInvalid = entry.kind === 'rejected' || (entry.kind === 'accepted' && events.has(entry.changes));
    return isInvalid && entry.record.offset > setAsideThrough;
  });
}

type Announcing = Pick<ProcessBatchOptions, 'metrics' | 'onSetAside'>;

function count(
  announcing: Announcing,
  records: readonly ReadRecord[],
  {
    rejected,
    deadLetters,
  }: { readonly rejected: readonly RejectedEvent[]; readonly deadLetters: readonly DeadLetter[] },
): void {
  const { metrics } = announcing;
  const events = new Set(rejected.map(({ event }) => event));
  for (const entry of records) {
    if (entry.kind === 'skipped') metrics.events.inc({ type: 'none', outcome: 'skipped' });
    else if (entry.kind === 'accepted' && !events.has(entry.changes)) {
      metrics.events.inc({ type: entry.eventType, outcome: 'applied' });
    }
  }
  announceDeadLetters(announcing, deadLetters);
}

function announceDeadLetters({ metrics, onSetAside }: Announcing, deadLetters: readonly DeadLetter[]): void {
  onSetAside?.(deadLetters);
  for (const { eventType, reason } of deadLetters) {
    metrics.events.inc({ type: eventType ?? 'unknown', outcome: 'dead_letter' });
    metrics.deadLetters.inc({ reason });
  }
}
