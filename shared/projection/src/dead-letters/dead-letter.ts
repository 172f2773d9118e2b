import { hash } from 'node:crypto';
import type { Stream } from '@fundlens/contracts/definition/event-definition';
import { eventTypeOfEntity } from '@fundlens/contracts/event-types';
import { type SeenEvent, schemaIdOf } from '@fundlens/contracts/wire/codec';
import { UNKNOWN_SCHEMA } from '@fundlens/contracts/wire/writer-schemas';
import { type DeadLetter, deadLetterId } from '@fundlens/read-models/dead-letter';
import type { Redacted } from '@fundlens/redaction/event-shape';
import { redactText } from '@fundlens/redaction/redact-text';
import type { InvalidError } from '@fundlens/runtime/errors';
import type { SourceRecord, TopicPartition } from '../log/source.ts';
import { accessBlock, readKey } from './readable-key.ts';

/** An event that is to be set aside, as far as it was read. */
export type Rejection = {
  readonly record: SourceRecord;
  readonly error: InvalidError;
  /** Null when not even the record's type could be read. */
  readonly seen: SeenEvent | null;
  /** Null where no clean one exists. */
  readonly event: Redacted<object> | null;
};

/** An id of the event reads as a Social Security number: nothing that is made of its ids may be shown. */
const ID_READS_AS_SSN = 'id_reads_as_ssn';

/** @param now epoch milliseconds */
export function deadLetterOf(
  rejection: Rejection,
  topicPartition: TopicPartition & { readonly stream: Stream },
  now: number,
): DeadLetter {
  const { record, error, seen, event } = rejection;
  const { stream, topic, partition } = topicPartition;
  // Access events have no field from which a subject number is learnt, so there an id can only be refused for how it reads,
  // and `readKey` has seen that already: the key of the others stays usable for blocking.
  const hidesKey = error.code === ID_READS_AS_SSN && stream !== 'access';
  const entity = hidesKey ? null : readKey(record.key);
  const schemaId = error.code === UNKNOWN_SCHEMA && record.value !== null ? schemaIdOf(record.value) : null;
  const block = stream === 'access' && entity !== null ? accessBlock(entity) : null;
  return {
    _id: deadLetterId({ topic, partition, offset: record.offset }),
    stream,
    topic,
    partition,
    offset: record.offset,
    // A hash of what is not shown could be undone: nine digits are soon guessed.
    keyHash: record.key === null || entity === null ? null : hash('sha256', record.key),
    reason: error.code,
    rule: redactText(error.message),
    field: error.field === undefined ? null : redactText(error.field),
    eventType: seen?.type ?? (entity === null ? null : eventTypeOfEntity(entity.entity)),
    eventId: seen?.eventId ?? null,
    entity,
    // An erasure finds the payloads of a subject by their entity.
    payload: entity === null || event === null ? null : payloadText(event),
    occurredAt: seen?.occurredAt ?? null,
    receivedAt: record.appendedAt,
    status: 'open',
    generations: [],
    attempts: 1,
    lastAttemptAt: now,
    ...(block === null ? {} : { blocks: block }),
    ...(schemaId === null ? {} : { schemaId }),
  };
}

/** Enough for an operator to recognise the event; the log still has all of it. */
const MAX_PAYLOAD_CHARACTERS = 64 * 1024;

/** JSON text, bytes shown by their number only; null when it is too long. */
function payloadText(event: Redacted<object>): string | null {
  // Bytes are fields of the event itself, never deeper; Buffers would turn themselves into arrays of numbers.
  const shown = Object.entries(event).map(([name, value]) => {
    return [name, value instanceof Uint8Array ? `(${value.byteLength} bytes)` : value];
  });
  const text = JSON.stringify(Object.fromEntries(shown));
  return text.length <= MAX_PAYLOAD_CHARACTERS ? text : null;
}

/** Enough to see what goes wrong; a flood must not fill the log. */
const MAX_LOGGED = 20;

/** Of the dead letters of one batch, for a line of the log: place, reason, and what may be shown of the key. */
export function loggedOf(deadLetters: readonly DeadLetter[]): object {
  const first = deadLetters.slice(0, MAX_LOGGED);
  const shown = first.map(({ _id, reason, field, eventType, entity, blocks }) => {
    return { deadLetter: _id, reason, field, eventType, entity, blocks };
  });
  return { count: deadLetters.length, deadLetters: shown };
}
