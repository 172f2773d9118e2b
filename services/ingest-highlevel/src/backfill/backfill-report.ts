import { type Tally, totalOf } from '../listing/tally.ts';

type Progress = { readonly tally: Tally; readonly elapsedMs: number; readonly before: Tally };

/** One line: what is done, and how fast since this process began. */
export function progressLine({ tally, before, elapsedMs }: Progress): string {
  const done = totalOf(tally);
  const perSecond = elapsedMs <= 0 ? 0 : ((done - totalOf(before)) * 1_000) / elapsedMs;
  const kinds = Object.entries(tally)
    .map(([kind]) => `${kind} ${totalOf({ [kind]: tally[kind] ?? {} })}`)
    .join(', ');
  return `${done} entities (${kinds || 'none yet'}), ${perSecond.toFixed(1)} a second`;
}

const MEANINGS = [
  ['published', 'published'],
  ['unchanged', 'already there'],
  ['older', 'newer in the log'],
  ['read', 'in doubt, read back by id'],
  ['unconfirmed', 'in doubt, and could not be read back'],
  ['refused', 'REFUSED by the contract; see the log for ids and codes'],
] as const;

/** A line for each kind and outcome. */
export function resultLines(tally: Tally): string[] {
  return Object.entries(tally).flatMap(([kind, counts]) =>
    MEANINGS.flatMap(([outcome, meaning]) => {
      const count = counts[outcome] ?? 0;
      return count === 0 ? [] : [`  ${kind}: ${count} ${meaning}`];
    }),
  );
}
