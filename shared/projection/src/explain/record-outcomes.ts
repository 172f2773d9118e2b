import { type DeadLetter, deadLetterId } from '@fundlens/read-models/dead-letter';
import { type ErasureMark, isErased } from '@fundlens/read-models/erasure';
import { compareSlots, type Slot, type Slots } from '@fundlens/read-models/slot';
import type { ReadRecord } from '../consumer/read-events.ts';
import { isAboutErased } from '../erasures/erasures.ts';
import { slotOf } from '../fold/fold.ts';
import type { TopicPartition } from '../log/source.ts';
import { type Arrival, type SlotVerdict, slotVerdicts } from './slot-outcomes.ts';

/**
 * What became of a record: that of its slots (`SlotVerdict`), or
 *
 * - dead_letter, discarded: it is set aside, open or for good
 * - erased: its subject was erased, so nothing of it is in a document
 * - not_reached: it is at or behind the checkpoint
 * - skipped: a compaction marker, which says nothing
 */
export type Outcome = SlotVerdict['outcome'] | 'dead_letter' | 'discarded' | 'erased' | 'not_reached' | 'skipped';

/** A record of the log as this process reads it. */
export type LogRecord = TopicPartition & {
  readonly read: ReadRecord;
  /** Whether everything that the partition had before it, of the same entities, is given too. */
  readonly afterAll: boolean;
};

/** What is stored of the entities, in the versions that are read. Read after the log's end was. */
export type StoredState = {
  /** Slots by `<read model>/<_id>`. */
  readonly documents: ReadonlyMap<string, Slots>;
  readonly deadLetters: ReadonlyMap<string, DeadLetter>;
  readonly erased: ReadonlySet<ErasureMark>;
  /** Everything of the partition below this offset is in the documents or a dead letter. */
  readonly nextOffset: (topicPartition: TopicPartition) => number;
};

export type SlotOutcome = Omit<SlotVerdict, 'by'> & {
  readonly document: string;
  readonly slot: string;
  readonly by: LogRecord | null;
};

export type RecordOutcome = {
  readonly record: LogRecord;
  readonly outcome: Outcome;
  /** Why it is invalid, as this process finds or its dead letter says; null: it is valid, or was by its replay. */
  readonly invalid: string | null;
  readonly deadLetter: DeadLetter | null;
  /** Empty where the record never came to a slot. */
  readonly slots: readonly SlotOutcome[];
};

/** Of several slots, the one that says most. */
const STRONGEST: readonly Outcome[] = ['not_applied', 'shown', 'replaced', 'outranked', 'duplicate'];

/**
 * What became of each record. The outcome follows from the log, the documents and the dead letters, not from a history of what
 * projectors did: documents converge, so what they hold says which state won.
 */
export function recordOutcomes(records: readonly LogRecord[], stored: StoredState): RecordOutcome[] {
  const bySlot = new Map<string, { readonly document: string; readonly slot: string; arrivals: Arrival[] }>();
  const aside = records.map((record, index): RecordOutcome | null => {
    const outside = outcomeOutside(record, stored);
    if (outside !== null) return outside;
    for (const { document, slot, state } of statesOf(record)) {
      const name = `${document} ${slot}`;
      const found = bySlot.get(name) ?? { document, slot, arrivals: [] };
      bySlot.set(name, found);
      found.arrivals.push({ record: index, state, ...arrivalOf(record, stored) });
    }
    return null;
  });
  const slots = records.map((): SlotOutcome[] => []);
  for (const { document, slot, arrivals } of bySlot.values()) {
    arrivals.sort((a, b) => a.arrivedAt - b.arrivedAt || order(records[a.record], records[b.record]));
    const held = stored.documents.get(document)?.get(slot) ?? null;
    for (const [index, { by, ...verdict }] of slotVerdicts(arrivals, held)) {
      slots[index]?.push({ ...verdict, document, slot, by: by === null ? null : (records[by] ?? null) });
    }
  }
  return records.map((record, index) => {
    const own = slots[index] ?? [];
    const outcome = STRONGEST.find((candidate) => own.some((slot) => slot.outcome === candidate)) ?? 'not_applied';
    return aside[index] ?? { record, outcome, invalid: null, deadLetter: deadLetterOf(record, stored), slots: own };
  });
}

/** The outcome of a record that came to no slot; null: it did. */
function outcomeOutside(record: LogRecord, stored: StoredState): RecordOutcome | null {
  const { read } = record;
  const deadLetter = deadLetterOf(record, stored);
  const rejected = read.kind === 'rejected' ? read.rejection.error.code : null;
  const outside = (outcome: Outcome, invalid: string | null = null): RecordOutcome => ({
    ...{ record, outcome, invalid, deadLetter },
    slots: [],
  });
  if (deadLetter?.status === 'open') return outside('dead_letter', deadLetter.reason);
  if (deadLetter?.status === 'discarded') return outside('discarded', deadLetter.reason);
  if (read.kind === 'skipped') return outside('skipped');
  if (!isReached(record, stored)) return outside('not_reached', rejected);
  // Another build has taken it, or its dead letter is gone.
  if (read.kind === 'rejected') return outside('not_applied', rejected);
  return isAboutErased(read.changes, stored.erased) || isErasedIn(record, stored) ? outside('erased') : null;
}

function deadLetterOf({ topic, partition, read }: LogRecord, { deadLetters }: StoredState): DeadLetter | null {
  return deadLetters.get(deadLetterId({ topic, partition, offset: read.record.offset })) ?? null;
}

/** Documents are written before the checkpoint: what they hold already is reached. */
function isReached(record: LogRecord, stored: StoredState): boolean {
  const { offset, appendedAt } = record.read.record;
  if (offset < stored.nextOffset(record)) return true;
  return statesOf(record).some(({ document, slot, state }) => {
    const held = stored.documents.get(document)?.get(slot);
    return held !== undefined && held.at === appendedAt && compareSlots(held, state) === 0;
  });
}

/** An erased slot says so itself, also where the mark is not known here. */
function isErasedIn(record: LogRecord, { documents }: StoredState): boolean {
  const held = statesOf(record).map(({ document, slot }) => documents.get(document)?.get(slot));
  return held.length > 0 && held.every((slot) => slot !== undefined && isErased(slot));
}

type State = { readonly document: string; readonly slot: string; readonly state: Slot };

function statesOf({ read }: LogRecord): State[] {
  if (read.kind !== 'accepted') return [];
  return read.changes.documents.flatMap(({ readModel, key, changes }) =>
    changes.map((change) => ({
      document: `${readModel.name}/${key}`,
      slot: change.slot,
      state: slotOf(readModel, change),
    })),
  );
}

function arrivalOf(record: LogRecord, stored: StoredState): Pick<Arrival, 'arrivedAt' | 'afterAll'> {
  const replayed = deadLetterOf(record, stored)?.resolution?.at;
  // What came between the record and its replay is not in the order of the log.
  if (replayed !== undefined) return { arrivedAt: replayed, afterAll: false };
  return { arrivedAt: record.read.record.appendedAt, afterAll: record.afterAll };
}

function order(a: LogRecord | undefined, b: LogRecord | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return a.partition - b.partition || a.read.record.offset - b.read.record.offset;
}
