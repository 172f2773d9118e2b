import { z } from 'zod';
import { leftOver } from './dashboard-measures.ts';
import { labelCounts, total, type WindowSums } from './window-sums.ts';

/**
 * What a figure is of. `now`: the state now, whatever the window. `day`: what happened in a window, also in one of a single day.
 * `window`: the same, but not told of each day: what lists by label say of a day is rarely more than one entry.
 */
export type Scope = 'now' | 'window' | 'day';

/** A figure of /dashboard/stats: its schema, and how it follows from the sums of its scope. */
export type Figure<Body, Of extends Scope> = {
  readonly body: z.ZodType<Body>;
  readonly scope: Of;
  readonly of: (sums: WindowSums) => Body;
};

export function figure<Body, Of extends Scope>(
  scope: Of,
  body: z.ZodType<Body>,
  of: (sums: WindowSums) => Body,
): Figure<Body, Of> {
  return { scope, body, of };
}

export const counted = (text: string) => z.int().min(0).describe(text);
export const centsOf = (text: string) => z.int().min(0).describe(`${text}, in integer cents.`);
export const shareOf = (text: string) => z.number().min(0).max(1).nullable().describe(text);

/** Begins the description of a figure of what happened, or of the state now. */
export const WINDOW = 'Happened in the window';
export const STATE = 'State now, whatever the window';

/** How much there is of one measure. */
export function count(text: string, measure: string): Figure<number, 'day'> {
  return figure('day', counted(text), ({ sum }) => sum(measure));
}

export function cents(text: string, measure: string): Figure<number, 'day'> {
  return figure('day', centsOf(text), ({ sum }) => sum(measure));
}

/** How much there is of a measure with labels, whatever the label. */
export function countOfAll(text: string, measure: string): Figure<number, 'day'> {
  return figure('day', counted(text), (sums) => sumOfAll(sums, measure));
}

export function sumOfAll({ sum, byLabel }: WindowSums, measure: string): number {
  return total(byLabel(measure)) + sum(leftOver(measure));
}

/** How much there is of the labels that are not listed. */
export function countOfOthers(text: string, measure: string): Figure<number, 'day'> {
  return figure('day', counted(text), (sums) => labelCounts(sums, measure)[1]);
}

/** The labels of a measure, the most frequent first, under the member `name`. */
export function countByLabel<Name extends string>(
  text: string,
  measure: string,
  item: { readonly name: Name; readonly label: string; readonly count: string },
): Figure<(Record<Name, string | null> & { count: number })[], 'window'> {
  const shape = { [item.name]: z.string().nullable().describe(item.label), count: counted(item.count) };
  type Item = Record<Name, string | null> & { count: number };
  const body = z.array(z.strictObject(shape)).describe(text) as unknown as z.ZodType<Item[]>;
  return figure('window', body, (sums) =>
    labelCounts(sums, measure)[0].map(({ label, sum }) => ({ [item.name]: label, count: sum }) as Item),
  );
}

/** The same of the state now. */
export function ofState<Body>(given: Figure<Body, Scope>): Figure<Body, 'now'> {
  return { ...given, scope: 'now' };
}

/** A strict object of one count per name. */
export function countEach<const Name extends string>(
  names: readonly Name[],
  text: string,
  of: { readonly text: (name: Name) => string; readonly measure: (name: Name) => string },
): Figure<Record<Name, number>, 'day'> {
  const shape = Object.fromEntries(names.map((name) => [name, counted(of.text(name))]));
  const body = z.strictObject(shape).describe(text) as unknown as z.ZodType<Record<Name, number>>;
  const measures = names.map((name) => [name, of.measure(name)] as const);
  return figure('day', body, ({ sum }) => {
    const counts: Partial<Record<Name, number>> = {};
    for (const [name, measure] of measures) counts[name] = sum(measure);
    return counts as Record<Name, number>;
  });
}
