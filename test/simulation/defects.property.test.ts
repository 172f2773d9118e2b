import { beforeAll, expect, it, vi } from 'vitest';
import { defects } from './defects.ts';
import { createLaboratory, type Laboratory } from './laboratory.ts';
import { shrink } from './shrinking.ts';
import type { Defect } from './simulated-projector.ts';
import { type SimulationResult, simulate } from './simulation.ts';

/** A machine with much else to do takes its time; a mistake that does not show is told by the number of its worlds. */
vi.setConfig({ testTimeout: 1_200_000 });

/** Each of the mistakes shows in three of a hundred of its worlds or more; the seeds are the same in every run. */
const ENOUGH_SEEDS = 400;

let laboratory: Laboratory;
beforeAll(() => {
  laboratory = createLaboratory();
});

/** The first seed whose world shows the mistake, always the same one. */
async function shownAt(defect: Defect): Promise<{ readonly seed: number; readonly result: SimulationResult }> {
  for (let seed = 1; seed <= ENOUGH_SEEDS; seed += 1) {
    const result = await simulate(seed, { laboratory, defect });
    if (result.wrong.length > 0) return { seed, result };
  }
  return expect.fail(`no world of ${ENOUGH_SEEDS} shows it`);
}

it.each(defects)('finds "$name"', async (defect) => {
  const { seed, result } = await shownAt(defect);
  console.info(`"${defect.name}" shows at seed ${seed}: ${result.wrong[0]}`);
  const certain = defect.shownBy ?? {};
  expect((await simulate(seed, { laboratory, certain })).wrong, 'without the mistake').toEqual([]);
});

it('leaves out what is not needed for a world to go wrong', async () => {
  const [defect] = defects;
  if (defect === undefined) throw new Error('there is a first mistake');
  const { seed, result: whole } = await shownAt(defect);
  const shrunk = await shrink(seed, { laboratory, defect });
  expect(shrunk?.result.wrong).not.toEqual([]);
  expect(shrunk?.result.planned).toBeLessThan(whole.planned / 3);
  expect(await shrink(seed, { laboratory })).toBeNull();
});
