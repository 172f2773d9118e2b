import type { Outcome, Tally } from './tally.ts';
import { addOutcomes } from './tally.ts';

/** Where a walk stands. `place` null: everything is done. */
export type WalkState<Place> = { readonly place: Place | null; readonly tally: Tally };

/** What one step did, and where the next one begins. */
export type Step<Place> = { readonly kind: string; readonly outcomes: readonly Outcome[]; readonly next: Place | null };

/**
 * Walks from where it stands to the end, step by step. A step's work is done before its end is saved: a walk that ends in
 * between, however it ends, does that step again and passes over none. Steps therefore may be repeated without harm.
 */
export async function walk<Place>(
  from: WalkState<Place>,
  {
    step,
    save,
    signal,
  }: {
    readonly step: (place: Place) => Promise<Step<Place>>;
    readonly save: (state: WalkState<Place>) => Promise<void>;
    /** Ends the walk after the step that is in work. */
    readonly signal: AbortSignal;
  },
): Promise<WalkState<Place>> {
  let state = from;
  while (state.place !== null && !signal.aborted) {
    const { kind, outcomes, next } = await step(state.place);
    state = { place: next, tally: addOutcomes(state.tally, kind, outcomes) };
    await save(state);
  }
  return state;
}
