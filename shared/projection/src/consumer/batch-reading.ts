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
import type { Committed, PartitionChanges } from './commit.ts';
import type { BatchOutcome } from './owned-partition.ts';
import type { BatchReading, QueuedBatch, ReadBatch } from './pump.ts';
import { type ReadEventsOptions, type ReadRecord, type ReadResult, readEvents } from './read-events.ts';
import { beforeUnattributable, passUnattributable, type UnattributableEvents } from './unattributable-events.ts';

export type BatchReadingOptions = ReadEventsOptions & {
  readonly stream: Stream;
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

export function createReadBatch(options: BatchReadingOptions): ReadBatch {
  return async (batch, onStep) => {
    const end = options.metrics.batchSeconds.startTimer({ stream: options.stream });
    const span = startBatchSpan(options.tracing ?? NO_TRACING, batch.owned.topicPartition, batch.records);
    const read = await during(span, { name: 'read' }, () => readOf(options, batch, onStep));
    const last = read.records.at(-1)?.record;
    if (last !== undefined && !batch.isOver()) {
      const taken = { from: last.offset + 1, at: last.appendedAt };
      batch.owned.affirmed = affirmTaken(batch.owned.affirmed, taken);
    }
    const first = batch.records[0]?.offset ?? batch.end;
    return new Reading(options, { ...batch, records: [] }, { read, first, span, end });
  };
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

type Read = {
  readonly read: ReadResult;
  /** The first offset. */
  readonly first: number;
  readonly span: Span | null;
  readonly end: () => void;
};

class Reading implements BatchReading {
  readonly batch: QueuedBatch;
  readonly #options: BatchReadingOptions;
  readonly #read: Read;
  #kept: ReadResult & { readonly unattributable: UnattributableEvents | null };
  #commitSpan: Span | undefined;

  constructor(options: BatchReadingOptions, batch: QueuedBatch, read: Read) {
    this.#options = options;
    this.batch = batch;
    this.#read = read;
    this.#kept = { ...read.read, unattributable: null };
  }

  changes(): PartitionChanges {
    this.#kept = beforeUnattributable(beforeInvalidRate(this.#read.read, this.batch), this.#toDeadLetter);
    this.#commitSpan ??= this.#read.span?.child('commit');
    const { records } = this.#kept;
    const last = records.at(-1)?.record;
    const { owned, checkpoint } = this.batch;
    return {
      events: records.flatMap((entry) => (entry.kind === 'accepted' ? [entry.changes] : [])),
      deadLetters: (rejected) => rejectionsOf(records, rejected).map(this.#toDeadLetter),
      advance:
        last === undefined
          ? null
          : { ...owned.topicPartition, checkpoint, nextOffset: last.offset + 1, asOf: last.appendedAt },
    };
  }

  async committed({ rejected, deadLetters }: Committed): Promise<BatchOutcome> {
    const { records, failure, unattributable } = this.#kept;
    const { owned, checkpoint } = this.batch;
    const wasRejected = rejectedIn(rejected);
    owned.breaker.record(
      records.map((entry) => (entry.kind === 'rejected' || wasRejected(entry)) && counts(this.batch, entry.record)),
    );
    this.#count(records.filter((entry) => !wasRejected(entry)));
    this.#announce(deadLetters);
    const last = records.at(-1)?.record;
    const nextOffset = last === undefined ? this.#read.first : last.offset + 1;
    if (unattributable === null) return { nextOffset, asOf: last?.appendedAt ?? null, failure };
    return await passUnattributable(
      { ...this.#options, onStored: this.#announce },
      unattributable,
      last === undefined ? checkpoint : nextOffset,
    );
  }

  end(error: unknown): void {
    const { span, end } = this.#read;
    if (error === null) end();
    for (const open of [this.#commitSpan, span]) {
      if (error !== null) open?.fail(failureCode(error));
      open?.end();
    }
  }

  readonly #toDeadLetter = (rejection: Rejection): DeadLetter => {
    const { stream, clock } = this.#options;
    return deadLetterOf(rejection, { ...this.batch.owned.topicPartition, stream }, clock());
  };

  #count(records: readonly ReadRecord[]): void {
    const { events } = this.#options.metrics;
    for (const entry of records) {
      if (entry.kind === 'skipped') events.inc({ type: 'none', outcome: 'skipped' });
      else if (entry.kind === 'accepted') events.inc({ type: entry.eventType, outcome: 'applied' });
    }
  }

  readonly #announce = (deadLetters: readonly DeadLetter[]): void => {
    const { metrics, onSetAside } = this.#options;
    if (deadLetters.length > 0) onSetAside?.(deadLetters);
    for (const { eventType, reason } of deadLetters) {
      metrics.events.inc({ type: eventType ?? 'unknown', outcome: 'dead_letter' });
      metrics.deadLetters.inc({ reason });
    }
  };
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
