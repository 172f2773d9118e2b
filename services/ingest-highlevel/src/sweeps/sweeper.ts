import { failureCode } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { createPeriodic } from '@fundlens/runtime/periodic';
import { dueSweeps, type SweepFigures, type SweepSchedule, sweepFigures } from './due-sweeps.ts';
import type { SweepStep } from './sweep.ts';
import type { SweepPlace } from './sweep-place.ts';
import type { ClaimedSweep, SweepRecord, SweepRecords } from './sweep-record.ts';

/** Between two looks for locations whose sweep is due: a person may wait for one. */
const LOOK_MS = 2_000;
/** What the client says when the process ends. */
const STOPPED = 'crm_stopped';

export type SweeperOptions = {
  readonly records: SweepRecords;
  /** Locations that have anything to sweep. */
  readonly locations: () => Promise<readonly string[]>;
  readonly stepsOf: (claimed: ClaimedSweep) => (place: SweepPlace) => Promise<SweepStep>;
  readonly schedule: SweepSchedule;
  readonly atOnce: number;
  readonly renewMs: number;
  readonly clock: () => number;
  readonly onFigures: (figures: SweepFigures) => void;
  readonly logger: Logger;
};

/** Sweeps each location when its time has come. One that fails does not hold up the others, and is tried again. */
export function createSweeper(options: SweeperOptions): Component & { sweepDue(signal: AbortSignal): Promise<void> } {
  const { records, locations, schedule, atOnce, clock, onFigures, logger } = options;

  async function sweepDue(signal: AbortSignal): Promise<void> {
    const known = new Set(await locations());
    for (const locationId of known) await records.register(locationId);
    const due = dueSweeps(await tellFigures(known), clock(), schedule).values();
    async function sweepInTurn(): Promise<void> {
      for (const locationId of due) {
        await sweepLocation(options, locationId, signal);
        await tellFigures(known);
      }
    }
    await Promise.all(Array.from({ length: atOnce }, sweepInTurn));
  }

  /** Of the known locations, and those that are asked for: one of which the app was removed is not swept any more. */
  async function tellFigures(known: ReadonlySet<string>): Promise<readonly SweepRecord[]> {
    const sweeps = (await records.all()).filter(
      ({ locationId, wanted, place, failure }) =>
        known.has(locationId) || wanted || (place !== null && failure === null),
    );
    onFigures(sweepFigures(sweeps, clock(), schedule.intervalMs));
    return sweeps;
  }

  const periodic = createPeriodic({
    name: 'sweeps of locations',
    everyMs: LOOK_MS,
    async work(stopping) {
      try {
        await sweepDue(stopping);
      } catch (error) {
        logger.warn({ error, code: failureCode(error) }, 'the sweeps of locations cannot be looked up');
      }
    },
  });
  return { ...periodic, sweepDue };
}

async function sweepLocation(options: SweeperOptions, locationId: string, signal: AbortSignal): Promise<void> {
  const { records, logger } = options;
  if (signal.aborted) return;
  try {
    const claimed = await records.claim(locationId);
    if (claimed === null) return;
    const marked = await runSweep(claimed, options, signal);
    if (marked !== null) logger.info({ locationId, marked }, 'a location was compared with the CRM');
  } catch (error) {
    logger.warn({ locationId, error, code: failureCode(error) }, 'a location could not be compared with the CRM');
  }
}

/**
 * A step's work is done before its end is saved: a sweep that ends in between, however it ends, does that step again and
 * passes over none.
 *
 * @returns how many entities were marked; null: the process ends
 */
async function runSweep(
  claimed: ClaimedSweep,
  { records, stepsOf, renewMs }: SweeperOptions,
  signal: AbortSignal,
): Promise<number | null> {
  // A renewal that fails shows at the next save, which checks the claim as well.
  const renewal = setInterval(() => void records.renew(claimed).catch(() => undefined), renewMs);
  let failure: string | null = null;
  let marked = 0;
  try {
    const step = stepsOf(claimed);
    for (let { place } = claimed; place !== null && !signal.aborted; ) {
      const done = await step(place);
      marked += done.marked;
      place = done.next;
      await records.save(claimed, place);
    }
    return signal.aborted ? null : marked;
  } catch (error) {
    const code = failureCode(error);
    // The end of the process is no failure of the sweep: the next process goes on at once.
    failure = code === STOPPED ? null : code;
    throw error;
  } finally {
    clearInterval(renewal);
    // The claim ends by itself; the failure of the sweep is the one to tell.
    await records.release(claimed, failure).catch(() => undefined);
  }
}
