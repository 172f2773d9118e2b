import type { Subject } from '@fundlens/read-models/erasure';
import type { DocumentChange } from '../fold/fold.ts';

/** All changes of one event. Its identity names the event within a batch. */
export type EventChanges = {
  /** Epoch milliseconds at which the log took it. */
  readonly appendedAt: number;
  readonly documents: readonly DocumentChange[];
  /** The subject of the event; null where none could ask to be erased: companies, credentials, installations. */
  readonly subject: Subject | null;
};
