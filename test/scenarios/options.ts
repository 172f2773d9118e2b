import { parseArgs } from 'node:util';
import type { Scenario } from './scenario.ts';

const MOST_SEEDS = 2 ** 31;

export type GivenOptions = {
  readonly seed: number;
  readonly json: boolean;
  readonly options: Readonly<Record<string, string>>;
};

/** @returns null for anything that the scenario does not take. */
export function optionsOf(
  args: readonly string[],
  { options: known }: Pick<Scenario, 'options'>,
  usualSeed: number,
): GivenOptions | null {
  const text = { type: 'string' } as const;
  const own = Object.fromEntries(Object.keys(known).map((name) => [name, text]));
  let given: Readonly<Record<string, string | boolean | undefined>>;
  try {
    given = parseArgs({ args: [...args], options: { ...own, seed: text, json: { type: 'boolean' } } }).values;
  } catch {
    return null;
  }
  const seed = String(given.seed ?? usualSeed % MOST_SEEDS);
  if (!/^\d{1,10}$/.test(seed) || Number(seed) >= MOST_SEEDS) return null;
  const options: Record<string, string> = {};
  for (const [name, { usual, pattern = /./ }] of Object.entries(known)) {
    const value = given[name] ?? usual;
    if (value === undefined) continue;
    if (!pattern.test(String(value))) return null;
    options[name] = String(value);
  }
  return { seed: Number(seed), json: given.json === true, options };
}

export function usageOf(scenarios: readonly Scenario[]): string {
  const lines = scenarios.map(({ name, what, options }) => {
    const own = Object.entries(options).map(
      ([option, { values, usual }]) => `\n      --${option}  ${values}${usual === undefined ? '' : ` (${usual})`}`,
    );
    return `  ${name}: ${what}${own.join('')}`;
  });
  return `usage: npm run scenario -- NAME [--seed S] [--json] [options]\n${lines.join('\n')}`;
}
