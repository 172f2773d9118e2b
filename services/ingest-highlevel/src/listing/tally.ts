import { z } from 'zod';

/**
 * What became of the entities of a kind, as counts. `refused`: the contract does not take the entity; nothing of it is
 * published, and it is named in the log. The other words are those of `ObservationOutcome`.
 */
export const outcomes = ['published', 'unchanged', 'older', 'read', 'unconfirmed', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

export const tallySchema = z.record(z.string(), z.partialRecord(z.enum(outcomes), z.number()));
/** By kind of entity. */
export type Tally = Readonly<Record<string, Readonly<Partial<Record<Outcome, number>>>>>;

export function addOutcomes(tally: Tally, kind: string, found: readonly Outcome[]): Tally {
  const counts: Partial<Record<Outcome, number>> = { ...tally[kind] };
  for (const outcome of found) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return { ...tally, [kind]: counts };
}

export function totalOf(tally: Tally, ...counted: readonly Outcome[]): number {
  const wanted = counted.length === 0 ? outcomes : counted;
  return Object.values(tally).reduce(
    (sum, counts) => sum + wanted.reduce((part, outcome) => part + (counts[outcome] ?? 0), 0),
    0,
  );
}
