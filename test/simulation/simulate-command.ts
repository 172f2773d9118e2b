import { parseArgs } from 'node:util';
import { defects } from './defects.ts';
import { createLaboratory } from './laboratory.ts';
import { type SimulationResult, simulate } from './simulation.ts';

/**
 * `npm run simulate -- --seed N` replays one world and shows its last steps; `--seeds COUNT` lives through new ones from the
 * first on; `--defect NAME` puts one of the known mistakes in. Ends with 1 when anything is wrong.
 */

const WRONG_SHOWN = 8;
/** Further seeds are not looked at: so many are enough to look at. */
const MOST_WRONG = 10;
const STEPS_SHOWN = 60;

const { values } = parseArgs({
  options: { seed: { type: 'string' }, seeds: { type: 'string' }, defect: { type: 'string' } },
});
const defect = defects.find(({ name }) => name === values.defect);
if (values.defect !== undefined && defect === undefined) {
  throw new TypeError(`--defect takes one of these:\n${defects.map(({ name }) => name).join('\n')}`);
}
const options = { laboratory: createLaboratory(), ...(defect && { defect }) };
process.exitCode = values.seed === undefined ? await many(whole(values.seeds)) : await one(whole(values.seed));

function whole(text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new TypeError('--seed or --seeds takes a whole number');
  return Number(text);
}

async function one(seed: number): Promise<number> {
  const result = await simulate(seed, { ...options, remembered: STEPS_SHOWN });
  console.log([...result.last, shown(result)].join('\n'));
  return result.wrong.length === 0 ? 0 : 1;
}

async function many(count: number): Promise<number> {
  const began = performance.now();
  let wrong = 0;
  let seed = 1;
  for (; seed <= count && wrong < MOST_WRONG; seed += 1) {
    const result = await simulate(seed, options);
    if (result.wrong.length === 0) continue;
    wrong += 1;
    console.log(shown(result));
  }
  const seconds = (performance.now() - began) / 1_000;
  console.log(`${seed - 1} worlds, ${wrong} of them wrong, ${((seed - 1) / seconds).toFixed(1)} in a second`);
  return wrong === 0 ? 0 : 1;
}

function shown({ seed, wrong, steps, records }: SimulationResult): string {
  const head = `seed ${seed}: ${records} records, ${steps} steps, ${wrong.length} wrong`;
  return [head, ...wrong.slice(0, WRONG_SHOWN).map((line) => `  ${line}`)].join('\n');
}
