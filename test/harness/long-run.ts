import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { interruption } from '@fundlens/local/interruption';

const EXIT_BROKEN = 1;
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;
const MOST_SEEDS = 2 ** 31;

export type RunSurroundings = {
  readonly seed: number;
  /** Of its servers; whatever is there is removed. */
  readonly dataDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
};

/** A command that takes minutes on servers of its own, by `--seed`, one option that says how much, and `--json`. */
export type LongRun<Result> = {
  /** The npm script. */
  readonly name: string;
  /** How much: the option's name, its value when it is not given, and its values in words. `read`: null for a wrong one. */
  readonly amount: {
    readonly option: string;
    readonly usual: string;
    readonly values: string;
    read(text: string): number | null;
  };
  /** The folder of its servers below `.fundlens`. */
  readonly data: string;
  /** The folder that gets a file of figures for each run. */
  readonly results: string;
  /** @throws the reason of the signal when it is interrupted; nothing runs any more then */
  run(amount: number, surroundings: RunSurroundings): Promise<Result>;
  summaryOf(result: Result): object;
  textOf(result: Result): string;
  /** Whether everything is as it has to be. */
  holds(result: Result): boolean;
};

/**
 * Runs the command and ends the process: with 0 when everything holds, 1 when not, 2 for wrong options, 130 when it was
 * interrupted.
 */
export async function endWith<Result>(command: LongRun<Result>): Promise<never> {
  process.exitCode = await statusOf(command);
  // Clients of servers that are gone may still be waiting to connect again.
  process.exit();
}

async function statusOf<Result>(command: LongRun<Result>): Promise<number> {
  const signal = interruption();
  const startedAt = new Date();
  const options = readOptions(process.argv.slice(2), command, startedAt.getTime() % MOST_SEEDS);
  if (options === null) {
    const { option, values } = command.amount;
    console.error(
      `usage: npm run ${command.name} -- [--${option} N] [--seed S] [--json]   (N ${values}; S a whole number)`,
    );
    return EXIT_USAGE;
  }
  const { amount, seed, json } = options;
  const again = `npm run ${command.name} -- --${command.amount.option} ${amount} --seed ${seed}`;
  say(`the same again: ${again}`);
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const dataDirectory = join(root, '.fundlens', command.data);
  try {
    const result = await command.run(amount, { seed, dataDirectory, environment: process.env, report: say, signal });
    const summary = { startedAt: startedAt.toISOString(), again, ...command.summaryOf(result) };
    const name = `${summary.startedAt.replaceAll(/[:.]/g, '-')}-seed-${seed}.json`;
    mkdirSync(join(root, command.results), { recursive: true });
    writeFileSync(join(root, command.results, name), `${JSON.stringify(summary, null, 2)}\n`);
    console.log(
      json ? JSON.stringify(summary) : `\n${command.textOf(result)}\nall figures: ${command.results}/${name}`,
    );
    return command.holds(result) ? 0 : EXIT_BROKEN;
  } catch (error) {
    if (signal.aborted) {
      say('interrupted; everything that was started is ended');
      return EXIT_INTERRUPTED;
    }
    console.error(error);
    return EXIT_BROKEN;
  }
}

/** @returns null for anything that the command does not take. */
export function readOptions(
  args: readonly string[],
  { amount: { option, usual, read } }: Pick<LongRun<unknown>, 'amount'>,
  usualSeed: number,
): { readonly amount: number; readonly seed: number; readonly json: boolean } | null {
  let given: Readonly<Record<string, string | boolean | undefined>>;
  try {
    const options = { [option]: { type: 'string' }, seed: { type: 'string' }, json: { type: 'boolean' } } as const;
    given = parseArgs({ args: [...args], options }).values;
  } catch {
    return null;
  }
  const amount = read(String(given[option] ?? usual));
  const seed = wholeNumber(String(given.seed ?? usualSeed));
  if (amount === null || seed === null || seed >= MOST_SEEDS) return null;
  return { amount, seed, json: given.json === true };
}

export function wholeNumber(text: string): number | null {
  return /^\d{1,10}$/.test(text) ? Number(text) : null;
}

function say(line: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`);
}
