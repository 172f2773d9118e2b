import { ApiError, invalidParameters } from '../api-error.ts';
import type { Places } from '../company-shares.ts';
import { POSITION_HEADER_NAME } from './positions.ts';
import type { CheckpointPosition, PollCondition, PollResult, SharedPolling } from './shared-polling.ts';

/** A checkpoint, and the offset that it must pass. */
export type Target = { readonly checkpointId: string; readonly offset: number };

export type PositionWait = {
  readonly targets: readonly Target[];
  /** Location whose dashboard must count everything up to the targets too; null: none. */
  readonly dashboardOf: string | null;
  /** Of the quota: what its company waits for is bounded together. */
  readonly bucket: string;
  /** Aborted when the client has left or its deadline has passed. */
  readonly signal: AbortSignal;
};

export type WaitOutcome = 'reached' | 'late' | 'beyond_end' | 'refused' | 'gone' | 'failed';

export type PositionWaitsOptions = {
  readonly polling: SharedPolling;
  readonly places: Places;
  readonly onEnd: (outcome: WaitOutcome) => void;
};

export type PositionWaits = {
  /**
   * Resolves when all targets are passed.
   * @throws ApiError 400 once a log is known to have ended before its target when the wait began; 500 with Retry-After
   *   after 5 s; at once when too many wait, 429 when they are of its company; what the store throws.
   */
  wait(wait: PositionWait): Promise<void>;
  waiting(): number;
};

/** Design §7. A projector without lag needs a fraction of a second. */
const WAIT_LIMIT_MS = 5_000;
const RETRY_SECONDS = 1;

export function createPositionWaits({ polling, places, onEnd }: PositionWaitsOptions): PositionWaits {
  function enter(bucket: string): () => void {
    try {
      return places.take(bucket, 1);
    } catch (error) {
      onEnd('refused');
      throw error;
    }
  }

  return {
    waiting: places.total,
    async wait({ targets, dashboardOf, bucket, signal }) {
      if (targets.length === 0) return;
      const leave = enter(bucket);
      const ending = new AbortController();
      const timer = setTimeout(() => ending.abort('late'), WAIT_LIMIT_MS);
      const leaveEarly = () => ending.abort('gone');
      if (signal.aborted) leaveEarly();
      else signal.addEventListener('abort', leaveEarly, { once: true });
      let outcome: WaitOutcome = 'failed';
      try {
        await polling.wait(conditionFor(targets, dashboardOf), ending.signal);
        outcome = 'reached';
      } catch (error) {
        if (error instanceof ApiError) outcome = 'beyond_end';
        if (!ending.signal.aborted) throw error;
        outcome = ending.signal.reason === 'gone' ? 'gone' : 'late';
        throw late();
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', leaveEarly);
        leave();
        onEnd(outcome);
      }
    },
  };
}

/** Not 429: the request waits for the projector, not for what its company does. */
function late(): ApiError {
  return new ApiError({
    status: 500,
    code: 'internal_error',
    message: 'The read models have not reached X-Wait-For-Position yet. Try again later.',
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });
}

/** The client has not got this position from this log: waiting longer would be in vain. */
function positionNotReached(): ApiError {
  const message = `${POSITION_HEADER_NAME} names a position that its log has not reached.`;
  const reason = 'position_not_reached';
  return invalidParameters([{ parameter: POSITION_HEADER_NAME, rule: reason, message }], reason);
}

/**
 * First the checkpoints, then the dashboard: an event that is applied by then is counted, or its document says since when
 * it is not. A busy location always has uncounted events; only those up to the positions matter.
 *
 * Its `isMet` throws ApiError 400 for a target beyond the end of its log. The projector alone sees that end; it says in the
 * checkpoint at which time the log ended there. A time after the first look proves that the position was not there when the
 * client sent it. Both times are MongoDB's. While the projector lags, or is away, the end is unknown, and the wait goes on.
 */
export function conditionFor(targets: readonly Target[], dashboardOf: string | null): PollCondition {
  const open = new Map<string, number>();
  for (const { checkpointId, offset } of targets) {
    open.set(checkpointId, Math.max(offset, open.get(checkpointId) ?? 0));
  }
  /** By checkpoint: a log that ended before its target later than this had not reached it when the wait began. */
  const firstLook = new Map<string, number>();
  let appliedAsOf = 0;

  function throwIfBeyondEnd(id: string, { endAsOf = 0, readAt }: CheckpointPosition): void {
    const first = firstLook.get(id);
    // A time that was there before the first look proves nothing, also when it is ahead because a clock was wrong.
    if (first === undefined) firstLook.set(id, Math.max(endAsOf, readAt));
    else if (endAsOf > first) throw positionNotReached();
  }

  function isCounted(result: PollResult): boolean {
    if (dashboardOf === null) return true;
    const since = result.uncountedSince.get(dashboardOf);
    return since !== undefined && (since === null || since > appliedAsOf);
  }

  return {
    checkpoints: () => open.keys(),
    location: () => (open.size === 0 ? dashboardOf : null),
    isMet(result) {
      for (const [id, offset] of open) {
        const position = result.checkpoints.get(id);
        if (position === undefined) continue;
        if (position.nextOffset <= offset) {
          throwIfBeyondEnd(id, position);
          continue;
        }
        appliedAsOf = Math.max(appliedAsOf, position.asOf);
        open.delete(id);
      }
      return open.size === 0 && isCounted(result);
    },
  };
}
