import type { EntityMark } from '../marks/mark.ts';
import type { SweepRecord } from './sweep-record.ts';

export type SweepSchedule = {
  /** Between the beginnings of two sweeps of a location; 0: only those that are asked for. */
  readonly intervalMs: number;
  /** After a sweep that failed: what hindered it (an uninstalled app, a used-up day) does not end in minutes. */
  readonly retryMs: number;
};

/** The locations whose sweep is due: those that are asked for, then the one whose last complete sweep is longest ago. */
export function dueSweeps(
  sweeps: readonly SweepRecord[],
  now: number,
  { intervalMs, retryMs }: SweepSchedule,
): readonly string[] {
  return sweeps
    .filter(({ triedAt, failure, completeAsOf, wanted, place }) => {
      if (failure !== null && triedAt !== null && now - triedAt < retryMs) return false;
      if (wanted || place !== null) return true;
      return intervalMs > 0 && (completeAsOf === null || now - completeAsOf >= intervalMs);
    })
    .toSorted((a, b) => Number(b.wanted) - Number(a.wanted) || (a.completeAsOf ?? 0) - (b.completeAsOf ?? 0))
    .map(({ locationId }) => locationId);
}

/** How many locations are in which state, and as of when even the oldest complete sweep is: epoch milliseconds. */
export type SweepFigures = {
  readonly locations: Readonly<Record<'current' | 'overdue' | 'failed' | 'never', number>>;
  /** Null: no location has a complete sweep. */
  readonly oldestAsOf: number | null;
};

/** A sweep of a large location takes hours; one that is later than this needs a look. */
const OVERDUE_INTERVALS = 2;

export function sweepFigures(sweeps: readonly SweepRecord[], now: number, intervalMs: number): SweepFigures {
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

/**
 * The locations of which anything is known, from the marks of locations and installations. Not those from which the app was
 * removed: their API is closed to us.
 */
export function openLocations(marks: readonly Pick<EntityMark, 'ref' | 'known'>[]): string[] {
  const ended = new Set<string | null>();
  const installed = new Set<string | null>();
  for (const { ref, known } of marks) {
    if (ref.kind === 'installation') (known?.state === 'uninstalled' ? ended : installed).add(ref.locationId);
  }
  const all = new Set(marks.map(({ ref }) => ref.locationId));
  return [...all].filter((id): id is string => id !== null && (installed.has(id) || !ended.has(id))).toSorted();
}
