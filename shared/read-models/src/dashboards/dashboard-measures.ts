/**
 * What the dashboard adds up. A measure is a name; facts state how much of it they contribute. Measures with
 * labels of an open vocabulary carry the label behind a colon, which no name before it contains.
 */
export const MEASURES = {
  reportsPulled: 'credit.reports',
  reportsOfBureau: 'credit.reports-of',
  latestReports: 'credit.latest',
  latestScored: 'credit.latest-scored',
  latestScoreSum: 'credit.latest-score-sum',
  latestOfBand: 'credit.latest-band',
  evaluated: 'underwriting.evaluated',
  qualified: 'underwriting.qualified',
  declined: 'underwriting.declined',
  parked: 'underwriting.parked',
  applications: 'funding.applications',
  plans: 'funding.plans',
  requested: 'funding.requested',
  requestedCents: 'funding.requested-cents',
  decided: 'funding.decided',
  approved: 'funding.approved',
  approvedCents: 'funding.approved-cents',
  funded: 'funding.funded',
  fundedCents: 'funding.funded-cents',
  dealsCreated: 'deals.created',
  dealsCreatedCents: 'deals.created-cents',
  dealsWon: 'deals.won',
  dealsWonCents: 'deals.won-cents',
  dealsLost: 'deals.lost',
  dealsLostCents: 'deals.lost-cents',
  dealsOpen: 'deals.open',
  dealsOpenCents: 'deals.open-cents',
} as const;

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

/**
 * Measures whose labels come from an open vocabulary, and how many different labels a window document counts separately. A
 * reader of a dashboard cannot use more; the rest is counted together.
 */
export const MAX_LABELS: ReadonlyMap<string, number> = new Map([
  [MEASURES.declined, 50],
  [MEASURES.parked, 50],
  [MEASURES.plans, 20],
]);

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
/** Marks a change of a location's time zone, in the list of changed days. */
export const ZONE_CHANGED = FIRST_STATE_DAY + STATE_DAYS;
