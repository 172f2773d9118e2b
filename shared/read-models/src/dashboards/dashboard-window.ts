import type { Figures } from './dashboard-figures.ts';
import {
  BUREAUS,
  FIRST_STATE_DAY,
  labelled,
  labelOf,
  leftOver,
  MAX_LABELS,
  MEASURES,
  SCORE_BANDS,
  STATE_DAYS,
} from './dashboard-measures.ts';
import { openSums } from './dashboard-sums.ts';

/** The longest window that can be asked for. */
export const MAX_WINDOW_DAYS = 365;

/**
 * A window document keeps the longest window and the one before it, which it is compared with, and one day more: for a
 * reader whose clock is behind that of the refresh, just after midnight.
 */
export const PAST_DAYS = 2 * MAX_WINDOW_DAYS;

/**
 * Facts may be dated in the future; days up to ten years ahead are kept, so that windows of all these days are right
 * without another refresh, while a broken upstream clock cannot fill the document.
 */
export const FUTURE_DAYS = 3_653;

/** What a location's window document holds: a pure function of its facts, its time zone and the first day. */
export type WindowDocument = {
  /** The zone whose days these are. */
  readonly timeZone: string;
  /** Local day, see local-day.ts. Facts of earlier days are not in it. */
  readonly firstDay: number;
  /** `packSums` of every measure from `firstDay` on, and of the parts that state is kept in. */
  readonly sums: Uint8Array;
};

export type Window = {
  /** The local day that the window ends with, in the document's time zone. */
  readonly today: number;
  /** 1 to MAX_WINDOW_DAYS calendar days. */
  readonly days: number;
};

/**
 * The figures of a window. Costs the same for every length and any number of facts.
 * @param document null when the location has no window document: every figure is zero.
 */
export function readWindow(document: WindowDocument | null, { today, days }: Window): Figures {
  if (document === null) return figuresOf(NO_SUMS);
  const { measures, between } = openSums(document.sums, document.firstDay);
  return figuresOf({
    measures,
    happened: (measure) => Number(between(measure, today - days + 1, today)),
    state: (measure) => Number(between(measure, FIRST_STATE_DAY, LAST_STATE_DAY)),
  });
}

export const LAST_STATE_DAY = FIRST_STATE_DAY + STATE_DAYS - 1;

/** How much there is of each measure: what figures are made of. */
export type MeasureSums = {
  /** Every measure that may not be zero, in code-unit order. */
  readonly measures: readonly string[];
  /** How much happened in the window. */
  happened(measure: string): number;
  /** How much is so now, whatever the window. */
  state(measure: string): number;
};

const NO_SUMS: MeasureSums = { measures: [], happened: () => 0, state: () => 0 };

/** Averages, rates and what is left over follow from the sums, so sums of several locations give the figures of all. */
export function figuresOf({ measures, happened, state: stateOf }: MeasureSums): Figures {
  const sum = (measure: string) => Math.min(happened(measure), MAX_SHOWN);
  const state = (measure: string) => Math.min(stateOf(measure), MAX_SHOWN);
  return {
    credit: creditFigures(sum),
    underwriting: underwritingFigures(sum, measures),
    funding: fundingFigures(sum, measures),
    deals: {
      created: sum(MEASURES.dealsCreated),
      createdAmountCents: sum(MEASURES.dealsCreatedCents),
      won: sum(MEASURES.dealsWon),
      wonAmountCents: sum(MEASURES.dealsWonCents),
      lost: sum(MEASURES.dealsLost),
      lostAmountCents: sum(MEASURES.dealsLostCents),
      open: state(MEASURES.dealsOpen),
      openAmountCents: state(MEASURES.dealsOpenCents),
    },
  };
}

type Sum = (measure: string) => number;

function creditFigures(sum: Sum): Figures['credit'] {
  const contactsWithReport = sum(MEASURES.latestReports);
  const scored = sum(MEASURES.latestScored);
  return {
    reportsPulled: sum(MEASURES.reportsPulled),
    reportsByBureau: figureEach(BUREAUS, (bureau) => sum(labelled(MEASURES.reportsOfBureau, bureau))),
    contactsWithReport,
    averageScore: scored === 0 ? null : rounded(sum(MEASURES.latestScoreSum) / scored, 1),
    scored,
    unscored: contactsWithReport - scored,
    scoreBands: figureEach(
      SCORE_BANDS.map(({ band }) => band),
      (band) => sum(labelled(MEASURES.latestOfBand, band)),
    ),
  };
}

function underwritingFigures(sum: Sum, measures: readonly string[]): Figures['underwriting'] {
  const [declined, declinedOthers] = byLabel(sum, measures, MEASURES.declined);
  const [parked, parkedOthers] = byLabel(sum, measures, MEASURES.parked);
  const totals = {
    evaluated: sum(MEASURES.evaluated),
    qualified: sum(MEASURES.qualified),
    declined: total(declined) + declinedOthers,
    parked: total(parked) + parkedOthers,
  };
  return {
    ...totals,
    undecided: totals.evaluated - totals.qualified - totals.declined - totals.parked,
    declinedByReason: declined.map(({ label, count }) => ({ reason: label, count })),
    declinedForOtherReasons: declinedOthers,
    parkedByReason: parked.map(({ label, count }) => ({ reason: label, count })),
    parkedForOtherReasons: parkedOthers,
  };
}

function fundingFigures(sum: Sum, measures: readonly string[]): Figures['funding'] {
  const [plans, otherPlans] = byLabel(sum, measures, MEASURES.plans);
  const [decided, approved] = [sum(MEASURES.decided), sum(MEASURES.approved)];
  return {
    applicationsSubmitted: sum(MEASURES.applications),
    plansCreated: total(plans) + otherPlans,
    plansByOutcome: plans.map(({ label, count }) => ({ outcome: label, count })),
    plansOfOtherOutcomes: otherPlans,
    requested: sum(MEASURES.requested),
    requestedAmountCents: sum(MEASURES.requestedCents),
    decided,
    approved,
    approvedAmountCents: sum(MEASURES.approvedCents),
    approvalRate: decided === 0 ? null : rounded(approved / decided, 4),
    funded: sum(MEASURES.funded),
    fundedAmountCents: sum(MEASURES.fundedCents),
  };
}

type LabelCount = { readonly label: string | null; readonly count: number };

/**
 * The labels that occur in the window, the most frequent first, equal ones in code-unit order; and what is left over. Several
 * locations may have more labels together than each counts apart: the least frequent are left over then.
 */
function byLabel(sum: Sum, measures: readonly string[], measure: string): [LabelCount[], number] {
  const counts: LabelCount[] = [];
  const labels = `${measure}:`;
  for (const name of measures) {
    if (!name.startsWith(labels)) continue;
    const count = sum(name);
    if (count > 0) counts.push({ label: labelOf(name)?.label ?? null, count });
  }
  // `measures` are in order and sorting is stable.
  const rest = counts.sort((a, b) => b.count - a.count).splice(MAX_LABELS.get(measure) ?? counts.length);
  return [counts, sum(leftOver(measure)) + total(rest)];
}

function total(counts: readonly LabelCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

function figureEach<Name extends string>(names: readonly Name[], figure: (name: Name) => number): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, figure(name)])) as Record<Name, number>;
}

/**
 * The largest integer that JSON readers take exactly; a larger sum of cents is shown as this one. Numbers below it are exact,
 * and so are their sums: nothing that is added up is negative.
 */
const MAX_SHOWN = Number.MAX_SAFE_INTEGER;

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
