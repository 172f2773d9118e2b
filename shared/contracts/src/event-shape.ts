/**
 * How the redactor must read each field of an event. Dot paths, `[]` for the items of a list. Every string that no
 * path names is free text.
 */
export type EventShape = {
  /** Ids: never rewritten; one that reads as an SSN makes the event invalid. */
  readonly identityPaths: readonly string[];
  /** Closed vocabularies and validated formats: nothing personal can stand there. */
  readonly opaquePaths: readonly string[];
  /** UTF-8 JSON as bytes. */
  readonly jsonBytesPaths: readonly string[];
  /** JSON as text. */
  readonly jsonTextPaths: readonly string[];
  /** Read for the numbers they hold, then set to null. */
  readonly droppedPaths: readonly string[];
};
