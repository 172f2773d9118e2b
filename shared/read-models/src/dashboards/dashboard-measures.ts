import { MIN_INSTANT_MS } from '@fundlens/contracts/definition/limits';

/**
 * What the dashboard adds up. A measure is a name, e.g. `credit.reports`: facts state how much of it they contribute, and figures
 * follow from its sums. Measures with labels of an open vocabulary carry the label behind a colon, which no name before it
 * contains.
 */

/** Where applications stand: counts by outcome, amounts, and since when. Only per stage, never in the dashboard. */
export const STAGE_MEASURES = {
  open: 'stage.open',
  approved: 'stage.approved',
  funded: 'stage.funded',
  declined: 'stage.declined',
  withdrawn: 'stage.withdrawn',
  parked: 'stage.parked',
  requestedCents: 'stage.requested-cents',
  approvedCents: 'stage.approved-cents',
  fundedCents: 'stage.funded-cents',
  firstUsed: 'stage.first-used',
} as const;

export function isStageMeasure(name: string): boolean {
  return name.startsWith('stage.');
}

/** What a fact's amounts are also counted by, one label of an open vocabulary each. */
export const DIMENSIONS = ['product', 'lender', 'party', 'stage'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The measure that holds `measure` for each label of a dimension. */
export function byDimension(measure: string, dimension: Dimension): string {
  return `${measure}-by-${dimension}`;
}

/** A label behind the colon may hold anything. */
export function isByDimension(name: string): boolean {
  return /^[^:]*-by-/.test(name);
}

/** The bureaus that are counted apart; any other is `other`. */
export const BUREAUS = ['equifax', 'experian', 'transunion', 'other'] as const;
export type Bureau = (typeof BUREAUS)[number];

/** The bands of FICO, by their lowest score, from the top. */
export const SCORE_BANDS = [
  { band: 'exceptional', from: 800 },
  { band: 'veryGood', from: 740 },
  { band: 'good', from: 670 },
  { band: 'fair', from: 580 },
  { band: 'poor', from: 0 },
] as const;
export type ScoreBand = (typeof SCORE_BANDS)[number]['band'];

/** Measures with the same labels, which come from an open vocabulary. */
export type LabelGroup = {
  readonly measures: readonly string[];
  /** How many different labels a window document counts separately; the rest is counted together. */
  readonly max: number;
};

/** What is counted of recommendations by product and by lender. */
export const RECOMMENDATION_MEASURES = {
  requested: 'funding.requested',
  requestedAmountCents: 'funding.requested-cents',
  decided: 'funding.decided',
  approved: 'funding.approved',
  approvedAmountCents: 'funding.approved-cents',
  funded: 'funding.funded',
  fundedAmountCents: 'funding.funded-cents',
} as const;

function ofDimension(measures: Readonly<Record<string, string>>, dimension: Dimension, max: number): LabelGroup {
  return { measures: Object.values(measures).map((measure) => byDimension(measure, dimension)), max };
}

/** A reader of a dashboard cannot use more labels than these. */
export const LABEL_GROUPS: readonly LabelGroup[] = [
  { measures: ['underwriting.declined'], max: 50 },
  { measures: ['underwriting.parked'], max: 50 },
  { measures: ['funding.plans'], max: 20 },
  ofDimension(RECOMMENDATION_MEASURES, 'product', 20),
  ofDimension(RECOMMENDATION_MEASURES, 'lender', 30),
  ofDimension({ waiting: 'funding.waiting' }, 'party', 20),
  ofDimension(STAGE_MEASURES, 'stage', 50),
];

/** An instant as an amount, which is positive. */
export function instantAmount(instant: number): number {
  return instant - MIN_INSTANT_MS + 1;
}

export function instantOfAmount(amount: number): number {
  return amount + MIN_INSTANT_MS - 1;
}

/** Whether the lowest value counts instead of the sum. */
export function isLowest(name: string): boolean {
  return name.startsWith(STAGE_MEASURES.firstUsed);
}

/**
 * Histograms of durations in full days: the lowest day of each bucket. Of up to two weeks each day is one; a longer
 * duration is known to a week, a month, a season. The last bucket has no end.
 */
export const DURATION_BUCKETS: readonly number[] = [
  ...Array.from({ length: 15 }, (_, day) => day),
  ...[15, 22, 31, 46, 61, 91, 121, 181, 366],
];

/** The lowest day of the bucket of `days`, which is not negative. */
export function durationBucket(days: number): number {
  return DURATION_BUCKETS.findLast((from) => from <= days) ?? 0;
}

/** The measure for what is left over. Its name cannot be that of a label, which stands behind a colon. */
export function leftOver(measure: string): string {
  return `${measure}-left-over`;
}

/** @param label null where the entity states none; a label itself is never empty. */
export function labelled(measure: string, label: string | null): string {
  return `${measure}:${label ?? ''}`;
}

/** The measure and the label of what `labelled` has made; null for a measure without labels. */
export function labelOf(name: string): { readonly measure: string; readonly label: string | null } | null {
  const colon = name.indexOf(':');
  if (colon < 0) return null;
  const label = name.slice(colon + 1);
  return { measure: name.slice(0, colon), label: label === '' ? null : label };
}

/**
 * State that has no day ("open now") is kept in numbered parts, as if on days that no calendar has: so a change of it is
 * recounted like a change of a day, over a part of the entities instead of all. The first is far after year 9999.
 */
export const FIRST_STATE_DAY = 10_000_000;
/** Of 100 000 open deals a change reads some 400. */
export const STATE_DAYS = 256;
/**
 * Applications have fewer parts: each part holds a number per stage and outcome, and a window document all of them. A
 * change reads as much as that of one calendar day does.
 */
export const APPLICATION_STATE_DAYS = 64;
/** Marks a change of a location's time zone, in the list of changed days. */
export const ZONE_CHANGED = FIRST_STATE_DAY + STATE_DAYS;
/** Marks a location of which everything is counted anew, in the same list. */
export const WHOLE_LOCATION = ZONE_CHANGED + 1;
