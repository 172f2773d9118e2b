import { z } from 'zod';
import { type Figures, figuresSchema } from './dashboard-figures.ts';

/**
 * What a window before today and a single day can have of the figures. Both follow from the figures of a window: a new
 * figure is in them without a line here, unless it says the state now.
 */

/** The figures of the state now, by group: another window has no other ones. */
export const STATE_FIGURES = {
  funding: [
    'projected',
    'projectedAmountCents',
    'waiting',
    'waitingOnClient',
    'waitingByParty',
    'waitingOnOtherParties',
  ],
  deals: ['open', 'openAmountCents'],
} as const satisfies { readonly [Group in keyof Figures]?: readonly (keyof Figures[Group])[] };

/** Figures of what is counted by product or lender: a day rarely has more than one. */
const NOT_DAILY = ['otherProducts', 'otherLenders'] as const;
type NotDaily = (typeof NOT_DAILY)[number];

type StateFigure<Group> = Group extends keyof typeof STATE_FIGURES ? (typeof STATE_FIGURES)[Group][number] : never;

/** The figures of what happened in a window. */
export type WindowFigures = { [Group in keyof Figures]: Omit<Figures[Group], StateFigure<Group>> };

/** For each figure one value per day. Lists by label have none: what they say of a day is rarely more than one entry. */
type Columns<Shape> = {
  [Name in keyof Shape as Shape[Name] extends readonly unknown[]
    ? never
    : Exclude<Name, NotDaily>]: Shape[Name] extends object ? Columns<Shape[Name]> : Shape[Name][];
};
export type FigureColumns = Columns<WindowFigures>;

const stateFigures: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(STATE_FIGURES));

export const windowFiguresSchema = z.strictObject(
  mapMembers(figuresSchema.shape, ({ shape }: z.ZodObject, group) =>
    z.strictObject(withoutStateOf(group, shape) as z.ZodRawShape),
  ),
) as unknown as z.ZodObject<{ [Group in keyof WindowFigures]: z.ZodType<WindowFigures[Group]> }>;

export const figureColumnsSchema = columnsSchema(windowFiguresSchema) as unknown as z.ZodObject<{
  [Group in keyof FigureColumns]: z.ZodType<FigureColumns[Group]>;
}>;

function columnsSchema({ shape }: z.ZodObject): z.ZodObject {
  const columns = Object.entries(shape).flatMap(([name, member]) => {
    if (member instanceof z.ZodArray || isNotDaily(name)) return [];
    return [[name, member instanceof z.ZodObject ? columnsSchema(member) : z.array(member)] as const];
  });
  return z.strictObject(Object.fromEntries(columns));
}

/** The figures without the state now. */
export function withoutState(figures: Figures): WindowFigures {
  return mapMembers(figures, (members, group) => withoutStateOf(group, members)) as unknown as WindowFigures;
}

function withoutStateOf<Members extends object>(group: string, members: Members): Partial<Members> {
  const state = stateFigures.get(group) ?? [];
  return Object.fromEntries(Object.entries(members).filter(([figure]) => !state.includes(figure))) as Partial<Members>;
}

/** @param days the figures of each day; never empty. */
export function columnsOf(days: readonly Figures[]): FigureColumns {
  const columns = Object.keys(days[0] ?? {}).map((group) => {
    const members = days.map((figures) => figures[group as keyof Figures]);
    return [group, columnsOfMembers(members, stateFigures.get(group))] as const;
  });
  return Object.fromEntries(columns) as FigureColumns;
}

function columnsOfMembers(objects: readonly object[], omitted: readonly string[] = []): object {
  const columns = Object.entries(objects[0] ?? {}).flatMap(([name, first]: [string, unknown]) => {
    if (Array.isArray(first) || omitted.includes(name) || isNotDaily(name)) return [];
    const values = objects.map((each) => (each as Readonly<Record<string, unknown>>)[name]);
    const isGroup = typeof first === 'object' && first !== null;
    return [[name, isGroup ? columnsOfMembers(values as readonly object[]) : values] as const];
  });
  return Object.fromEntries(columns);
}

function isNotDaily(figure: string): boolean {
  return NOT_DAILY.some((name) => name === figure);
}

function mapMembers<Member, Mapped>(
  members: Readonly<Record<string, Member>>,
  map: (member: Member, name: string) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member, name)]));
}
