import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { definitionOf } from '@fundlens/read-models/definitions';
import { documentKey } from '@fundlens/read-models/document';
import { isErased } from '@fundlens/read-models/erasure';
import { PARTITION_STATE_VALID_MS } from '@fundlens/read-models/partition-state';
import { kindOf, type Slot } from '@fundlens/read-models/slot';
import type { TopicBounds } from '../log/source.ts';
import type { ScanBound, Scanned } from './backward-scan.ts';
import { slotsOfEntity } from './entity-slots.ts';
import { type EntityState, nameOf } from './entity-state.ts';
import type { EventSearch } from './event-search.ts';
import { explainedRecord, setAsideRecord } from './explained-records.ts';
import { notesOf } from './explanation-notes.ts';
import type { ExplainedDocument, ExplainedSlot, Explanation, WaitingPartition } from './explanation.ts';
import type { Question } from './question.ts';
import type { RecordOutcome } from './record-outcomes.ts';
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
  readonly undecided: Explanation['undecided'];
  /** Slots whose record was not found. */
  readonly missing: number;
  /** Records that were delivered. */
  readonly read: number;
  readonly bounds: (topic: string) => Promise<TopicBounds>;
};

/** Puts together what is shown; data in, data out but for the ends of the logs. */
export async function explanationOf(parts: ExplanationParts): Promise<Explanation> {
  const { question, state, outcomes, scanned, search, since, deadLetters } = parts;
  const unread = unreadDeadLetters(parts);
  const aside = unread.filter(({ status }) => status !== 'replayed');
  const read = outcomes.map((outcome) => explainedRecord(outcome, question));
  const records = [...read, ...aside.map((deadLetter) => setAsideRecord(deadLetter, question))];
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
    undecided: parts.undecided,
    erasedAt: state.erasures.length === 0 ? null : Math.min(...state.erasures.map(({ at }) => at)),
    searched: { records: parts.read, since, isComplete: ranges.every(({ bound }) => !CUT.has(bound)), ranges },
    notes: notesOf({ ...parts, found, replayedUnread: unread.length - aside.length }),
  };
}

/** `since` too: an event that is not found may be older. Ranges of entities that are stored nowhere never end there. */
const CUT: ReadonlySet<ScanBound> = new Set(['records', 'matches', 'time', 'since']);

/** Dead letters of the entities whose records were not read: the log has lost them, or they are many. */
function unreadDeadLetters({ outcomes, state }: ExplanationParts): DeadLetter[] {
  const read = new Set(outcomes.map(({ deadLetter }) => deadLetter?._id));
  return state.deadLetters.filter(({ _id }) => !read.has(_id));
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
