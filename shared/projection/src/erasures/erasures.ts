import type { SlotChange } from '@fundlens/read-models/document';
import { ERASED, type ErasureMark, marksOf } from '@fundlens/read-models/erasure';
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

export function marksOfAll(events: readonly EventChanges[]): Set<ErasureMark> {
  const marks = new Set<ErasureMark>();
  for (const { subject } of events) if (subject !== null) for (const mark of marksOf(subject)) marks.add(mark);
  return marks;
}

export function isAboutErased({ subject }: EventChanges, erased: Erased): boolean {
  return erased.size > 0 && subject !== null && marksOf(subject).some((mark) => erased.has(mark));
}

/**
 * The event with nothing left but slots that outrank every version, when it is about a subject that was erased. Clients are
 * told of it no earlier than of the erasure: a generation that is made later takes events from long before.
 */
export function withErasures(event: EventChanges, erased: Erased): EventChanges {
  if (event.subject === null || !isAboutErased(event, erased)) return event;
  const setAt = Math.max(...marksOf(event.subject).map((mark) => erased.get(mark) ?? 0));
  const documents = event.documents.map(({ readModel, time, ...change }) => {
    const told = time && { time: { ...time, at: Math.max(time.at, setAt) } };
    return { readModel, ...erasedChange({ ...change, ...told }) };
  });
  return { ...event, documents };
}

/** The same slot of the same document, erased at the same time. */
export function erasedChange({ documentId, slot, time }: Pick<SlotChange, 'documentId' | 'slot' | 'time'>): SlotChange {
  return { documentId, slot, version: ERASED, value: null, ...(time !== undefined && { time }) };
}
