import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { drawFault, drawWeather, type CertainWeather } from './faults.ts';
import type { Laboratory } from './laboratory.ts';
import { ALL_WINDOWS, unrest, wrongWhenQuiet } from './quiet-checks.ts';
import { createRandom, type Random } from '@fundlens/runtime/testing/random';
import type { Defect } from './simulated-projector.ts';
import { beginning, type Draft, workload } from './workload.ts';
import { World } from './world.ts';

export type SimulationOptions = {
  readonly laboratory: Laboratory;
  readonly defect?: Defect;
  /** By default what shows the defect. */
  readonly certain?: CertainWeather;
  /** How many of the last steps are kept for a look at what went wrong. */
  readonly remembered?: number;
};

export type SimulationResult = {
  readonly seed: number;
  /** What is wrong, one line each; none when every invariant held at every step. */
  readonly wrong: readonly string[];
  readonly steps: number;
  /** How many records were published. */
  readonly records: number;
  readonly faults: ReadonlyMap<string, number>;
  /** The same for two runs that took the same steps. */
  readonly digest: number;
  /** The last steps, for a look at what went wrong. */
  readonly last: readonly string[];
};

/** In each the weather is rough for a while, then all must come to rest and be right. */
const ROUNDS = 2;
/** Steps between two published records, on average. */
const STEPS_PER_RECORD = 9;
/** The weather stays rough for so many steps after the last record, so that it strikes all of the work. */
const STEPS_AFTER = 150;
/** A world that has not come to rest after so many steps never will. */
const MAX_STEPS_TO_REST = 20_000;
const LOOKED_AT_EVERY = 25;
/** One world in so many compares all windows; the others some. */
const ALL_WINDOWS_EVERY = 8;
const SOME_WINDOWS = 10;
/** One world in so many is searched for the planted numbers. */
const SEARCHED_EVERY = 20;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** Days that pass between two rounds, and before the windows are read in the end. */
const DAYS_BETWEEN = [0, 0, 1, 2, 30, 200];

/** Lives through one world. The same seed, the same world, to the last step. */
export async function simulate(seed: number, options: SimulationOptions): Promise<SimulationResult> {
  const { laboratory, defect, certain = defect?.shownBy, remembered = 0 } = options;
  const random = createRandom(seed);
  const weather = drawWeather(random, certain);
  const wrong: string[] = [];
  const begins = beginning(random);
  const world = new World({
    ...{ laboratory, random, weather, remembered, beginning: begins, defect: defect ?? null },
    wrong: (what) => void wrong.push(what),
  });
  const drafts = await workload(seed, random, laboratory, begins);
  const recounted: Draft[] = [];

  async function rough(portion: readonly Draft[]): Promise<void> {
    const waiting = [...portion];
    world.server.faults = weather.calls;
    for (let left = STEPS_AFTER; left > 0 && wrong.length === 0; ) {
      const draft = random.chance(1 / STEPS_PER_RECORD) ? waiting.shift() : undefined;
      if (draft !== undefined) {
        world.append(draft);
        if (draft.recounted !== undefined) recounted.push(draft);
      }
      if (waiting.length === 0) left -= 1;
      if (random.chance(weather.faultRate)) {
        const fault = drawFault(random, weather);
        if (fault !== null) world.strike(fault);
      }
      if (!(await world.scheduler.take())) world.scheduler.pass(SECOND_MS);
    }
  }

  async function rest(): Promise<void> {
    for (let steps = 0; wrong.length === 0; steps += 1) {
      if (steps % LOOKED_AT_EVERY === 0) {
        world.calm();
        discardUnattributable(world);
        wrong.push(...world.stopped());
        const left = unrest(world, laboratory.topics);
        if (left.length === 0) return;
        if (steps > MAX_STEPS_TO_REST) wrong.push(...left.map((line) => `it does not come to rest: ${line}`));
      }
      await world.scheduler.take();
    }
  }

  world.start();
  const size = Math.ceil(drafts.length / ROUNDS);
  for (let round = 0; round < ROUNDS && wrong.length === 0; round += 1) {
    if (round > 0) world.scheduler.pass(random.pick(DAYS_BETWEEN) * DAY_MS);
    await rough(drafts.slice(round * size, (round + 1) * size));
    await rest();
    if (wrong.length > 0) break;
    const last = round === ROUNDS - 1;
    const compared = last ? windowsOf(seed, random) : [];
    const events = recounted.flatMap((draft) => draft.recounted ?? []);
    wrong.push(
      ...wrongWhenQuiet(world, {
        recounted: events,
        windows: compared,
        readAfterMs: random.pick(DAYS_BETWEEN) * DAY_MS,
        searchNumbers: last && seed % SEARCHED_EVERY === 0,
      }),
    );
  }
  const { steps, digest, last } = world.scheduler.report();
  const records = world.records().length;
  return { seed, wrong, steps, records, faults: world.happened, digest, last };
}

function windowsOf(seed: number, random: Random): readonly number[] {
  if (seed % ALL_WINDOWS_EVERY === 0) return ALL_WINDOWS;
  return [1, ALL_WINDOWS.length, ...Array.from({ length: SOME_WINDOWS }, () => random.pick(ALL_WINDOWS))];
}

/** The operator looks at access events that cannot be attributed, and discards them. */
function discardUnattributable({ database }: World): void {
  database.replicate();
  for (const [id, deadLetter] of [...database.ofMajority<DeadLetter>(DEAD_LETTERS)]) {
    if (deadLetter.stream !== 'access' || deadLetter.blocks !== undefined || deadLetter.status !== 'open') continue;
    database.put(DEAD_LETTERS, id, { ...deadLetter, status: 'discarded' });
  }
}
