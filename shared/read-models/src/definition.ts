import type { IndexDescription } from 'mongodb';

export type Stream = 'crm' | 'funding' | 'access';

/** One read model: the single place from which writer, reader and index creation know it. */
export type ReadModelDefinition = {
  readonly name: ReadModelName;
  /**
   * Raised by any change to decode, redact, project, merge or render that alters documents, and then filled by a rebuild.
   * The collections of a model are numbered on their own (`model-version.ts`): a rebuild needs no change of code.
   */
  readonly version: number;
  /** The streams whose events change it, and so those it keeps checkpoints for; none: made from another read model. */
  readonly streams: readonly Stream[];
  readonly indexes: readonly IndexDescription[];
  /** What the local stand-in needs beside `STAND_IN_INDEXES`: it answers nothing from a partial index. */
  readonly standInIndexes?: readonly IndexDescription[];
  /** The read model that it is made from by background jobs; it has the same versions, and readers switch with that. */
  readonly madeFrom?: ReadModelName;
};

export type ReadModelName =
  | 'companies'
  | 'locations'
  | 'credentials'
  | 'contacts'
  | 'applicants'
  | 'credit_reports'
  | 'credit_report_pdfs'
  | 'dashboard_facts'
  | 'dashboard_windows'
  | 'credit_summaries'
  | 'underwriting_results'
  | 'funding_plans'
  | 'next_steps'
  | 'deal_pipelines'
  | 'deals';

/** The MongoDB collection of one version of a read model, e.g. `contacts_v1`; names it in checkpoints and health too. */
export function collectionName(name: ReadModelName, version: number): string {
  return `${name}_v${version}`;
}

/** The first version of a read model, as it is before any rebuild, e.g. `contacts_v1`. */
export function modelVersion(definition: ReadModelDefinition): string {
  return collectionName(definition.name, definition.version);
}

/**
 * The local stand-in for MongoDB scans a whole collection for `{_id, revision}`; MongoDB itself uses the `_id` index and
 * needs nothing more. Created only where the configuration asks for it.
 */
export const STAND_IN_INDEXES: readonly IndexDescription[] = [
  { key: { _id: 1, revision: 1 }, name: 'stand_in_id_revision' },
];
