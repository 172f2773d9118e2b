import { z } from 'zod';
import { type Figures, figuresBody, mapFigures } from './dashboard-figures.ts';
import { NO_SUMS, type WindowSums } from './window-sums.ts';

/** What a window before today and a single day have of the figures: a new figure is in them without a line here. */

/** The figures of what happened in a window: another window has no other ones. */
export const windowFiguresSchema = figuresBody('window', 'day');

/** The figures without the state now. */
export function withoutState(figures: Figures): Figures {
  return mapFigures(['window', 'day'], (_, group, name) => figures[group][name]);
}

/** For each figure that is told of a day one value per day. */
export const figureColumnsSchema = columnsSchema(figuresBody('day')) as ReturnType<typeof figuresBody>;

function columnsSchema({ shape }: z.ZodObject): z.ZodObject {
  const columns = Object.entries(shape).map(([name, member]) => [
    name,
    member instanceof z.ZodObject ? columnsSchema(member) : z.array(member),
  ]);
  return z.strictObject(Object.fromEntries(columns));
}

const dayOf = (sums: WindowSums) => mapFigures(['day'], ({ of }) => of(sums));
const NOTHING = dayOf(NO_SUMS);

/** @param days the sums of each day, null where nothing happened; never empty. */
export function columnsOf(days: readonly (WindowSums | null)[]): Figures {
  return columnsOfMembers(days.map((sums) => (sums === null ? NOTHING : dayOf(sums)))) as Figures;
}

function columnsOfMembers(objects: readonly object[]): object {
  const columns = Object.entries(objects[0] ?? {}).map(([name, first]: [string, unknown]) => {
    const values = objects.map((each) => (each as Readonly<Record<string, unknown>>)[name]);
    const isGroup = typeof first === 'object' && first !== null;
    return [name, isGroup ? columnsOfMembers(values as readonly object[]) : values] as const;
  });
  return Object.fromEntries(columns);
}
