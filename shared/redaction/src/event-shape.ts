declare const redactedBrand: unique symbol;

/** An event that went through `redactEvent`: writers accept nothing else. */
export type Redacted<T> = T & { readonly [redactedBrand]: true };

/**
 * What the redactor must know about the fields of one event type. Paths use dots, and `[]` for the items of an array
 * (`meta.eventId`, `stages[].stageId`). A string at no listed path is free text and is redacted as such.
 */
export type EventShape = {
  /** Identities: never rewritten. One that reads as an SSN makes the event invalid (`id_reads_as_ssn`). */
  identityPaths: readonly string[];
  /** Values of a fixed, non-personal grammar that validation has checked (token hash, uuid, closed vocabulary): left alone. */
  opaquePaths: readonly string[];
  /** Bytes holding UTF-8 JSON text (the report): redacted as text, every other byte stays. */
  jsonBytesPaths: readonly string[];
  /** Strings holding JSON text (`customFields[].valueJson`): redacted as JSON text. */
  jsonTextPaths: readonly string[];
  /** Removed from the event. Those whose name says SSN feed the subject numbers first. */
  droppedPaths: readonly string[];
};

export type RedactionOptions = {
  /** Ids of CRM custom fields whose nine-digit values are known not to be SSNs. */
  customFieldKeepList: ReadonlySet<string>;
};
