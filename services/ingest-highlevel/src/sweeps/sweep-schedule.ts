import { failureCode } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { createPeriodic } from '@fundlens/runtime/periodic';
import type { EntityMark, Marks, SweepState } from '../marks/mark.ts';
import { sweepRef } from './sweep.ts';

/** Between two looks for locations whose sweep is due. */
const LOOK_MS = 2_000;
/** What hindered a sweep (an uninstalled app, a token that was revoked) does not end in minutes. */
const RETRY_MS = 30 * 60_000;
/** A sweep of a large location takes hours; one that is later than this needs a look. */
const OVERDUE_INTERVALS = 2;

/** A location, and what is known of its sweeps. */
export type SweptLocation = Pick<SweepState, 'completeAsOf' | 'failure'> & {
  readonly locationId: string;
  readonly isMarked: boolean;
};

/** How many locations are in which state, and as of when even the oldest complete sweep is: epoch milliseconds. */
export type SweepFigures = {
  readonly locations: Readonly<Record<'current' | 'overdue' | 'failed' | 'never', number>>;
  /** Null: no location has a complete sweep. */
  readonly oldestAsOf: number | null;
};

export type SweepScheduleOptions = {
  readonly marks: Pick<Marks, 'locations'>;
  readonly sweeps: Pick<Marks, 'locations' | 'mark'>;
  /** Between the beginnings of two sweeps of a location; 0: only those that are asked for. */
  readonly intervalMs: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly onFigures: (figures: SweepFigures) => void;
  readonly logger: Logger;
};

/** Has each location swept when its time has come. */
export function createSweepSchedule(options: SweepScheduleOptions): Component {
  const { marks, sweeps, intervalMs, clock, onFigures, logger } = options;
  return createPeriodic({
    name: 'sweeps of locations',
    everyMs: LOOK_MS,
    async work() {
      const locations = sweptLocations(await marks.locations(), await sweeps.locations());
      onFigures(sweepFigures(locations, clock(), intervalMs));
      for (const { locationId, at } of dueSweeps(locations, clock(), intervalMs)) {
        await sweeps.mark(sweepRef(locationId), { at, urgent: false });
      }
    },
    onError: (error) => logger.warn({ error, code: failureCode(error) }, 'the sweeps of locations cannot be looked up'),
  });
}

/**
 * The locations of which anything is known, from the marks of locations and installations, and those whose sweep is asked for.
 * Not those from which the app was removed: their API is closed to us.
 */
export function sweptLocations(marks: readonly EntityMark[], sweeps: readonly EntityMark[]): SweptLocation[] {
  const [ended, installed] = [new Set<string | null>(), new Set<string | null>()];
  for (const { ref, known } of marks) {
    if (ref.kind === 'installation') (known?.state === 'uninstalled' ? ended : installed).add(ref.locationId);
  }
  const marked = new Map(sweeps.map((mark) => [mark.ref.locationId, mark]));
  const asked = sweeps.filter(({ token }) => token !== null);
  const open = [...marks.filter(({ ref: { locationId: id } }) => installed.has(id) || !ended.has(id)), ...asked];
  const ids = new Set(open.flatMap(({ ref }) => ref.locationId ?? []));
  return [...ids].map((locationId) => {
    const { sweep = null, token = null } = marked.get(locationId) ?? {};
    const { completeAsOf = null, failure = null } = sweep ?? {};
    return { locationId, isMarked: token !== null, completeAsOf, failure };
  });
}

/** The locations to sweep, and since when they are due: what has waited for longest goes first. */
export function dueSweeps(locations: readonly SweptLocation[], now: number, intervalMs: number) {
  return locations
    .filter(({ isMarked }) => !isMarked && intervalMs > 0)
    .map(({ locationId, completeAsOf, failure }) => {
      const at = completeAsOf === null ? 0 : completeAsOf + intervalMs;
      return { locationId, at: failure === null ? at : failure.at + RETRY_MS };
    })
    .filter(({ at }) => at <= now);
}

export function sweepFigures(sweeps: readonly SweptLocation[], now: number, intervalMs: number): SweepFigures {
  const locations = { current: 0, overdue: 0, failed: 0, never: 0 };
  for (const { failure, completeAsOf } of sweeps) {
    if (failure !== null) locations.failed += 1;
    else if (completeAsOf === null) locations.never += 1;
    else if (intervalMs > 0 && now - completeAsOf > OVERDUE_INTERVALS * intervalMs) locations.overdue += 1;
    else locations.current += 1;
  }
  const complete = sweeps.flatMap(({ completeAsOf }) => completeAsOf ?? []);
  return { locations, oldestAsOf: complete.length === 0 ? null : Math.min(...complete) };
}
