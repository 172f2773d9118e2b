import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interruption } from '@fundlens/local/interruption';
import { optionsOf, usageOf } from './options.ts';
import { holds, summaryOf, textOf } from './report.ts';
import { scenarios } from './scenarios.ts';

/**
 * `npm run scenario -- NAME [--seed S] [--json] [options]`: one scenario on servers of its own, its figures into
 * `test-results/scenarios`. Ends with 0 when all checks hold, 1 when they do not, 2 for wrong options, 130 interrupted.
 */
const EXIT_BROKEN = 1;
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;
const RESULTS = 'test-results/scenarios';
const root = fileURLToPath(new URL('../..', import.meta.url));

process.exitCode = await statusOf(process.argv.slice(2));
// Clients of servers that have ended may still be waiting to connect again.
process.exit();

async function statusOf([name, ...args]: readonly string[]): Promise<number> {
  const signal = interruption();
  const startedAt = new Date();
  const scenario = scenarios.find((known) => known.name === name);
  const given = scenario && optionsOf(args, scenario, startedAt.getTime());
  if (scenario === undefined || given === undefined || given === null) {
    console.error(usageOf(scenarios));
    return EXIT_USAGE;
  }
  const { seed, json, options } = given;
  const own = Object.entries(options).map(([option, value]) => ` --${option} ${value}`);
  const again = `npm run scenario -- ${scenario.name} --seed ${seed}${own.join('')}`;
  say(`the same again: ${again}`);
  try {
    const dataDirectory = join(root, '.fundlens', `scenario-${scenario.name}`);
    const report = await scenario.run({ dataDirectory, environment: process.env, report: say, signal, seed, options });
    const seconds = Math.round((Date.now() - startedAt.getTime()) / 1_000);
    const summary = { startedAt: startedAt.toISOString(), again, seconds, ...summaryOf(report) };
    const file = join(RESULTS, `${scenario.name}-${startedAt.toISOString().replaceAll(/[:.]/g, '-')}.json`);
    mkdirSync(join(root, RESULTS), { recursive: true });
    writeFileSync(join(root, file), `${JSON.stringify(summary, null, 2)}\n`);
    console.log(json ? JSON.stringify(summary) : `\n${textOf(again, report)}\nall figures: ${file}`);
    return holds(report) ? 0 : EXIT_BROKEN;
  } catch (error) {
    if (signal.aborted) {
      say('interrupted; everything that was started has ended');
      return EXIT_INTERRUPTED;
    }
    console.error(error);
    return EXIT_BROKEN;
  }
}

function say(line: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`);
}
