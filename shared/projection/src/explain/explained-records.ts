import { isEventType } from '@fundlens/contracts/event-types';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import type { Slot } from '@fundlens/read-models/slot';
import { ID_READS_AS_SSN } from '../dead-letters/dead-letter.ts';
import { readKey } from '../dead-letters/readable-key.ts';
import { keyText } from './entity-pattern.ts';
import type { ExplainedRecord, Visible } from './explanation.ts';
import type { Question } from './question.ts';
import type { LogRecord, RecordOutcome } from './record-outcomes.ts';

/** What a dead letter says of its record. */
export function setAsideRecord(deadLetter: DeadLetter, question: Question): ExplainedRecord {
  const { topic, partition, offset, receivedAt: appendedAt, reason: invalid, entity, status } = deadLetter;
  const eventId = deadLetter.eventId ?? null;
  const type = deadLetter.eventType;
  return {
    ...{ topic, partition, offset, appendedAt, eventId, invalid, version: null, deletes: null, wasApplied: null },
    ...{ by: null, slots: [], visible: { notBefore: null, notAfter: null } },
    key: entity === null ? null : keyText(entity),
    eventType: isEventType(type) ? type : null,
    outcome: status === 'open' ? 'dead_letter' : 'discarded',
    deadLetter: explainedDeadLetter(deadLetter),
    isAsked: isAsked(eventId, question),
  };
}

function isAsked(eventId: string | null, question: Question): boolean {
  return question.kind === 'event' && eventId === question.eventId.toLowerCase();
}

export function explainedRecord(outcome: RecordOutcome, question: Question): ExplainedRecord {
  const { record, deadLetter, slots, invalid } = outcome;
  const { topic, partition, read } = record;
  const { offset, appendedAt } = read.record;
  const seen = read.kind === 'rejected' ? read.rejection.seen : null;
  const change = changeOf(record);
  const eventId = (read.kind === 'accepted' ? read.eventId : seen?.eventId) ?? deadLetter?.eventId ?? null;
  const strongest = slots.find((slot) => slot.outcome === outcome.outcome);
  return {
    ...{ topic, partition, offset, appendedAt, eventId, invalid },
    key: shownKey(outcome),
    eventType: read.kind === 'accepted' ? read.eventType : (seen?.type ?? null),
    version: change === null ? null : versionOf(change.version),
    deletes: change === null ? null : change.value === null,
    outcome: outcome.outcome,
    wasApplied: strongest?.wasApplied ?? null,
    by: byOf(strongest?.by ?? null),
    deadLetter: deadLetter === null ? null : explainedDeadLetter(deadLetter),
    slots: slots.map(({ document, slot, outcome: found }) => ({ document, slot, outcome: found })),
    visible: visibleOf(outcome),
    isAsked: isAsked(eventId, question),
  };
}

/** Ids of valid events may be shown. Of others, what a dead letter of them shows, or would. */
function shownKey({ record: { read }, deadLetter }: RecordOutcome): string | null {
  const { key } = read.record;
  if (key === null || deadLetter?.entity === null) return null;
  if (read.kind === 'accepted') return key.toString('utf8');
  if (read.kind === 'rejected' && read.rejection.error.code === ID_READS_AS_SSN) return null;
  const readable = readKey(key);
  return readable === null ? null : keyText(readable);
}

function changeOf({ read }: LogRecord) {
  return read.kind === 'accepted' ? (read.changes.documents[0]?.changes[0] ?? null) : null;
}

function versionOf({ epoch, version, occurredAt }: Pick<Slot, 'epoch' | 'version' | 'occurredAt'>) {
  return { epoch, version, occurredAt };
}

function byOf(record: LogRecord | null): ExplainedRecord['by'] {
  if (record === null) return null;
  const { topic, partition, read } = record;
  const version = changeOf(record)?.version ?? null;
  return {
    topic,
    partition,
    offset: read.record.offset,
    epoch: version?.epoch ?? null,
    version: version?.version ?? null,
  };
}

function explainedDeadLetter(deadLetter: DeadLetter): ExplainedRecord['deadLetter'] {
  const { _id: id, status, reason, rule, field, attempts, lastAttemptAt, resolution = null } = deadLetter;
  return { id, status, reason, rule, field, attempts, lastAttemptAt, resolution };
}

function visibleOf({ outcome, record, deadLetter }: RecordOutcome): Visible {
  if (outcome !== 'shown' && outcome !== 'replaced') return { notBefore: null, notAfter: null };
  // A dead letter is marked after its event is stored.
  return { notBefore: record.read.record.appendedAt, notAfter: deadLetter?.resolution?.at ?? null };
}
