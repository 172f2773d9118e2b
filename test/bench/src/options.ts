import { parseArgs } from 'node:util';
import type { TestSystem } from '../../harness/test-system.ts';
import type { Watched } from './process-use.ts';

export const benchmarks = ['redaction', 'projector', 'live', 'idle', 'read', 'dashboard'] as const;
export type BenchmarkName = (typeof benchmarks)[number];

export type Options = {
  /** Events that are published before a projector starts on them. */
  readonly events: number;
  /** MongoDB's own connector is measured too (`projector`). */
  readonly peer: boolean;
  /** Length of one measurement; by default each benchmark's own. */
  readonly seconds?: number;
  /** How often the sides take turns. */
  readonly rounds: number;
  readonly only: readonly BenchmarkName[];
};

const USAGE = `[--events N] [--no-peer] [--seconds N] [--rounds N] [--only ${benchmarks.join('|')}]…`;

/** What one benchmark measures on. */
export type Bench = {
  readonly system: TestSystem;
  /** Servers of this machine, by process. */
  readonly servers: Watched;
  /** Length of one measurement. */
  readonly seconds: number;
  readonly rounds: number;
  readonly report: (line: string) => void;
};

/** @throws Error with a sentence for people. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      events: { type: 'string', default: '200000' },
      peer: { type: 'boolean', default: true },
      seconds: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', multiple: true, default: [...benchmarks] },
    },
  });
  const only = benchmarks.filter((name) => values.only.includes(name));
  const { peer } = values;
  const [events, rounds] = [Number(values.events), Number(values.rounds)];
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
  // Of fewer events a log is applied before it can be looked at twice.
  const isKnown = only.length > 0 && events >= 1_000 && rounds >= 1 && (seconds ?? 1) >= 1;
  if (!isKnown) throw new Error(`npm run bench -- ${USAGE}`);
  return { events, peer, rounds, only, ...(seconds === undefined ? {} : { seconds }) };
}
