import type { ListedKind } from './listing-page.ts';

/** One run of a listing. */
export type ListingRun = { readonly locationId: string; readonly startedAt: number };

/** Which entities a run of a listing has shown: what else lives, as far as the log says, is in doubt. */
export type ListedIds = {
  add(run: ListingRun, kind: ListedKind, ids: readonly string[]): Promise<void>;
  /** Those of `ids` that the run has shown. */
  among(run: ListingRun, kind: ListedKind, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Forgets earlier runs of the location. */
  forget(locationId: string, before: number): Promise<void>;
};
