import { parseArgs } from 'node:util';

export const benchmarks = ['projector', 'live', 'idle', 'read', 'dashboard', 'redaction'] as const;
export type BenchmarkName = (typeof benchmarks)[number];

export type Options = {
  /** Events that are published before a projector starts on them. */
  readonly events: number;
  /** Whether MongoDB's own connector is measured too (`projector`). */
  readonly peer: boolean;
  /** Events per second that are published (`live`). */
  readonly rate: number;
  /** Length of one measurement of requests. */
  readonly seconds: number;
  /** Length of one measurement of a projector that keeps up (`live`, `idle`). */
  readonly liveSeconds: number;
  /** How often floor and subject take turns. */
  readonly rounds: number;
  readonly only: readonly BenchmarkName[];
};

/** What `--seconds` is when it is not given. */
const REQUEST_SECONDS = '4';
const LIVE_SECONDS = '30';
/** With fewer a log is applied before it can be looked at twice. */
const LEAST_EVENTS = 1_000;

const USAGE = `npm run bench -- [--events N] [--peer] [--rate N] [--seconds N] [--rounds N] [--only ${benchmarks.join('|')}]…`;

/** @throws Error with a sentence for people. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      events: { type: 'string', default: '200000' },
      peer: { type: 'boolean', default: false },
      rate: { type: 'string', default: '100' },
      seconds: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', multiple: true, default: [...benchmarks] },
    },
  });
  const unknown = values.only.find((name) => !isBenchmark(name));
  if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}. Usage: ${USAGE}`);
  return {
    events: whole('events', values.events, LEAST_EVENTS),
    peer: values.peer,
    rate: whole('rate', values.rate, 1),
    seconds: whole('seconds', values.seconds ?? REQUEST_SECONDS, 1),
    liveSeconds: whole('seconds', values.seconds ?? LIVE_SECONDS, 1),
    rounds: whole('rounds', values.rounds, 1),
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
