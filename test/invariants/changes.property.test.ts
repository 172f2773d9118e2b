import { propertyRuns, propertySeed } from '@fundlens/testing/property-config';
import { expect, it } from 'vitest';
import { createRandom } from '@fundlens/runtime/testing/random';
import { followHistory } from './followed-history.ts';

const HISTORIES = propertyRuns(50);
const ACTIONS = 250;

/** Invariant 8. Where brokers are off, a change may be told twice. */
it.each([
  ['has, at the end, what a full walk finds; no change is told twice while nothing is rebuilt', false],
  ['is told of every change, also where the clocks of brokers are off', true],
])('a client that keeps its cursor %s', async (_, brokersAreOff) => {
  const { seed } = propertySeed();
  const random = createRandom(seed);
  const totals = { told: 0, switches: 0, replays: 0, erasures: 0 };
  for (let history = 0; history < HISTORIES; history += 1) {
    const own = random.below(2 ** 31);
    const { skipped, repeated, ...counted } = await followHistory(own, ACTIONS, { brokersAreOff });
    const wrong = brokersAreOff ? skipped : [...skipped, ...repeated];
    expect({ history: own, wrong }).toEqual({ history: own, wrong: [] });
    for (const name of ['told', 'switches', 'replays', 'erasures'] as const) totals[name] += counted[name];
  }
  process.stdout.write(`changes: seed ${seed}, ${HISTORIES} histories, ${JSON.stringify(totals)}\n`);
  for (const [name, total] of Object.entries(totals)) {
    expect(total, name).toBeGreaterThan(HISTORIES / 10);
  }
});
