import { z } from 'zod';
import { BUREAUS, labelled, SCORE_BANDS, type ScoreBand } from './dashboard-measures.ts';
import {
  cents,
  count,
  countByLabel,
  countEach,
  counted,
  countOfAll,
  countOfOthers,
  type Figure,
  type FigureTable,
  ofDay,
  ofState,
  type Scope,
  sumOfAll,
  WINDOW,
} from './figure.ts';
import { fundingFigures } from './funding-figures.ts';
import { NO_SUMS, rounded, type WindowSums } from './window-sums.ts';

/**
 * The figures of /dashboard/stats: what each counts and by which instant, its schema, and how it follows from the sums. What a
 * window before today and a single day have of them follows from the tables too: a new figure is in it without a line.
 */

const bands = SCORE_BANDS.map(({ band }) => band);

function bandText(band: ScoreBand): string {
  const index = bands.indexOf(band);
  const [lowest, above] = [SCORE_BANDS[index]?.from, SCORE_BANDS[index - 1]?.from];
  return above === undefined ? `Scores of ${lowest} and more.` : `Scores of ${lowest} to ${above - 1}.`;
}

const credit: FigureTable = {
  reportsPulled: count(`${WINDOW} (pulledAt): stored credit reports.`, 'credit.reports'),
  reportsByBureau: countEach(
    BUREAUS,
    `${WINDOW} (pulledAt): reports by bureau; a report of three bureaus counts in each.`,
    {
      text: (bureau) => `Reports that include ${bureau === 'other' ? 'another bureau' : bureau}.`,
      measure: (bureau) => labelled('credit.reports-of', bureau),
    },
  ),
  contactsWithReport: count(
    `${WINDOW} (pulledAt): contacts whose latest report was pulled in the window.`,
    'credit.latest',
  ),
  averageScore: ofDay(
    z
      .number()
      .nullable()
      .describe('Mean of the scores of these latest reports, to one decimal; null when none has a score.'),
    ({ sum }) => {
      const scored = sum('credit.latest-scored');
      return scored === 0 ? null : rounded(sum('credit.latest-score-sum') / scored, 1);
    },
  ),
  scored: count('Of these latest reports, those with a score.', 'credit.latest-scored'),
  unscored: ofDay(
    counted('Of these latest reports, those without a score.'),
    ({ sum }) => sum('credit.latest') - sum('credit.latest-scored'),
  ),
  scoreBands: countEach(bands, 'Of these latest reports, the scores by band.', {
    text: bandText,
    measure: (band) => labelled('credit.latest-band', band),
  }),
};

const reason = {
  name: 'reason',
  label: 'Lower case, blanks folded, at most 80 characters; null: none stated.',
  count: 'Results with this reason.',
} as const;

const underwriting: FigureTable = {
  evaluated: count(`${WINDOW} (evaluatedAt): underwriting results.`, 'underwriting.evaluated'),
  qualified: count(
    `${WINDOW} (evaluatedAt): of the others, results whose card or term loan status is qualified, pre-qualified, eligible or ` +
      'approved, or whose decision begins with one of these words. Texts are compared without case and punctuation.',
    'underwriting.qualified',
  ),
  declined: countOfAll(
    `${WINDOW} (evaluatedAt): results with a decline reason, with a decline status (other than none, no, n/a, false, ` +
      'not declined, clear, cleared, open, pending, review, under review), or whose decision begins with "declin".',
    'underwriting.declined',
  ),
  parked: countOfAll(
    `${WINDOW} (evaluatedAt): of the others, results with a reason to park, or whose decision begins with "park".`,
    'underwriting.parked',
  ),
  undecided: ofDay(
    counted(`${WINDOW} (evaluatedAt): results that say none of the three.`),
    (sums) =>
      sums.sum('underwriting.evaluated') -
      sums.sum('underwriting.qualified') -
      sumOfAll(sums, 'underwriting.declined') -
      sumOfAll(sums, 'underwriting.parked'),
  ),
  declinedByReason: countByLabel(
    'Declined results by reason, the most frequent first, at most 50 reasons.',
    'underwriting.declined',
    reason,
  ),
  declinedForOtherReasons: countOfOthers('Declined results whose reasons are not listed.', 'underwriting.declined'),
  parkedByReason: countByLabel(
    'Parked results by reason, the most frequent first, at most 50 reasons.',
    'underwriting.parked',
    reason,
  ),
  parkedForOtherReasons: countOfOthers('Parked results whose reasons are not listed.', 'underwriting.parked'),
};

