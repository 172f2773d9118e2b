import type { Stream } from '@fundlens/contracts/definition/event-definition';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { failureCode, FatalError } from '@fundlens/runtime/errors';
import { during, NO_TRACING, type Span, type Tracing } from '@fundlens/runtime/tracing';
import { deadLetterOf, type Rejection } from '../dead-letters/dead-letter.ts';
import type { DeadLetterStore, FindDecided } from '../dead-letters/dead-letter-store.ts';
import type { Metrics } from '../health/metrics.ts';
import type { SourceRecord } from '../log/source.ts';
import type { CheckpointStore } from '../writer/checkpoint-store.ts';
import type { OnStep, RejectedEvent } from '../writer/document-writer.ts';
import { affirmTaken } from './affirmations.ts';
import { startBatchSpan } from './batch-span.ts';
import type { QueuedBatch, ReadBatch } from './pump.ts';
import { type ReadEventsOptions, type ReadRecord, type ReadResult, readEvents } from './read-events.ts';
import { beforeUnattributable, passUnattributable, type UnattributableEvents } from './unattributable-events.ts';

export type BatchReadingOptions = ReadEventsOptions & {
  readonly stream: Stream;
  readonly deadLetters: DeadLetterStore;
  readonly checkpoints: Pick<CheckpointStore, 'advance'>;
  readonly metrics: Metrics;
  /** See `decided` of the dead letters. Default: nothing is decided. */
  readonly findDecided?: FindDecided;
  /** Called with what was set aside, if anything was. Must not throw. Default: nothing. */
  readonly onSetAside?: (deadLetters: readonly DeadLetter[]) => void;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Default: no batch is traced. */
  readonly tracing?: Tracing;
};

export function createReadBatch(options: BatchReadingOptions): ReadBatch {
  const { stream, metrics, clock, onSetAside } = options;

  function announce(deadLetters: readonly DeadLetter[]): void {
    if (deadLetters.length > 0) onSetAside?.(deadLetters);
    for (const { eventType, reason } of deadLetters) {
      metrics.events.inc({ type: eventType ?? 'unknown', outcome: 'dead_letter' });
      metrics.deadLetters.inc({ reason });
    }
  }

  return async ({ records: given, ...rest }, onStep) => {
    // What was read lets go of the records: they hold the buffers of whole fetches.
    const batch: QueuedBatch = { ...rest, records: [] };
    const { owned, checkpoint } = batch;
    const end = metrics.batchSeconds.startTimer({ stream });
    const span = startBatchSpan(options.tracing ?? NO_TRACING, owned.topicPartition, given);
    const read = await during(span, { name: 'read' }, () => readOf(options, { ...batch, records: given }, onStep));
    const lastRead = read.records.at(-1)?.record;
    if (lastRead !== undefined && !batch.isOver())
      owned.affirmed = affirmTaken(owned.affirmed, { from: lastRead.offset + 1, at: lastRead.appendedAt });
    const first = given[0]?.offset ?? batch.end;
    const toDeadLetter = (rejection: Rejection) =>
      deadLetterOf(rejection, { ...owned.topicPartition, stream }, clock());
    let commitSpan: Span | undefined;
    let kept: ReadResult & { readonly unattributable: UnattributableEvents | null } = { ...read, unattributable: null };

    return {
      batch,
      changes() {
        kept = beforeUnattributable(beforeInvalidRate(read, batch), toDeadLetter);
        commitSpan ??= span?.child('commit');
        const { records } = kept;
        const last = records.at(-1)?.record;
        return {
          events: records.flatMap((entry) => (entry.kind === 'accepted' ? [entry.changes] : [])),
          deadLetters: (rejected) => rejectionsOf(records, rejected).map(toDeadLetter),
          advance:
            last === undefined
              ? null
              : { ...owned.topicPartition, checkpoint, nextOffset: last.offset + 1, asOf: last.appendedAt },
        };
      },
      async committed({ rejected, deadLetters }) {
        const { records, failure, unattributable } = kept;
        const wasRejected = rejectedIn(rejected);
        owned.breaker.record(
          records.map((entry) => (entry.kind === 'rejected' || wasRejected(entry)) && counts(batch, entry.record)),
        );
        countApplied(
          metrics,
          records.filter((entry) => !wasRejected(entry)),
        );
        announce(deadLetters);
        const last = records.at(-1)?.record;
        const nextOffset = last === undefined ? first : last.offset + 1;
        if (unattributable === null) return { nextOffset, asOf: last?.appendedAt ?? null, failure };
        const before = last === undefined ? checkpoint : nextOffset;
        return await passUnattributable({ ...options, onStored: announce }, unattributable, before);
      },
      end(error) {
        if (error === null) end();
        for (const open of [commitSpan, span]) {
          if (error !== null) open?.fail(failureCode(error));
          open?.end();
        }
      },
    };
  };
}

function countApplied({ events }: Metrics, records: readonly ReadRecord[]): void {
  for (const entry of records) {
    if (entry.kind === 'skipped') events.inc({ type: 'none', outcome: 'skipped' });
    else if (entry.kind === 'accepted') events.inc({ type: entry.eventType, outcome: 'applied' });
  }
}

async function readOf(
  { findDecided, ...options }: BatchReadingOptions,
  { owned: { topicPartition, affirmed }, records }: QueuedBatch,
  onStep: OnStep,
): Promise<ReadResult> {
  try {
    const [first, last] = [records[0]?.offset ?? 0, records.at(-1)?.offset ?? 0];
    const decided = (await findDecided?.(topicPartition, first, last)) ?? new Map();
    return await readEvents(topicPartition.topic, records, { ...options, affirmed, decided }, onStep);
  } catch (error) {
    return { records: [], failure: { error } };
  }
}

/** A mostly invalid partition indicates a wrong topic, schema or deployment: nothing more is set aside. */
function beforeInvalidRate(read: ReadResult, batch: QueuedBatch): ReadResult {
  const at = batch.owned.breaker.tripsAt(
    read.records.map(({ kind, record }) => kind === 'rejected' && counts(batch, record)),
  );
  if (at === null) return read;
  const error = new FatalError(
    'mostly_invalid',
    'Most events of this partition are invalid: an operator must check them before more are set aside.',
  );
  return { records: read.records.slice(0, at), failure: { error } };
}

/** An operator has decided to set those aside that do not count. */
function counts({ owned }: QueuedBatch, { offset }: SourceRecord): boolean {
  return offset > owned.setAsideThrough;
}

function rejectedIn(rejected: readonly RejectedEvent[]): (entry: ReadRecord) => boolean {
  const events = new Set(rejected.map(({ event }) => event));
  return (entry) => entry.kind === 'accepted' && events.has(entry.changes);
}

/** Invalid events, and valid ones with which a document would become too large. */
function rejectionsOf(records: readonly ReadRecord[], rejected: readonly RejectedEvent[]): Rejection[] {
  const errors = new Map(rejected.map(({ event, error }) => [event, error]));
  return records.flatMap((entry) => {
    if (entry.kind === 'rejected') return [entry.rejection];
    const error = entry.kind === 'accepted' ? errors.get(entry.changes) : undefined;
    if (error === undefined || entry.kind !== 'accepted') return [];
    const { record, eventType: type, eventId, occurredAt } = entry;
    return [{ record, error, seen: { type, eventId, occurredAt }, payload: null }];
  });
}
