import { parseArgs } from 'node:util';
import { defects } from './defects.ts';
import { createLaboratory } from './laboratory.ts';
import { shrink } from './shrinking.ts';
import { type SimulationResult, simulate } from './simulation.ts';

/**
 * `npm run simulate -- --seed N [--steps COUNT]` replays one world and shows its last steps (60 when it is wrong);
 * `--shrink` then leaves out every record that is not needed for it to go wrong.
 * `--seeds COUNT [--from N]` lives through many.
 * `--defect NAME` puts one of the known mistakes in; `--list-defects` names them. Ends with 1 when anything is wrong.
 */

const PROGRESS_EVERY_MS = 5_000;
const WRONG_SHOWN = 8;
/** Further seeds are not looked at: so many are enough to look at. */
const MOST_WRONG = 10;
const STEPS_SHOWN = 60;

type Totals = { seeds: number; steps: number; records: number; windows: number; wrong: number[] };

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    steps: { type: 'string' },
    shrink: { type: 'boolean', default: false },
    from: { type: 'string', default: '1' },
    defect: { type: 'string' },
    'list-defects': { type: 'boolean', default: false },
  },
});

function whole(name: string, text: string | undefined): number {
  const number = Number(text);
  if (text === undefined || !/^\d+$/.test(text) || !Number.isSafeInteger(number)) {
    throw new TypeError(`--${name} takes a whole number; see test/README.md`);
  }
  return number;
}

function shown({ seed, wrong, steps, records, digest }: SimulationResult): string {
  const head = `seed ${seed}: ${wrong.length === 0 ? 'all invariants hold' : `${wrong.length} wrong`}`;
  const lines = [`${head}; ${records} records, ${steps} steps, digest ${(digest >>> 0).toString(16)}`];
  lines.push(...wrong.slice(0, WRONG_SHOWN).map((line) => `  ${line}`));
  if (wrong.length > WRONG_SHOWN) lines.push(`  … and ${wrong.length - WRONG_SHOWN} more`);
  return lines.join('\n');
}

async function run(): Promise<number> {
  if (values['list-defects']) {
    for (const { name } of defects) console.log(name);
    return 0;
  }
  const defect = values.defect === undefined ? undefined : defects.find(({ name }) => name === values.defect);
  if (values.defect !== undefined && defect === undefined) throw new TypeError('--defect: see --list-defects');
  const laboratory = createLaboratory();
  const options = { laboratory, ...(defect && { defect }) };
  if (values.seed !== undefined) {
    const asked = values.steps === undefined ? null : whole('steps', values.steps);
    const seed = whole('seed', values.seed);
    const looking = { ...options, remembered: asked ?? STEPS_SHOWN };
    const shrunk = values.shrink ? await shrink(seed, looking) : null;
    const result = shrunk?.result ?? (await simulate(seed, looking));
    console.log(shown(result));
    if (shrunk !== null) console.log(`without ${shrunk.without.size} records of its workload`);
    if (asked !== null || result.wrong.length > 0) console.log(['the last steps:', ...result.last].join('\n  '));
    return result.wrong.length === 0 ? 0 : 1;
  }

  const [count, from] = [whole('seeds', values.seeds), whole('from', values.from)];
  const totals: Totals = { seeds: 0, steps: 0, records: 0, windows: 0, wrong: [] };
  const faults = new Map<string, number>();
  const began = performance.now();
  let reportedAt = began;
  const rate = () => `${(totals.seeds / ((performance.now() - began) / 1_000)).toFixed(1)} seeds/s`;
  for (let seed = from; seed < from + count && totals.wrong.length < MOST_WRONG; seed += 1) {
    const result = await simulate(seed, options);
    totals.seeds += 1;
    totals.steps += result.steps;
    totals.records += result.records;
    totals.windows += result.windows;
    for (const [fault, times] of result.faults) faults.set(fault, (faults.get(fault) ?? 0) + times);
    if (result.wrong.length > 0) {
      totals.wrong.push(seed);
      console.log(shown(result));
      const mistake = defect === undefined ? '' : ` --defect "${defect.name}"`;
      console.log(`  replay: npm run simulate -- --seed ${seed}${mistake}`);
    }
    if (performance.now() - reportedAt > PROGRESS_EVERY_MS) {
      reportedAt = performance.now();
      console.log(`${totals.seeds} of ${count} seeds, ${rate()}, ${totals.wrong.length} wrong`);
    }
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const { seeds, steps, records, windows, wrong } = totals;
  console.log(`${seeds} seeds from ${from} in ${seconds} s, ${rate()}: ${wrong.length} wrong`);
  console.log(`${records} records, ${steps} steps, ${windows} windows recounted`);
  console.log([...faults].map(([fault, times]) => `${fault} ${times}`).join(', '));
  return wrong.length === 0 ? 0 : 1;
}

const EXIT_USAGE = 2;

process.exitCode = await run().catch((error: unknown) => {
  if (!(error instanceof TypeError)) throw error;
  console.error(error.message);
  return EXIT_USAGE;
});