const deals: FigureTable = {
  created: count(`${WINDOW} (createdAt): deals.`, 'deals.created'),
  createdAmountCents: cents(`${WINDOW} (createdAt): their amounts now`, 'deals.created-cents'),
  won: count(`${WINDOW} (statusChangedAt): deals that are won.`, 'deals.won'),
  wonAmountCents: cents(`${WINDOW} (statusChangedAt): the amounts of won deals`, 'deals.won-cents'),
  lost: count(`${WINDOW} (statusChangedAt): deals that are lost; abandoned ones are not.`, 'deals.lost'),
  lostAmountCents: cents(`${WINDOW} (statusChangedAt): the amounts of lost deals`, 'deals.lost-cents'),
  open: ofState(count('State now, whatever the window: open deals.', 'deals.open')),
  openAmountCents: ofState(cents('State now, whatever the window: the amounts of open deals', 'deals.open-cents')),
};

type Group = 'credit' | 'underwriting' | 'funding' | 'deals';
const TABLE: Readonly<Record<Group, FigureTable>> = { credit, underwriting, funding: fundingFigures, deals };
/** Listed once: figures are made of sums for every request. */
const groups = Object.entries(TABLE).map(([group, figures]) => [group as Group, Object.entries(figures)] as const);

/** By group and name. What each is, its schema says; that it is so is shown by the recount of every window. */
export type Figures = Readonly<Record<Group, Readonly<Record<string, unknown>>>>;
export const ALL_SCOPES: readonly Scope[] = ['now', 'window', 'day'];

/** By group, what `map` makes of each figure of the scopes. */
export function mapFigures(
  scopes: readonly Scope[],
  map: (figure: Figure, group: Group, name: string) => unknown,
): Figures {
  const mapped: Partial<Record<Group, Record<string, unknown>>> = {};
  for (const [group, figures] of groups) {
    const members: Record<string, unknown> = {};
    for (const [name, each] of figures) if (scopes.includes(each.scope)) members[name] = map(each, group, name);
    mapped[group] = members;
  }
  return mapped as Figures;
}

/** The bodies of the figures of the scopes. */
export function figuresBody(...scopes: readonly Scope[]) {
  const shapes = Object.entries(mapFigures(scopes, ({ body }) => body)) as [Group, z.ZodRawShape][];
  const bodies = shapes.map(([group, shape]) => [group, z.strictObject(shape)]);
  return z.strictObject(Object.fromEntries(bodies) as Record<Group, z.ZodObject>);
}

export const figuresSchema = figuresBody(...ALL_SCOPES);

/**
 * Averages, rates, medians and what is left over follow from the sums, so sums of several locations give the figures of all.
 * @param window what happened in the window. @param now what is so now.
 */
export function figuresOf(window: WindowSums, now: WindowSums): Figures {
  return mapFigures(ALL_SCOPES, ({ of, scope }) => of(scope === 'now' ? now : window));
}

/** The figures of what happened in a window: another window has no other ones. */
export const windowFiguresSchema = figuresBody('window', 'day');

/** The figures without the state now. */
export function withoutState(figures: Figures): Figures {
  return mapFigures(['window', 'day'], (_, group, name) => figures[group][name]);
}

/** One value per day for each figure that the dashboard answers by single days. */
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
