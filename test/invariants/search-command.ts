import { OPLOG, type Searched } from './live-search.ts';

export type SearchArguments = {
  /** Of the running stack; null: the usual one. */
  readonly directory: string | null;
  /** Further numbers to look for, nine digits each. */
  readonly also: readonly string[];
  /** The operator says that MongoDB keeps no oplog: it need not be searched. */
  readonly noOplog: boolean;
};

const ALSO = '--also';
const NO_OPLOG = '--no-oplog';
const NINE_DIGITS = /^\d{9}$/;

/** Null when the arguments make no sense. */
export function searchArguments(args: readonly string[]): SearchArguments | null {
  const also: string[] = [];
  const directories: string[] = [];
  let noOplog = false;
  const waiting = [...args];
  for (let arg = waiting.shift(); arg !== undefined; arg = waiting.shift()) {
    if (arg === NO_OPLOG) noOplog = true;
    else if (arg === ALSO) also.push((waiting.shift() ?? '').replaceAll(/\D/g, ''));
    else if (arg.startsWith('--')) return null;
    else directories.push(arg);
  }
  if (directories.length > 1 || !also.every((number) => NINE_DIGITS.test(number))) return null;
  return { directory: directories[0] ?? null, also, noOplog };
}

export const EXIT_FOUND = 1;
export const EXIT_USAGE = 2;
export const EXIT_NOT_SEARCHED = 3;

/** The lines for one place. */
export function searchLines({ place, items, leaks, notSearched }: Searched): string[] {
  if (notSearched !== undefined) return [`NOT SEARCHED  ${place}: ${notSearched}`];
  return [
    `${leaks.length === 0 ? 'clean' : 'FOUND'}  ${place}: ${items}`,
    ...leaks.map(({ where, planted, as }) => `         ${where}: ${planted} (${as})`),
  ];
}

export type SearchVerdict = { readonly line: string; readonly status: number };

/** "None was found" is a statement about what was searched: a place that was not searched is named, and is not clean. */
export function searchVerdict(all: readonly Searched[], { noOplog }: Pick<SearchArguments, 'noOplog'>): SearchVerdict {
  const found = all.flatMap(({ leaks }) => leaks).length;
  const left = all.filter(({ notSearched }) => notSearched !== undefined);
  const but = left.length === 0 ? '' : `; not searched: ${left.map(({ place }) => place).join(', ')}`;
  if (found > 0) return { line: `${found} found${but}`, status: EXIT_FOUND };
  const line = `none of the numbers was found${but}`;
  if (left.length === 0 || (noOplog && left.every(({ place }) => place === OPLOG))) return { line, status: 0 };
  return { line: `${line} (${NO_OPLOG} says that this MongoDB keeps no oplog)`, status: EXIT_NOT_SEARCHED };
}
