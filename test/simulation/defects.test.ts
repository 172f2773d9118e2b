import { beforeAll, expect, it, vi } from 'vitest';
import { defects } from './defects.ts';
import { createLaboratory, type Laboratory } from './laboratory.ts';
import { shrink } from './shrinking.ts';
import { simulate } from './simulation.ts';

/** A machine with much else to do takes its time; a mistake that does not show is told by the number of its worlds. */
vi.setConfig({ testTimeout: 1_200_000 });

/** Each of the mistakes shows in three of a hundred of its worlds or more; the seeds are the same in every run. */
const ENOUGH_SEEDS = 400;
/** Shows the first of them. */
const SEED_OF_FIRST = 1;

let laboratory: Laboratory;
beforeAll(() => {
  laboratory = createLaboratory();
});

it.each(defects)('finds "$name"', async (defect) => {
  for (let seed = 1; seed <= ENOUGH_SEEDS; seed += 1) {
    const { wrong } = await simulate(seed, { laboratory, defect });
    if (wrong.length === 0) continue;
    console.info(`"${defect.name}" shows at seed ${seed}: ${wrong[0]}`);
    const certain = defect.shownBy ?? {};
    expect((await simulate(seed, { laboratory, certain })).wrong, 'without the mistake').toEqual([]);
    return;
  }
  expect.fail(`no world of ${ENOUGH_SEEDS} shows it`);
});

it('leaves out what is not needed for a world to go wrong', async () => {
  const [defect] = defects;
  if (defect === undefined) throw new Error('there is a first mistake');
  const whole = await simulate(SEED_OF_FIRST, { laboratory, defect });
  const shrunk = await shrink(SEED_OF_FIRST, { laboratory, defect });
  expect(shrunk?.result.wrong).not.toEqual([]);
  expect(shrunk?.result.planned).toBeLessThan(whole.planned / 3);
  expect(await shrink(SEED_OF_FIRST, { laboratory })).toBeNull();
});
