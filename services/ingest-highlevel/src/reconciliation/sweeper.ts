import { type Sleep, sleep } from '@fundlens/runtime/backoff';
import { failureCode } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { workAtOnce } from '../listing/at-once.ts';
import { runClaimedWalk } from '../listing/claimed-walk.ts';
import type { Outcome } from '../listing/tally.ts';
import type { Step } from '../listing/walk.ts';
import type { ClaimedWalk, WalkRecords, WalkSummary } from '../listing/walk-record.ts';
import { dueSweeps, type SweepFigures, type SweepSchedule, sweepFigures } from './due-sweeps.ts';
import { FIRST_SWEEP_PLACE, type SweepPlace } from './sweep.ts';

/** Between two looks for locations whose sweep is due. */
const LOOK_MS = 60_000;

export type SweeperOptions = {
  readonly records: WalkRecords<SweepPlace>;
  /** Locations that have anything to sweep. */
  readonly locations: () => Promise<readonly string[]>;
  readonly stepOf: (claimed: ClaimedWalk<SweepPlace>) => (place: SweepPlace) => Promise<Step<SweepPlace>>;
  readonly schedule: SweepSchedule;
  readonly atOnce: number;
  readonly renewMs: number;
  readonly clock: () => number;
  readonly onFigures: (figures: SweepFigures) => void;
  readonly onOutcomes: (kind: string, outcomes: readonly Outcome[]) => void;
  readonly logger: Logger;
  /** Replaced in tests. */
  readonly sleep?: Sleep;
};

/** Sweeps each location when its time has come. One that fails does not hold up the others, and is tried again. */
export function createSweeper(options: SweeperOptions): Component & { sweepDue(): Promise<void> } {
  const { records, locations, schedule, atOnce, clock, onFigures, logger } = options;
  const wait = options.sleep ?? sleep;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function sweepDue(): Promise<void> {
    const known = new Set(await locations());
    for (const locationId of known) await records.register({ purpose: 'sweep', locationId });
    const due = dueSweeps(await tellFigures(known), clock(), schedule);
    await workAtOnce(due, atOnce, async (locationId) => {
      await sweepLocation(options, locationId, stopping.signal);
      await tellFigures(known);
    });
  }

  /** Of the known locations: those of which the app was removed are not swept any more. */
  async function tellFigures(known: ReadonlySet<string>): Promise<readonly WalkSummary[]> {
    const sweeps = (await records.summaries('sweep')).filter(({ locationId }) => known.has(locationId));
    onFigures(sweepFigures(sweeps, clock(), schedule.intervalMs));
    return sweeps;
  }

  async function run(): Promise<void> {
    do {
      try {
        await sweepDue();
      } catch (error) {
        logger.warn({ error, code: failureCode(error) }, 'the sweeps of locations cannot be looked up');
      }
    } while (await wait(LOOK_MS, stopping.signal));
  }

  return {
    name: 'sweeps of locations',
    sweepDue,
    async start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function sweepLocation(options: SweeperOptions, locationId: string, signal: AbortSignal): Promise<void> {
  const { records, stepOf, renewMs, logger, onOutcomes } = options;
  if (signal.aborted) return;
  try {
    const claimed = await records.claim({ purpose: 'sweep', locationId }, { first: FIRST_SWEEP_PLACE, again: false });
    if (claimed === null) return;
    const step = stepOf(claimed);
    const counted = async (place: SweepPlace) => {
      const done = await step(place);
      onOutcomes(done.kind, done.outcomes);
      return done;
    };
    const { place, tally } = await runClaimedWalk(claimed, { records, step: counted, signal, renewMs });
    if (place === null) logger.info({ locationId, tally }, 'a location was compared with the CRM');
  } catch (error) {
    logger.warn({ locationId, error, code: failureCode(error) }, 'a location could not be compared with the CRM');
  }
}
