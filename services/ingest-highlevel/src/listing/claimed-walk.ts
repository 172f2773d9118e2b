import { failureCode } from '@fundlens/runtime/errors';
import { type Step, walk, type WalkState } from './walk.ts';
import type { ClaimedWalk, WalkRecords } from './walk-record.ts';

type Options<Place> = {
  readonly records: WalkRecords<Place>;
  readonly step: (place: Place) => Promise<Step<Place>>;
  readonly signal: AbortSignal;
  /** Between two renewals of the claim. */
  readonly renewMs: number;
  readonly onStep?: (state: WalkState<Place>) => void;
};

/** What the client says when the process ends. */
const STOPPED = 'crm_stopped';

/** Goes on with a claimed walk until it has finished, fails or is told to end, and gives the claim back in any case. */
export async function runClaimedWalk<Place>(
  claimed: ClaimedWalk<Place>,
  { records, step, signal, renewMs, onStep }: Options<Place>,
): Promise<WalkState<Place>> {
  // A renewal that fails shows at the next save, which checks the claim as well.
  const renewal = setInterval(() => void records.renew(claimed).catch(() => undefined), renewMs);
  const save = async (state: WalkState<Place>): Promise<void> => {
    await records.save(claimed, state);
    onStep?.(state);
  };
  let failure: string | null = null;
  try {
    return await walk(claimed.state, { step, save, signal });
  } catch (error) {
    const code = failureCode(error);
    // The end of the process is no failure of the walk: the next process goes on at once.
    failure = code === STOPPED ? null : code;
    throw error;
  } finally {
    clearInterval(renewal);
    // The claim ends by itself; the failure of the walk is the one to tell.
    await records.release(claimed, failure).catch(() => undefined);
  }
}
