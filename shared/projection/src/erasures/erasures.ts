import { STORED_REPORT } from '@fundlens/read-models/credit-reports/credit-reports';
import type { SlotChange } from '@fundlens/read-models/document';
import { ERASED, ERASED_STATE, type ErasureMark, marksOf } from '@fundlens/read-models/erasure';
import type { EventChanges } from '../fold/fold.ts';

/** The erased subjects, as the majority of the servers has them. */
export type Erasures = {
  /**
   * Those of `marks` that are stored, with when they were set. With `maxAgeMs` the result may come from a cache of that age.
   */
  among(marks: Iterable<ErasureMark>, how?: { readonly maxAgeMs: number }): Promise<Erased>;
};

/** Marks that are set, each with when MongoDB took it, in epoch milliseconds. */
export type Erased = ReadonlyMap<ErasureMark, number>;

/** One after the other: where no mark is set at all, no further one is asked for. */
export function* marksOfAll(events: readonly EventChanges[]): Generator<ErasureMark> {
  for (const { subject } of events) if (subject !== null) yield* marksOf(subject);
}

/**
 * The event with nothing left but slots that outrank every version, when it is about a subject that was erased. Clients are
 * told of it no earlier than of the erasure: a generation that is made later takes events from long before.
 */
export function withErasures(event: EventChanges, erased: Erased): EventChanges {
  if (event.subject === null || erased.size === 0) return event;
  const setAt = Math.max(...marksOf(event.subject).map((mark) => erased.get(mark) ?? Number.NEGATIVE_INFINITY));
  if (setAt === Number.NEGATIVE_INFINITY) return event;
  const documents = event.documents.map(({ readModel, time, ...change }) => {
    const told = time && { time: { ...time, at: Math.max(time.at, setAt) } };
    return { readModel, ...erasedChange({ ...change, ...told }) };
  });
  return { ...event, documents };
}

/**
 * The same slot of the same document, erased at the same time. The text of a report may be another contact's by its next
 * version; of a deleted one nothing is there.
 */
export function erasedChange(change: Omit<SlotChange, 'version' | 'value'> & Partial<SlotChange>): SlotChange {
  const { documentId, slot, time, version = ERASED, value } = change;
  const ofText = value === null ? version : { ...version, eventId: ERASED_STATE };
  return { documentId, slot, version: slot === STORED_REPORT ? ofText : ERASED, value: null, ...(time && { time }) };
}
