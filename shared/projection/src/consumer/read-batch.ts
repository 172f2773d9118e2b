import type { Stream } from '@fundlens/contracts/definition/event-definition';
import { FatalError, RetryableError } from '@fundlens/runtime/errors';
import { during, NO_TRACING, type Span, type Tracing } from '@fundlens/runtime/tracing';
import { deadLetterOf, type Rejection } from '../dead-letters/dead-letter.ts';
import type { DeadLetterStore } from '../dead-letters/dead-letter-store.ts';
import { accessBlock, readKey } from '../dead-letters/readable-key.ts';
import type { Metrics } from '../health/metrics.ts';
import type { SourceRecord, TopicPartition } from '../log/source.ts';
import type { OnStep } from '../writer/document-writer.ts';
import { affirmTaken } from './affirmations.ts';
import type { QueuedBatch } from './owned-partition.ts';
import { type ReadEventsOptions, type ReadRecord, type ReadResult, readEvents } from './read-events.ts';

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
  /** Whether readers use the generation that is written: it decides on its records itself, and asks of the access stream alone. */
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

/** That indicates a wrong topic, schema or deployment. */
const MOSTLY_INVALID =
  'Most events of this partition are invalid: an operator must check them before more are set aside.';

async function readOf(
  { isActive, deadLetters, clock, ...options }: ReadBatchOptions,
  { owned: { topicPartition, affirmed, breaker }, records, stream }: QueuedBatch & { readonly stream: Stream },
  onStep: OnStep,
): Promise<ReadResult> {
  try {
    const [first, last] = [records[0]?.offset ?? 0, records.at(-1)?.offset ?? 0];
    const isAsked = stream === 'access' || !isActive();
    const discarded = isAsked ? await deadLetters.discarded(topicPartition, first, last) : new Set<number>();
    const read = await readEvents(topicPartition.topic, records, { ...options, affirmed, discarded }, onStep);
    const flood = breaker(
      read.records.map(({ kind, record: { offset } }) => ({ offset, isInvalid: kind === 'rejected' })),
    );
    const open = stream === 'access' ? read.records.findIndex(isUnattributable) : -1;
    const endAt = (end: number, error: Error) => ({ records: read.records.slice(0, end), failure: { error } });
    if (flood !== null && (open < 0 || flood <= open)) {
      return endAt(flood, new FatalError('mostly_invalid', MOSTLY_INVALID));
    }
    if (open < 0) return read;
    // All of the batch: an operator looks at them, and discards them, at once.
    const held = read.records.filter(isUnattributable);
    await deadLetters.store(held.map((entry) => deadLetterOf(entry, { ...topicPartition, stream }, clock())));
    return endAt(
      open,
      new RetryableError('access_event_unreadable', 'An access event without a readable key is open.'),
    );
  } catch (error) {
    return { records: [], failure: { error } };
  }
}

/**
 * An invalid access event whose key cannot be read: the entity to block is unknown. Ends the reading before it until an
 * operator discards it. One of a foreign type does not concern access.
 */
function isUnattributable(entry: ReadRecord): entry is ReadRecord & Rejection {
  if (entry.kind !== 'rejected' || entry.error.code === 'wrong_record_type') return false;
  const entity = readKey(entry.record.key);
  return entity === null || accessBlock(entity) === null;
}

/** Spans of more producers are not linked; OpenTelemetry keeps so many. */
const MAX_LINKS = 128;
/** A `traceparent` whose trace is recorded. */
const IS_SAMPLED = /-[0-9a-f]*[13579bdf]$/;

/**
 * The span of a batch, with links to its publishers' spans, by the semantic conventions of messaging. It goes on with the
 * first of their traces that is recorded, so that whoever follows that one sees what became of it.
 * @returns null when traces are off, or the batch is not sampled.
 */
function startBatchSpan(
  tracing: Tracing,
  { topic, partition }: TopicPartition,
  records: readonly SourceRecord[],
): Span | null {
  const links = records.flatMap(({ traceparent }) => traceparent ?? []);
  return tracing.start(`process ${topic}`, {
    kind: 'consumer',
    parent: links.find((traceparent) => IS_SAMPLED.test(traceparent)),
    links: links.slice(0, MAX_LINKS),
    attributes: {
      'messaging.system': 'kafka',
      'messaging.operation.type': 'process',
      'messaging.operation.name': 'process',
      'messaging.destination.name': topic,
      'messaging.destination.partition.id': String(partition),
      'messaging.batch.message_count': records.length,
    },
  });
}
