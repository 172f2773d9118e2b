import { setImmediate } from 'node:timers/promises';
import { type Codec, schemaIdOf, type SeenEvent } from '@fundlens/contracts/wire/codec';
import { definitionOf, type EventOf, type EventType } from '@fundlens/contracts/event-types';
import { MAX_EXPANDED_BATCH_BYTES } from '@fundlens/contracts/definition/limits';
import { UNKNOWN_SCHEMA } from '@fundlens/contracts/wire/writer-schemas';
import type { Subject } from '@fundlens/read-models/erasure';
import type { Redacted, RedactionOptions } from '@fundlens/redaction/event-shape';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { failureCode, InvalidError } from '@fundlens/runtime/errors';
import type { Rejection } from '../dead-letters/dead-letter.ts';
import { type EventChanges, changesOf } from '../fold/fold.ts';
import type { TypedEvent } from '../projections/projection.ts';
import { projections } from '../projections/projections.ts';
import { noop, type OnStep } from '../writer/document-writer.ts';
import type { SourceRecord } from '../log/source.ts';
import { type Affirmation, toldAt } from './affirmations.ts';
import { SHARE_WINDOW } from './invalid-rate-breaker.ts';

/** What was read of one record. */
export type ReadRecord =
  | {
      readonly kind: 'accepted';
      readonly record: SourceRecord;
      readonly seen: SeenEvent;
      readonly changes: EventChanges;
    }
  | ({ readonly kind: 'rejected' } & Rejection)
  /** A compaction marker, or discarded by an operator. */
  | { readonly kind: 'skipped'; readonly record: SourceRecord };

/** `failure`: why reading ended before the last record (retryable or fatal); everything before it was read. */
export type ReadResult = {
  readonly records: readonly ReadRecord[];
  readonly failure: { readonly error: unknown } | null;
};

export type ReadEventsOptions = {
  readonly codec: Pick<Codec, 'decode'>;
  readonly redaction: RedactionOptions;
  /** Of the partition. Default: nothing. */
  readonly affirmed?: readonly Affirmation[];
  /** The offsets of those that operators have discarded. Default: none. */
  readonly discarded?: ReadonlySet<number>;
};

/**
 * A large batch must not delay revocations, heartbeats and health checks, which run on the same thread: after so much
 * work, some milliseconds, it yields; several partitions may do so much before others run. Small records cost more than
 * their bytes.
 */
const BYTES_BETWEEN_YIELDS = 32 * 1024;
const BYTES_PER_RECORD = 4 * 1024;

/** Decode → redact → project, record by record. An invalid record is a result; any other failure ends what is read. */
export async function readEvents(
  topic: string,
  records: readonly SourceRecord[],
  options: ReadEventsOptions,
  onStep: OnStep = noop,
): Promise<ReadResult> {
  const read: ReadRecord[] = [];
  let failure: ReadResult['failure'] = null;
  const unknown = new Set<number | null>();
  let bytes = 0;
  for (const record of records) {
    const { value } = record;
    const schemaId = value && schemaIdOf(value);
    if (unknown.has(schemaId)) continue;
    bytes += BYTES_PER_RECORD + (value?.byteLength ?? 0);
    if (bytes > BYTES_BETWEEN_YIELDS) {
      bytes = 0;
      await setImmediate();
      await onStep();
    }
    try {
      const entry = await readRecord(topic, record, options);
      if (failure === null) read.push(entry);
    } catch (error) {
      failure ??= { error };
      // More stop the partition: they are most of what arrives.
      if (failureCode(error) !== UNKNOWN_SCHEMA || unknown.size >= SHARE_WINDOW) break;
      // The waits for the others of the batch begin, too: else each would hold the partition after the other.
      unknown.add(schemaId);
    }
  }
  return { records: read, failure };
}

async function readRecord(topic: string, record: SourceRecord, options: ReadEventsOptions): Promise<ReadRecord> {
  const { key, value } = record;
  if (value === null || options.discarded?.has(record.offset) === true) return { kind: 'skipped', record };
  let seen: SeenEvent | null = null;
  let redacted: Redacted<object> | null = null;
  try {
    if (record.refusedRecords !== undefined) throw tooLarge(record.refusedRecords);
    const decoded = await options.codec.decode({ topic, key, value }, (found) => {
      seen = found;
    });
    const { eventId, occurredAt } = decoded.event.meta;
    seen = { type: decoded.type, eventId, occurredAt };
    const projected = redactTyped(decoded, options.redaction);
    redacted = projected.event;
    const documents = changesOf(projections, projected, toldAt(record, options.affirmed ?? []));
    const changes = { appendedAt: record.appendedAt, documents, subject: subjectOf(projected) };
    return { kind: 'accepted', record: withoutValue(record), seen, changes };
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    // What a projection rejects may be shown to the operator. Not where the report is unreadable: then the numbers in it are
    // unknown, and may also be elsewhere in the event.
    const event = error.code.startsWith('report_') ? null : redacted;
    return { kind: 'rejected', record, error, seen, event };
  }
}

/** For as long as the event waits to be stored: key and value are parts of the buffer of a whole fetch. */
function withoutValue({ offset, key, appendedAt }: SourceRecord): SourceRecord {
  return { offset, key: key && Buffer.from(key), value: null, appendedAt };
}

function tooLarge(records: number): InvalidError {
  const mebibytes = MAX_EXPANDED_BATCH_BYTES / 1024 / 1024;
  const sentence = `It is in a compressed batch of ${records} records that expands to more than ${mebibytes} MiB.`;
  return new InvalidError('batch_too_large', sentence);
}

/** Null for events of the access stream, which concern companies and credentials. */
function subjectOf({ type, event }: TypedEvent): Subject | null {
  const { locationId } = event.meta;
  if (definitionOf(type).stream === 'access' || locationId === null) return null;
  return { locationId, contactId: 'contactId' in event ? event.contactId : null };
}

/** The type parameter ties definition and event together for the compiler. */
function redactTyped<T extends EventType>(
  { type, event }: { readonly type: T; readonly event: EventOf<T> },
  redaction: RedactionOptions,
): TypedEvent<T> {
  return { type, event: redactEvent(event, definitionOf(type).redaction, redaction).event } as TypedEvent<T>;
}
