import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { interruption } from '@fundlens/local/interruption';
import { chaos } from './chaos.ts';
import { faults } from './faults.ts';
import { generations } from './rebuild.ts';
import { restore } from './restore.ts';
import type { Scenario } from './scenario.ts';
import { upgrade } from './upgrade.ts';

/**
 * `npm run scenario -- NAME [--seed S] [options]`: one scenario on servers of its own, what it found into
 * `test-results/scenarios`. Ends with 0 when all checks hold, 1 when they do not, 2 for wrong options, 130 interrupted.
 */
const EXIT_BROKEN = 1;
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;
const RESULTS = 'test-results/scenarios';
const MOST_SHOWN = 20;
const SEED = { values: 'a whole number', usual: String(Date.now() % 1e9), pattern: /^\d{1,9}$/ };
const scenarios: readonly Scenario[] = [chaos, faults, generations, restore, upgrade];
const root = fileURLToPath(new URL('../..', import.meta.url));

process.exitCode = await statusOf(process.argv.slice(2));
// Clients of servers that have ended may still be waiting to connect again.
process.exit();

async function statusOf([name, ...args]: readonly string[]): Promise<number> {
  const scenario = scenarios.find((known) => known.name === name);
  const given = scenario && optionsOf(args, scenario);
  if (scenario === undefined || given === undefined) {
    console.error(`usage: npm run scenario -- NAME [--seed S] [options]\n${scenarios.flatMap(usageOf).join('\n')}`);
    return EXIT_USAGE;
  }
  const { seed, ...options } = given;
  const again = ['npm run scenario --', scenario.name, ...Object.entries(given).map((pair) => `--${pair.join(' ')}`)];
  say(`the same again: ${again.join(' ')}`);
  const signal = interruption();
  const startedAt = new Date().toISOString();
  try {
    const dataDirectory = join(root, '.fundlens', `scenario-${scenario.name}`);
    const context = { dataDirectory, environment: process.env, report: say, signal, seed: Number(seed), options };
    const { checks, figures } = await scenario.run(context);
    mkdirSync(join(root, RESULTS), { recursive: true });
    const file = join(RESULTS, `${scenario.name}-${startedAt.replaceAll(/[:.]/g, '-')}.json`);
    const found = { startedAt, again: again.join(' '), endedAt: new Date().toISOString(), checks, figures };
    writeFileSync(join(root, file), `${JSON.stringify(found, null, 2)}\n`);
    for (const { name: check, broken } of checks) {
      console.log([`${check}: ${broken.length}`, ...broken.slice(0, MOST_SHOWN)].join('\n  '));
    }
    const holds = checks.every(({ broken }) => broken.length === 0);
    console.log(`${holds ? 'all checks hold' : 'CHECKS DO NOT HOLD'}; all of it: ${file}`);
    return holds ? 0 : EXIT_BROKEN;
  } catch (error) {
    if (signal.aborted) {
      say('interrupted; everything that was started has ended');
      return EXIT_INTERRUPTED;
    }
    console.error(error);
    return EXIT_BROKEN;
  }
}

/** @returns undefined for anything that the scenario does not take. */
function optionsOf(args: readonly string[], scenario: Scenario): Readonly<Record<string, string>> | undefined {
  const known = Object.entries({ seed: SEED, ...scenario.options });
  const taken: Record<string, string> = {};
  try {
    const options = Object.fromEntries(known.map(([name]) => [name, { type: 'string' } as const]));
    const { values } = parseArgs({ args: [...args], options });
    for (const [name, { usual, pattern }] of known) {
      const value = values[name] ?? usual;
      if (value === undefined) continue;
      if (!pattern.test(String(value))) return undefined;
      taken[name] = String(value);
    }
  } catch {
    return undefined;
  }
  return taken;
}

function usageOf({ name, what, options }: Scenario): string[] {
  const own = Object.entries(options).map(
    ([option, { values, usual }]) => `      --${option}  ${values}${usual === undefined ? '' : ` (${usual})`}`,
  );
  return [`  ${name}: ${what}`, ...own];
}

function say(line: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`);
}
