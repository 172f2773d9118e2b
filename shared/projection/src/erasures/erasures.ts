import type { SlotChange } from '@fundlens/read-models/document';
import { ERASED, type ErasureMark, marksOf, type Subject } from '@fundlens/read-models/erasure';
import type { DocumentChanges } from '../fold/fold.ts';

/** Who was erased, as the majority of the servers has it: never from memory. */
export type Erasures = {
  /** Those of `marks` that are set. */
  among(marks: Iterable<ErasureMark>): Promise<ReadonlySet<ErasureMark>>;
};

/** For code that has no erasures to heed: tests and measurements. */
export const NO_ERASURES: Erasures = { among: async () => new Set() };

type AboutSomebody = {
  /** Null: about nobody who could be erased. */
  readonly subject: Subject | null;
  readonly documents: readonly DocumentChanges[];
};

export function marksOfAll(events: readonly Pick<AboutSomebody, 'subject'>[]): Set<ErasureMark> {
  return new Set(events.flatMap(({ subject }) => (subject === null ? [] : marksOf(subject))));
}

export function isAboutErased({ subject }: Pick<AboutSomebody, 'subject'>, erased: ReadonlySet<ErasureMark>): boolean {
  return subject !== null && marksOf(subject).some((mark) => erased.has(mark));
}

/** The event with nothing left but slots that outrank every version, when it is about somebody who was erased. */
export function withErasures<Event extends AboutSomebody>(event: Event, erased: ReadonlySet<ErasureMark>): Event {
  return isAboutErased(event, erased) ? { ...event, documents: event.documents.map(erasedChanges) } : event;
}

function erasedChanges(document: DocumentChanges): DocumentChanges {
  return { ...document, changes: document.changes.map(erasedChange) };
}

/** The same slot of the same document, erased. */
export function erasedChange({ documentId, slot }: Pick<SlotChange, 'documentId' | 'slot'>): SlotChange {
  return { documentId, slot, version: ERASED, value: null };
}
