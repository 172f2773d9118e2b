import { parseArgs } from 'node:util';

export const benchmarks = ['projector', 'read', 'dashboard', 'redaction', 'revocation'] as const;
export type BenchmarkName = (typeof benchmarks)[number];

export type Options = {
  /** Events that are published before a projector starts on them. */
  readonly events: number;
  /** Length of one measurement of requests. */
  readonly seconds: number;
  /** How often floor and subject take turns. */
  readonly rounds: number;
  /** Of each kind that can end access (`revocation`). */
  readonly changes: number;
  readonly only: readonly BenchmarkName[];
};

export const USAGE = `npm run bench -- [--events N] [--seconds N] [--rounds N] [--changes N] [--only ${benchmarks.join('|')}]…`;

/** @throws Error with a sentence for people. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      events: { type: 'string', default: '20000' },
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
      changes: { type: 'string', default: '200' },
      only: { type: 'string', multiple: true, default: [...benchmarks] },
    },
  });
  const unknown = values.only.find((name) => !isBenchmark(name));
  if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}. Usage: ${USAGE}`);
  return {
    events: whole('events', values.events, 1_000),
    seconds: whole('seconds', values.seconds, 1),
    rounds: whole('rounds', values.rounds, 1),
    changes: whole('changes', values.changes, 1),
    only: values.only.filter(isBenchmark),
  };
}

function isBenchmark(name: string): name is BenchmarkName {
  return benchmarks.some((known) => known === name);
}

function whole(name: string, text: string, min: number): number {
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min)) throw new Error(`--${name} must be a whole number of at least ${min}. Usage: ${USAGE}`);
  return value;
}
