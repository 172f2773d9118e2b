/** Holds one document, the pointer. */
export const GENERATIONS = 'generations';
export const POINTER_ID = 'pointer';

/** The number of the generation that the first projector of a new database makes. */
export const FIRST_GENERATION = 1;

/**
 * Everything that decides what the slots of documents hold, part by part (`fingerprintOf` in shared/projection). Processes
 * with equal fingerprints make equal slots of the same log.
 */
export type Fingerprint = {
  /** Hex SHA-256 of the events' schemas. */
  readonly slots: string;
  /** The rules of redaction. */
  readonly redaction: number;
  /** Hex SHA-256 of the custom-field keep-list. */
  readonly customFieldKeepList: string;
};

/** One complete set of documents, with its checkpoints. Its number is never used again. */
export type Generation = {
  readonly number: number;
  /** Only a process with the same fingerprint writes it. */
  readonly fingerprint: Fingerprint;
  /** Epoch milliseconds. */
  readonly addedAt: number;
};

/**
 * Which generations there are, and which one readers use. Readers switch by it, never by renaming.
 * **Invariant**: `active` is one of `generations`, unless somebody has changed the document by hand.
 */
export type GenerationPointer = {
  readonly _id: typeof POINTER_ID;
  readonly active: number;
  readonly generations: readonly Generation[];
  /** The highest number that a generation ever had. */
  readonly last: number;
  /** Grows with every change: the guard of its compare-and-swap. */
  readonly revision: number;
};

export function generationOf(pointer: GenerationPointer, number: number): Generation | undefined {
  return pointer.generations.find((generation) => generation.number === number);
}
