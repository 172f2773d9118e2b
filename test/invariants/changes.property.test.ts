import { propertyRuns, propertySeed } from '@fundlens/testing/property-config';
import { expect, it } from 'vitest';
import { createRandom } from '../simulation/random.ts';
import { type Followed, followHistory } from './followed-history.ts';

/** Without its time, in a new version that lagged, an erasure was not told after the switch. */
const ERASED_BESIDE_A_REBUILD = [1_474_174_391, 27_898_650, 35_825_569];
const HISTORIES = propertyRuns(50);
const ACTIONS = 250;
/** Two busy cores may be slow. */
const PATIENCE_MS = 300_000;

it.each(ERASED_BESIDE_A_REBUILD)(
  'an erasure beside a rebuild is told, whichever version lags (history %i)',
  async (history) => {
    expect(await followHistory(history, ACTIONS)).toMatchObject({ skipped: [], repeated: [] });
  },
);

it(
  'a client that keeps its cursor is told of every change, also where the clocks of brokers are off',
  async () => {
    const { seed } = propertySeed();
    const random = createRandom(seed);
    for (let history = 0; history < HISTORIES; history += 1) {
      const own = random.below(2 ** 31);
      const { skipped } = await followHistory(own, ACTIONS, { brokersAreOff: true });
      expect({ history: own, skipped }).toEqual({ history: own, skipped: [] });
    }
  },
  PATIENCE_MS,
);

/** Invariant 8. */
it(
  'a client that keeps its cursor has, at the end, what a full walk finds; no change is told twice while nothing is rebuilt',
  async () => {
    const { seed } = propertySeed();
    const random = createRandom(seed);
    const totals = { told: 0, switches: 0, replays: 0, erasures: 0 };
    for (let history = 0; history < HISTORIES; history += 1) {
      const own = random.below(2 ** 31);
      const followed: Followed = await followHistory(own, ACTIONS);
      expect({ history: own, skipped: followed.skipped, repeated: followed.repeated }).toEqual({
        ...{ history: own, skipped: [], repeated: [] },
      });
      for (const name of ['told', 'switches', 'replays', 'erasures'] as const) totals[name] += followed[name];
    }
    process.stdout.write(`changes: seed ${seed}, ${HISTORIES} histories, ${JSON.stringify(totals)}\n`);
    for (const total of Object.values(totals)) expect(total).toBeGreaterThan(HISTORIES / 10);
  },
  PATIENCE_MS,
);
