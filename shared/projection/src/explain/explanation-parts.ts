import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { definitionOf } from '@fundlens/read-models/definitions';
import { documentKey } from '@fundlens/read-models/document';
import { isErased } from '@fundlens/read-models/erasure';
import { PARTITION_STATE_VALID_MS } from '@fundlens/read-models/partition-state';
import { kindOf, type Slot } from '@fundlens/read-models/slot';
import type { TopicBounds } from '../log/source.ts';
import type { ScanBound, Scanned } from './backward-scan.ts';
import { ID_READS_AS_SSN } from '../dead-letters/dead-letter.ts';
import { readKey } from '../dead-letters/readable-key.ts';
import { keyText } from './entity-pattern.ts';
import { slotsOfEntity } from './entity-slots.ts';
import { type EntityState, nameOf } from './entity-state.ts';
import type { EventSearch } from './event-search.ts';
import { notesOf } from './explanation-notes.ts';
import type {
  ExplainedDocument,
  ExplainedRecord,
  ExplainedSlot,
  Explanation,
  Visible,
  WaitingPartition,
} from './explanation.ts';
import type { Question } from './question.ts';
import type { LogRecord, RecordOutcome } from './record-outcomes.ts';
import { routesOf } from './shown-routes.ts';

export type ExplanationParts = {
  readonly question: Question;
  readonly state: EntityState;
  readonly deadLetters: ReadonlyMap<string, DeadLetter>;
  readonly outcomes: readonly RecordOutcome[];
  readonly scanned: readonly Scanned[];
  /** Null: no event was looked for. */
  readonly search: EventSearch | null;
  readonly since: number;
  /** Slots whose record was not found. */
  readonly missing: number;
  /** Records that were delivered. */
  readonly read: number;
  readonly bounds: (topic: string) => Promise<TopicBounds>;
};

/** Puts together what is shown; data in, data out but for the ends of the logs. */
export async function explanationOf(parts: ExplanationParts): Promise<Explanation> {
  const { question, state, outcomes, scanned, search, since, deadLetters, read } = parts;
  const records = outcomes.map((outcome) => explainedRecord(outcome, question)).reverse();
  const documents = documentsOf(state);
  const isStored = documents.length > 0 || deadLetters.size > 0;
  const found = search === null ? records.length > 0 || isStored : search.found !== null;
  const ranges = [...(search?.scanned ?? []), ...scanned].map(({ topic, partition, from, end, bound }) => ({
    ...{ topic, partition, from, end, bound },
  }));
  return {
    question: question.text,
    found,
    records: records.sort((a, b) => b.appendedAt - a.appendedAt || b.offset - a.offset),
    documents,
    waiting: await waitingOf(parts),
    erasedAt: state.erasures.length === 0 ? null : Math.min(...state.erasures.map(({ at }) => at)),
    searched: { records: read, since, isComplete: ranges.every(({ bound }) => !CUT.has(bound)), ranges },
    notes: notesOf({ ...parts, found }),
  };
}

/** `since` too: an event that is not found may be older. Ranges of entities that are stored nowhere never end there. */
const CUT: ReadonlySet<ScanBound> = new Set(['records', 'matches', 'time', 'since']);

function explainedRecord(outcome: RecordOutcome, question: Question): ExplainedRecord {
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
    isAsked: question.kind === 'event' && eventId === question.eventId.toLowerCase(),
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

/** The documents that hold a slot of the entities, with the views that read it. */
function documentsOf({ entities, documents }: EntityState): ExplainedDocument[] {
  const refs = entities.flatMap(slotsOfEntity);
  return documents.flatMap((document) => {
    const { model, key, revision, slots: all, views: shown } = document;
    const names = refs.filter(
      ({ model: name, id }) => nameOf({ model: name, key: documentKey(id) }) === nameOf(document),
    );
    const slots = names.flatMap(({ slot: name }) => {
      const slot = all.get(name);
      return slot === undefined ? [] : [explainedSlot(name, slot)];
    });
    if (slots.length === 0) return [];
    const kinds = new Set(slots.map(({ slot }) => kindOf(slot)));
    const views = definitionOf(model).views.filter(({ reads, readsLifeOf = [] }) =>
      [...reads, ...readsLifeOf].some((kind) => kinds.has(kind)),
    );
    return [
      {
        ...{ model, key, revision, slots },
        views: views.map(({ name }) => ({ name, shows: shown.includes(name), routes: routesOf(model, name, key) })),
      },
    ];
  });
}

function explainedSlot(name: string, slot: Slot): ExplainedSlot {
  const { epoch, version, eventId, occurredAt, at = null, value } = slot;
  const state = isErased(slot) ? 'erased' : value === null ? 'deleted' : 'live';
  return { slot: name, epoch, version, eventId, occurredAt, changedAt: at, state };
}

async function waitingOf({ outcomes, state, bounds }: ExplanationParts): Promise<WaitingPartition[]> {
  const waiting = new Map<string, WaitingPartition>();
  for (const { outcome, record } of outcomes) {
    const { topic, partition } = record;
    if (outcome !== 'not_reached' || waiting.has(`${topic}:${partition}`)) continue;
    const said = state.partitionStates.find((found) => found.topic === topic && found.partition === partition) ?? null;
    const end = (await bounds(topic)).partitions.get(partition)?.end ?? 0;
    const projector =
      said === null ? null : { status: said.status, reason: said.reason, since: said.since, seenAt: said.seenAt };
    waiting.set(`${topic}:${partition}`, {
      ...{ topic, partition, end, projector },
      nextOffset: state.nextOffset(record),
      hasNoProjector: said === null || state.readAt - said.seenAt > PARTITION_STATE_VALID_MS,
    });
  }
  return [...waiting.values()];
}
