import type { Db } from 'mongodb';
import { type Acknowledged, RECOUNTED } from '../chaos/chaos-load.ts';
import type { PublishedRecord } from '../invariants/published-record.ts';
import { readStoredState, type StoredState, violations } from '../invariants/stored-state.ts';
import { wrongFigures } from '../invariants/window-checks.ts';

const WINDOWS = Array.from({ length: 365 }, (_, index) => index + 1);

export type StoredChecks = {
  readonly acknowledged: readonly Acknowledged[];
  /** Records that the load did not publish. */
  readonly others?: readonly PublishedRecord[];
  readonly windowsAtRest: boolean;
};

/**
 * The checks with which every long run ends: the invariants over all that is stored, and a plain recount of the location
 * of which the load counts. The services have ended by then.
 * @returns the state, and one line for each violation
 */
export async function checkStored(
  db: Db,
  { acknowledged, others = [], windowsAtRest }: StoredChecks,
): Promise<{ readonly state: StoredState; readonly wrong: string[] }> {
  const state = await readStoredState(db);
  const records = acknowledged.map(({ record }) => record);
  const counted = acknowledged.flatMap(({ event }) => (event.event.meta.locationId === RECOUNTED ? [event] : []));
  const window = state.windows.get(RECOUNTED) ?? null;
  return {
    state,
    wrong: [
      ...violations(state, [...others, ...records], { windowsAtRest }),
      ...wrongFigures(window, counted, { now: Date.now(), windows: WINDOWS }),
    ],
  };
}
