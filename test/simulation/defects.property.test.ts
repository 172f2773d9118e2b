import { beforeAll, expect, it, vi } from 'vitest';
import { defects } from './defects.ts';
import { createLaboratory, type Laboratory } from './laboratory.ts';
import type { Defect } from './simulated-projector.ts';
import { simulate } from './simulation.ts';

/** A machine with much else to do takes its time; a mistake that does not show is told by the number of its worlds. */
vi.setConfig({ testTimeout: 1_200_000 });

/** Each of the mistakes shows in three of a hundred of its worlds or more; the seeds are the same in every run. */
const ENOUGH_SEEDS = 400;

let laboratory: Laboratory;
beforeAll(() => {
  laboratory = createLaboratory();
});

/** The first seed whose world shows the mistake, always the same one. */
async function shownAt(defect: Defect): Promise<number> {
  const { from = 1 } = defect;
  for (let seed = from; seed < from + ENOUGH_SEEDS; seed += 1) {
    const { wrong } = await simulate(seed, { laboratory, defect });
    if (wrong.length === 0) continue;
    console.info(`"${defect.name}" shows at seed ${seed}: ${wrong[0]}`);
    return seed;
  }
  return expect.fail(`no world of ${ENOUGH_SEEDS} shows it`);
}

it.each(defects)('finds "$name"', async (defect) => {
  const seed = await shownAt(defect);
  const certain = defect.shownBy ?? {};
  expect((await simulate(seed, { laboratory, certain })).wrong, 'without the mistake').toEqual([]);
});
