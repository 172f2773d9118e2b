import { propertyRuns, propertySeed } from '@fundlens/testing/property-config';
import { beforeAll, expect, it, vi } from 'vitest';
import { FAULTS } from './faults.ts';
import { createLaboratory, type Laboratory } from './laboratory.ts';
import { type SimulationResult, simulate } from './simulation.ts';

/** For a machine that is busy with other things: some ten seconds of one processor. */
vi.setConfig({ testTimeout: 900_000 });

/** The rarest of what must have happened comes in seven of a hundred worlds. */
const SEEDS = propertyRuns(200);

let laboratory: Laboratory;
beforeAll(() => {
  laboratory = createLaboratory();
});

it(`keeps every invariant in ${SEEDS} worlds of crashes, zombies, rebalances and failing writes`, async () => {
  const { seed: first } = propertySeed();
  const happened = new Set<string>();
  for (let seed = first; seed < first + SEEDS; seed += 1) {
    const { wrong, faults } = await simulate(seed, { laboratory });
    expect(wrong, `npm run simulate -- --seed ${seed}`).toEqual([]);
    for (const fault of faults.keys()) happened.add(fault);
  }
  expect(FAULTS.filter((fault) => !happened.has(fault))).toEqual([]);
  // What the faults are for: writes of processes that are gone or stand still, and requests of which it is not known what
  // came of them; and what the loop does only where several partitions, batches or processes meet.
  const consequences = [
    'write of a dead process',
    'write of a frozen process',
    'write rolled back',
    'request partial',
    'commit of several batches',
    'document remembered',
    'swap lost',
  ];
  expect(consequences.filter((what) => !happened.has(what))).toEqual([]);
});

it('does the same again for the same seed, to the last step, whatever was simulated before', async () => {
  for (const seed of [1, 2, 3]) {
    const first = await simulate(seed, { laboratory });
    const again = await simulate(seed, { laboratory });
    const alone = await simulate(seed, { laboratory: createLaboratory() });
    expect([digestOf(again), digestOf(alone)]).toEqual([digestOf(first), digestOf(first)]);
  }
});

const digestOf = ({ faults, ...result }: SimulationResult) => ({ ...result, faults: [...faults] });
