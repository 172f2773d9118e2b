import { STORED_REPORT } from '@fundlens/read-models/credit-reports/credit-reports';
import type { SlotChange } from '@fundlens/read-models/document';
import { ERASED, ERASED_STATE, type ErasureMark, marksOf } from '@fundlens/read-models/erasure';
import type { EventChanges } from '../fold/fold.ts';

/** The erased subjects, as the majority of the servers has them. */
export type Erasures = {
  /** Those of `marks` that are stored. With `maxAgeMs` the result may come from a cache of that age. */
  among(marks: Iterable<ErasureMark>, how?: { readonly maxAgeMs: number }): Promise<ReadonlySet<ErasureMark>>;
};

/** One after the other: where no mark is set at all, no further one is asked for. */
export function* marksOfAll(events: readonly EventChanges[]): Generator<ErasureMark> {
  for (const { subject } of events) if (subject !== null) yield* marksOf(subject);
}

/** The event with nothing left but slots that outrank every version, when it is about a subject that was erased. */
export function withErasures(event: EventChanges, erased: ReadonlySet<ErasureMark>): EventChanges {
  if (event.subject === null || erased.size === 0) return event;
  if (!marksOf(event.subject).some((mark) => erased.has(mark))) return event;
  const documents = event.documents.map(({ readModel, ...change }) => ({ readModel, ...erasedChange(change) }));
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
