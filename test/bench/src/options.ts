import { parseArgs } from 'node:util';
import { type BacklogName, backlogNames } from './backlog-bench.ts';
import { type Layout, layouts } from './revocation-figures.ts';

export const benchmarks = [
  'projector',
  'live',
  'idle',
  'read',
  'dashboard',
  'redaction',
  'revocation',
  'backlog',
  'traces',
] as const;
export type BenchmarkName = (typeof benchmarks)[number];

export type Options = {
  /** Events that are published before a projector starts on them. */
  readonly events: number;
  /** Events of the largest backlog that drains; the others are shares of it. */
  readonly backlog: number;
  readonly backlogs: readonly BacklogName[];
  /** After so many a backlog is measured as far as it was taken. */
  readonly minutes: number;
  /** Length of one measurement of requests. */
  readonly seconds: number;
  /** Length of one measurement of a projector that keeps up (`live`, `idle`). */
  readonly liveSeconds: number;
  /** Events per second that are published (`live`). */
  readonly rate: number;
  /** Whether MongoDB's own connector is measured too (`projector`). */
  readonly peer: boolean;
  /** How often floor and subject take turns. */
  readonly rounds: number;
  /** Of each kind that can end access (`revocation`). */
  readonly changes: number;
  /** How the projectors are deployed (`revocation`). */
  readonly layouts: readonly Layout[];
  /** Of full load, in percent (`revocation`). */
  readonly paced: number;
  readonly only: readonly BenchmarkName[];
};

/** What `--seconds` is when it is not given. */
const REQUEST_SECONDS = '4';
const LIVE_SECONDS = '30';

const layoutNames = Object.keys(layouts).filter(isLayout);

export const USAGE = `npm run bench -- [--events N] [--peer] [--rate N] [--backlog N] [--backlogs ${backlogNames.join('|')}]… [--minutes N] [--seconds N] [--rounds N] [--changes N] [--layouts ${layoutNames.join('|')}]… [--paced N] [--only ${benchmarks.join('|')}]…`;

/** @throws Error with a sentence for people. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      events: { type: 'string', default: '200000' },
      peer: { type: 'boolean', default: false },
      rate: { type: 'string', default: '100' },
      backlog: { type: 'string', default: '50000' },
      backlogs: { type: 'string', multiple: true, default: [...backlogNames] },
      minutes: { type: 'string', default: '30' },
      seconds: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      changes: { type: 'string', default: '200' },
      layouts: { type: 'string', multiple: true, default: layoutNames },
      paced: { type: 'string', default: '70' },
      only: { type: 'string', multiple: true, default: [...benchmarks] },
    },
  });
  const unknown =
    values.only.find((name) => !isBenchmark(name)) ??
    values.backlogs.find((name) => !isBacklog(name)) ??
    values.layouts.find((name) => !isLayout(name));
  if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}. Usage: ${USAGE}`);
  return {
    events: whole('events', values.events, 1_000),
    backlog: whole('backlog', values.backlog, 1_000),
    backlogs: values.backlogs.filter(isBacklog),
    minutes: whole('minutes', values.minutes, 1),
    seconds: whole('seconds', values.seconds ?? REQUEST_SECONDS, 1),
    liveSeconds: whole('seconds', values.seconds ?? LIVE_SECONDS, 1),
    rate: whole('rate', values.rate, 1),
    peer: values.peer,
    rounds: whole('rounds', values.rounds, 1),
    changes: whole('changes', values.changes, 1),
    layouts: values.layouts.filter(isLayout),
    paced: whole('paced', values.paced, 1),
    only: values.only.filter(isBenchmark),
  };
}

function isBenchmark(name: string): name is BenchmarkName {
  return benchmarks.some((known) => known === name);
}

function isBacklog(name: string): name is BacklogName {
  return backlogNames.some((known) => known === name);
}

function isLayout(name: string): name is Layout {
  return Object.hasOwn(layouts, name);
}

function whole(name: string, text: string, min: number): number {
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min)) throw new Error(`--${name} must be a whole number of at least ${min}. Usage: ${USAGE}`);
  return value;
}
