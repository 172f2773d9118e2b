import { z } from 'zod';
import { leftOver } from './dashboard-measures.ts';
import { amountsOf, labelCounts, total, type WindowSums } from './window-sums.ts';

/**
 * What a figure is of. `now`: the state now, whatever the window. `day`: what happened in a window, also in one of a single day.
 * `window`: the same, but not told of each day: what lists by label say of a day is rarely more than one entry.
 */
export type Scope = 'now' | 'window' | 'day';

/** A figure of /dashboard/stats: its schema, and how it follows from the sums of its scope. */
export type Figure = { readonly body: z.ZodType; readonly scope: Scope; readonly of: (sums: WindowSums) => unknown };

export type FigureTable = Readonly<Record<string, Figure>>;

export const counted = (text: string) => z.int().min(0).describe(text);
export const centsOf = (text: string) => z.int().min(0).describe(`${text}, in integer cents.`);
export const shareOf = (text: string) => z.number().min(0).max(1).nullable().describe(text);

/** Begins the description of a figure of what happened, or of the state now. */
export const WINDOW = 'Happened in the window';
export const STATE = 'State now, whatever the window';

/** What happened in a window; the dashboard answers it by single days too. */
export function ofDay(body: z.ZodType, of: Figure['of']): Figure {
  return { scope: 'day', body, of };
}

/** How much there is of one measure. */
export const count = (text: string, measure: string) => ofDay(counted(text), ({ sum }) => sum(measure));
export const cents = (text: string, measure: string) => ofDay(centsOf(text), ({ sum }) => sum(measure));
/** How much there is of a measure with labels, whatever the label, and of the labels that are not listed. */
export const countOfAll = (text: string, measure: string) => ofDay(counted(text), (sums) => sumOfAll(sums, measure));
export const countOfOthers = (text: string, measure: string) =>
  ofDay(counted(text), (sums) => labelCounts(sums, measure)[1]);

export function sumOfAll({ sum, byLabel }: WindowSums, measure: string): number {
  return total(byLabel(measure)) + sum(leftOver(measure));
}

/** The labels of a measure, the most frequent first, under the member `name`. */
export function countByLabel(
  text: string,
  measure: string,
  { name, label, count: counts }: { readonly name: string; readonly label: string; readonly count: string },
): Figure {
  const item = z.strictObject({ [name]: z.string().nullable().describe(label), count: counted(counts) });
  return {
    scope: 'window',
    body: z.array(item).describe(text),
    of: (sums) => labelCounts(sums, measure)[0].map((each) => ({ [name]: each.label, count: each.sum })),
  };
}

/** The same of the state now. */
export function ofState(given: Figure): Figure {
  return { ...given, scope: 'now' };
}

/** A strict object of one count per name. */
export function countEach<const Name extends string>(
  names: readonly Name[],
  text: string,
  of: { readonly text: (name: Name) => string; readonly measure: (name: Name) => string },
): Figure {
  const measures = Object.fromEntries(names.map((name) => [name, of.measure(name)]));
  const counts = Object.fromEntries(names.map((name) => [name, counted(of.text(name))]));
  return ofDay(z.strictObject(counts).describe(text), ({ sum }) => amountsOf(measures, sum));
}
