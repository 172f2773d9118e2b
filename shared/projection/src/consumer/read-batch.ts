import type { Stream } from '@fundlens/contracts/definition/event-definition';
import { during, NO_TRACING, type Span, type Tracing } from '@fundlens/runtime/tracing';
import { deadLetterOf } from '../dead-letters/dead-letter.ts';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';
import type { Metrics } from '../health/metrics.ts';
import type { OnStep } from '../writer/document-writer.ts';
import { affirmTaken } from './affirmations.ts';
import { startBatchSpan } from './batch-span.ts';
import type { QueuedBatch } from './owned-partition.ts';
import { type ReadEventsOptions, type ReadResult, readEvents } from './read-events.ts';
import { holdUnattributable } from './unattributable-events.ts';

/** Decode → redact → project. Must not reject: a failure is part of what was read. */
export type ReadBatch = (batch: QueuedBatch, onStep: OnStep) => Promise<BatchReading>;

/** What was read of a batch, on its way to its checkpoint. */
export type BatchReading = ReadResult & {
  /** Without its records: they hold the buffers of whole fetches. */
  readonly batch: QueuedBatch;
  readonly stream: Stream;
  /** Ends with the commit. */
  readonly span: Span | null;
  readonly stopTimer: () => void;
};

export type ReadBatchOptions = ReadEventsOptions & {
  readonly topics: Readonly<Record<Stream, string>>;
  readonly deadLetters: DeadLetterStore;
  readonly metrics: Metrics;
  /** Whether readers use the generation that is written: it decides on its records itself, and asks nothing. */
  readonly isActive: () => boolean;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Default: no batch is traced. */
  readonly tracing?: Tracing;
};

export function createReadBatch(options: ReadBatchOptions): ReadBatch {
  const { metrics, tracing = NO_TRACING } = options;
  const streams = Object.keys(options.topics) as Stream[];

  return async (given, onStep) => {
    const { owned, records } = given;
    const stream = streams.find((one) => options.topics[one] === owned.topicPartition.topic);
    if (stream === undefined) throw new TypeError('a consumer reads the topics of streams');
    const stopTimer = metrics.batchSeconds.startTimer({ stream });
    const span = startBatchSpan(tracing, owned.topicPartition, records);
    const read = await during(span, ['read'], () => readOf(options, { ...given, stream }, onStep));
    const last = read.records.at(-1)?.record;
    if (last !== undefined && !given.isOver())
      owned.affirmed = affirmTaken(owned.affirmed, { nextOffset: last.offset + 1, asOf: last.appendedAt });
    return { ...read, batch: { ...given, records: [] }, stream, span, stopTimer };
  };
}

async function readOf(
  { isActive, deadLetters, clock, ...options }: ReadBatchOptions,
  { owned: { topicPartition, affirmed }, records, stream }: QueuedBatch & { readonly stream: Stream },
  onStep: OnStep,
): Promise<ReadResult> {
  try {
    const [first, last] = [records[0]?.offset ?? 0, records.at(-1)?.offset ?? 0];
    const decided = isActive() ? new Map<number, never>() : await deadLetters.decided(topicPartition, first, last);
    const read = await readEvents(topicPartition.topic, records, { ...options, affirmed, decided }, onStep);
    if (stream !== 'access') return read;
    return await holdUnattributable(read, topicPartition, {
      ...deadLetters,
      toDeadLetter: (rejection) => deadLetterOf(rejection, { ...topicPartition, stream }, clock()),
    });
  } catch (error) {
    return { records: [], failure: { error } };
  }
}
