import type { SlotChange } from '@fundlens/read-models/document';
import { ERASED, type ErasureMark, marksOf, type Subject } from '@fundlens/read-models/erasure';
import type { DocumentChanges } from '../fold/fold.ts';

/** The erased subjects, as the majority of the servers has them. */
export type Erasures = {
  /**
   * Those of `marks` that are stored. With `maxAgeMs` the result may come from a cache of that age.
   */
  among(marks: Iterable<ErasureMark>, how?: { readonly maxAgeMs: number }): Promise<ReadonlySet<ErasureMark>>;
};

type AboutSubject = {
  /** Null: about no subject that could be erased. */
  readonly subject: Subject | null;
  readonly documents: readonly DocumentChanges[];
};

export function marksOfAll(events: readonly Pick<AboutSubject, 'subject'>[]): Set<ErasureMark> {
  const marks = new Set<ErasureMark>();
  for (const { subject } of events) if (subject !== null) for (const mark of marksOf(subject)) marks.add(mark);
  return marks;
}

export function isAboutErased({ subject }: Pick<AboutSubject, 'subject'>, erased: ReadonlySet<ErasureMark>): boolean {
  return erased.size > 0 && subject !== null && marksOf(subject).some((mark) => erased.has(mark));
}

/** The event with nothing left but slots that outrank every version, when it is about a subject that was erased. */
export function withErasures<Event extends AboutSubject>(event: Event, erased: ReadonlySet<ErasureMark>): Event {
  return isAboutErased(event, erased) ? { ...event, documents: event.documents.map(erasedChanges) } : event;
}

function erasedChanges(document: DocumentChanges): DocumentChanges {
  return { ...document, changes: document.changes.map(erasedChange) };
}

/** The same slot of the same document, erased at the same time. */
export function erasedChange({ documentId, slot, time }: Pick<SlotChange, 'documentId' | 'slot' | 'time'>): SlotChange {
  return { documentId, slot, version: ERASED, value: null, ...(time !== undefined && { time }) };
}
