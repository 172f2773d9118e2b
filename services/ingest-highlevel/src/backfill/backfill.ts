import { runClaimedWalk } from '../listing/claimed-walk.ts';
import { FIRST_PLACE, type ListingPlace } from '../listing/listing-page.ts';
import type { Tally } from '../listing/tally.ts';
import { type Step, walk, type WalkState } from '../listing/walk.ts';
import type { WalkRecords } from '../listing/walk-record.ts';

/** How a backfill ended. `busy`: another process works on this location. `stopped`: by a signal; it can be resumed. */
export type BackfillEnd = { readonly ended: 'done' | 'stopped' | 'busy'; readonly tally: Tally };

export type BackfillOptions = {
  readonly locationId: string;
  readonly records: WalkRecords<ListingPlace>;
  readonly step: (place: ListingPlace) => Promise<Step<ListingPlace>>;
  /** Begin anew, also where an earlier backfill can be resumed. */
  readonly again: boolean;
  readonly signal: AbortSignal;
  readonly renewMs: number;
  readonly onBegin: (begin: { readonly resumed: boolean; readonly tally: Tally }) => void;
  readonly onStep: (state: WalkState<ListingPlace>) => void;
};

/**
 * Fills in what a location has at HighLevel. Sweeps know the location from then on, and find what the listing did not show.
 * Errors: those of the client and the publisher; everything until then is done and need not be done again.
 */
export async function runBackfill(options: BackfillOptions): Promise<BackfillEnd> {
  const { locationId, records, step, again, signal, renewMs, onBegin, onStep } = options;
  const claimed = await records.claim({ purpose: 'backfill', locationId }, { first: FIRST_PLACE, again });
  if (claimed === null) return { ended: 'busy', tally: {} };
  onBegin({ resumed: JSON.stringify(claimed.state.place) !== JSON.stringify(FIRST_PLACE), tally: claimed.state.tally });
  const { place, tally } = await runClaimedWalk(claimed, { records, step, signal, renewMs, onStep });
  return { ended: place === null ? 'done' : 'stopped', tally };
}

/** Reads everything and says what a backfill would do, without writing anything anywhere. */
export async function runDryRun({
  step,
  signal,
  onStep,
}: Pick<BackfillOptions, 'step' | 'signal' | 'onStep'>): Promise<BackfillEnd> {
  const from = { place: FIRST_PLACE, tally: {} };
  const save = async (state: WalkState<ListingPlace>) => onStep(state);
  const { place, tally } = await walk(from, { step, save, signal });
  return { ended: place === null ? 'done' : 'stopped', tally };
}
