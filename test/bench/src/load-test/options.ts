import { parseArgs } from 'node:util';

export type LoadOptions = {
  /** Requests per second that the search begins with. */
  readonly from: number;
  /** Length of one measurement. */
  readonly seconds: number;
  /** A rate holds when its p99 is at most so many milliseconds and no request failed. */
  readonly p99: number;
  /** In each of the locations. */
  readonly contacts: number;
  /** How many processes of the query service; each is a search of its own. */
  readonly processes: readonly number[];
};

const MAX_PROCESSES = 16;

export const USAGE = 'npm run load -- [--from N] [--seconds N] [--p99 N] [--contacts N] [--processes N]…';

/** @throws Error with a sentence for people. */
export function readLoadOptions(args: readonly string[]): LoadOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '5' },
      p99: { type: 'string', default: '20' },
      contacts: { type: 'string', default: '50' },
      processes: { type: 'string', multiple: true, default: ['1', '2'] },
    },
  });
  return {
    from: whole('from', values.from, { min: 5 }),
    seconds: whole('seconds', values.seconds, { min: 1 }),
    p99: whole('p99', values.p99, { min: 1 }),
    contacts: whole('contacts', values.contacts, { min: 1 }),
    processes: values.processes.map((text) => whole('processes', text, { min: 1, max: MAX_PROCESSES })),
  };
}

function whole(name: string, text: string, { min, max = 1_000_000 }: { min: number; max?: number }): number {
  const value = /^[0-9]{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw new Error(`--${name} must be a whole number from ${min} to ${max}. Usage: ${USAGE}`);
  }
  return value;
}
