import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { interruption } from '@fundlens/local/interruption';
import { holds, type RunReport, summaryOf, textOf } from './report.ts';

const EXIT_BROKEN = 1;
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;
const MOST_SEEDS = 2 ** 31;

export type RunContext = {
  readonly seed: number;
  /** Of its servers; the run empties it first. */
  readonly dataDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: (line: string) => void;
  /** Announces a step of the run and measures it; the summary has the seconds of each. */
  step<T>(name: string, run: () => Promise<T>): Promise<T>;
  readonly signal: AbortSignal;
  /** The command's own options, as given. */
  readonly own: OwnOptions;
};

export type OwnOptions = Readonly<Record<string, string | boolean | undefined>>;

/** A command that takes minutes on servers of its own, by `--seed`, one option that says how much, `--json`, and options of its own. */
export type LongRun<Amount extends number | string = number> = {
  /** The npm script. */
  readonly name: string;
  /** How much: the option's name, its default, and its values in words. `read`: null for a wrong one. */
  readonly amount: {
    readonly option: string;
    readonly usual: string;
    readonly values: string;
    read(text: string): Amount | null;
  };
  /** By name: a text or a switch. */
  readonly ownOptions?: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  /** The folder of its servers below `.fundlens`. */
  readonly data: string;
  /** The folder that gets a JSON file for each run, and a page in Markdown when the report has one. */
  readonly results: string;
  /** @throws the reason of the signal when it is interrupted; all its processes have ended then */
  run(amount: Amount, context: RunContext): Promise<RunReport>;
};

/** Runs the command and ends the process: 0 all checks hold, 1 they do not, 2 wrong options, 130 interrupted. */
export async function endWith<Amount extends number | string>(command: LongRun<Amount>): Promise<never> {
  process.exitCode = await statusOf(command);
  // Clients of servers that have ended may still be waiting to connect again.
  process.exit();
}

async function statusOf<Amount extends number | string>(command: LongRun<Amount>): Promise<number> {
  const signal = interruption();
  const startedAt = new Date();
  const options = readOptions(process.argv.slice(2), command, startedAt.getTime() % MOST_SEEDS);
  if (options === null) {
    console.error(usageOf(command));
    return EXIT_USAGE;
  }
  const { amount, seed, json, own } = options;
  const again = `npm run ${command.name} -- --${command.amount.option} ${amount} --seed ${seed}`;
  say(`the same again: ${again}`);
  const { steps, step } = measuredSteps();
  const dataDirectory = join(root, '.fundlens', command.data);
  try {
    const context = { seed, dataDirectory, environment: process.env, report: say, step, signal, own };
    const report = await command.run(amount, context);
    const summary = { startedAt: startedAt.toISOString(), again, secondsByStep: steps, ...summaryOf(report) };
    const file = write(command, { summary, startedAt, seed, page: report.page });
    console.log(json ? JSON.stringify(summary) : `\n${textOf(report)}\nall figures: ${file}`);
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

const root = fileURLToPath(new URL('../..', import.meta.url));

function measuredSteps() {
  const steps: Record<string, number> = {};
  async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
    say(name);
    const began = performance.now();
    try {
      return await run();
    } finally {
      steps[name] = Math.round((performance.now() - began) / 100) / 10;
    }
  }
  return { steps, step };
}

type Written = { summary: object; startedAt: Date; seed: number; page: string | undefined };

function write(command: Pick<LongRun, 'results'>, { summary, startedAt, seed, page }: Written): string {
  const name = `${command.results}/${startedAt.toISOString().replaceAll(/[:.]/g, '-')}-seed-${seed}`;
  mkdirSync(join(root, command.results), { recursive: true });
  writeFileSync(join(root, `${name}.json`), `${JSON.stringify(summary, null, 2)}\n`);
  if (page !== undefined) writeFileSync(join(root, `${name}.md`), page);
  return `${name}.json`;
}

function usageOf({ name, amount: { option, values }, ownOptions = {} }: Named): string {
  const own = Object.entries(ownOptions).map(([own, { type }]) => ` [--${own}${type === 'string' ? ' TEXT' : ''}]`);
  return `usage: npm run ${name} -- [--${option} N] [--seed S] [--json]${own.join('')}   (N ${values}; S a whole number)`;
}

type Named = Pick<LongRun, 'name' | 'ownOptions'> & {
  readonly amount: { readonly option: string; readonly values: string };
};

/** @returns null for anything that the command does not take. */
export function readOptions<Amount extends number | string>(
  args: readonly string[],
  { amount: { option, usual, read }, ownOptions = {} }: Pick<LongRun<Amount>, 'amount' | 'ownOptions'>,
  usualSeed: number,
): { readonly amount: Amount; readonly seed: number; readonly json: boolean; readonly own: OwnOptions } | null {
  let given: OwnOptions;
  try {
    const text = { type: 'string' } as const;
    const options = { [option]: text, seed: text, json: { type: 'boolean' }, ...ownOptions } as const;
    given = parseArgs({ args: [...args], options }).values;
  } catch {
    return null;
  }
  const amount = read(String(given[option] ?? usual));
  const seed = wholeNumber(String(given.seed ?? usualSeed));
  if (amount === null || seed === null || seed >= MOST_SEEDS) return null;
  const own = Object.fromEntries(Object.keys(ownOptions).map((name) => [name, given[name]]));
  return { amount, seed, json: given.json === true, own };
}

export function wholeNumber(text: string): number | null {
  return /^\d{1,10}$/.test(text) ? Number(text) : null;
}

function say(line: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`);
}
