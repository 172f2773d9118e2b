import type { Figures } from './dashboard-figures.ts';
import {
  byDimension,
  type Dimension,
  DURATION_BUCKETS,
  labelled,
  leftOver,
  MEASURES,
  RECOMMENDATION_MEASURES,
} from './dashboard-measures.ts';
import { byLabel, labelsOf, rounded, type Sum, total, type WindowSums } from './window-sums.ts';

type FundingFigures = Figures['funding'];
type RecommendationFigures = FundingFigures['otherProducts'];

export function fundingFigures({ measures, sum, state }: WindowSums): FundingFigures {
  const [plans, otherPlans] = byLabel(sum, measures, MEASURES.plans);
  const [products, otherProducts] = recommendationsBy('product', measures, sum);
  const [lenders, otherLenders] = recommendationsBy('lender', measures, sum);
  const [parties, otherParties] = byLabel(state, measures, byDimension(MEASURES.waiting, 'party'));
  const totals = recommendationFigures(sum, (measure) => measure);
  return {
    applicationsSubmitted: sum(MEASURES.applications),
    plansCreated: total(plans) + otherPlans,
    plansByOutcome: plans.map(({ label, count }) => ({ outcome: label, count })),
    plansOfOtherOutcomes: otherPlans,
    requested: totals.requested,
    requestedAmountCents: totals.requestedAmountCents,
    decided: totals.decided,
    approved: totals.approved,
    approvedAmountCents: totals.approvedAmountCents,
    approvalRate: shareOf(totals.approved, totals.decided),
    funded: totals.funded,
    fundedAmountCents: totals.fundedAmountCents,
    projected: state(MEASURES.projected),
    projectedAmountCents: state(MEASURES.projectedCents),
    byProduct: products.map(({ label, ...figures }) => ({ product: label, ...figures })),
    otherProducts,
    byLender: lenders.map(({ label, ...figures }) => ({ lender: label, ...figures })),
    otherLenders,
    conversion: conversionFigures(sum),
    applicationDaysToDecision: medianDays(sum, MEASURES.applicationDays),
    daysToDecision: medianDays(sum, MEASURES.decisionDays),
    daysToFunding: medianDays(sum, MEASURES.fundingDays),
    waiting: state(MEASURES.waiting),
    waitingOnClient: state(MEASURES.waitingOnClient),
    waitingOn: parties.map(({ label, count }) => ({ party: label, count })),
    waitingOnOthers: otherParties,
  };
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded(part / whole, 4);
}

function conversionFigures(sum: Sum): FundingFigures['conversion'] {
  const submitted = sum(MEASURES.applications);
  const decided = sum(MEASURES.applicationsDecided);
  const nowOf = (outcome: string) => sum(labelled(MEASURES.applicationsOfOutcome, outcome));
  const [funded, declined, withdrawn] = [nowOf('funded'), nowOf('declined'), nowOf('withdrawn')];
  const approved = nowOf('approved') + funded;
  return {
    submitted,
    decided,
    approved,
    funded,
    declined,
    withdrawn,
    decidedShare: shareOf(decided, submitted),
    approvedShare: shareOf(approved, submitted),
    fundedShare: shareOf(funded, submitted),
    declinedShare: shareOf(declined, submitted),
    withdrawnShare: shareOf(withdrawn, submitted),
  };
}

/** The median of a histogram: of two middle durations the lower, known to its bucket. */
function medianDays(sum: Sum, measure: string): FundingFigures['daysToDecision'] {
  const buckets = DURATION_BUCKETS.map((from) => sum(labelled(measure, String(from))));
  const count = buckets.reduce((all, own) => all + own, 0);
  if (count === 0) return { count, median: null, from: null, to: null };
  const rank = Math.ceil(count / 2);
  let below = 0;
  const index = buckets.findIndex((own) => {
    below += own;
    return below >= rank;
  });
  const [from = 0, next] = DURATION_BUCKETS.slice(index, index + 2);
  if (next === undefined) return { count, median: from, from, to: null };
  return { count, median: (from + next - 1) / 2, from, to: next - 1 };
}

/** The labels that occur in the window, the largest amount asked for first; and what is left over. */
function recommendationsBy(
  dimension: Dimension,
  measures: readonly string[],
  sum: Sum,
): [({ readonly label: string | null } & RecommendationFigures)[], RecommendationFigures] {
  // A label occurs with a recommendation that is submitted, decided or funded.
  const labels = new Set(
    [MEASURES.requested, MEASURES.decided, MEASURES.funded].flatMap((measure) =>
      labelsOf(measures, byDimension(measure, dimension)).map(({ label }) => label),
    ),
  );
  const rows = [...labels].map((label) => ({
    label,
    ...recommendationFigures(sum, (measure) => labelled(byDimension(measure, dimension), label)),
  }));
  const present = rows.filter(({ requested, decided, funded }) => requested + decided + funded > 0);
  present.sort((a, b) => b.requestedAmountCents - a.requestedAmountCents || compareLabels(a.label, b.label));
  return [present, recommendationFigures(sum, (measure) => leftOver(byDimension(measure, dimension)))];
}

function recommendationFigures(sum: Sum, nameOf: (measure: string) => string): RecommendationFigures {
  const of = (measure: keyof typeof RECOMMENDATION_MEASURES) => sum(nameOf(RECOMMENDATION_MEASURES[measure]));
  return {
    requested: of('requested'),
    requestedAmountCents: of('requestedAmountCents'),
    decided: of('decided'),
    approved: of('approved'),
    approvedAmountCents: of('approvedAmountCents'),
    funded: of('funded'),
    fundedAmountCents: of('fundedAmountCents'),
  };
}

/** In code-unit order, none first. */
function compareLabels(a: string | null, b: string | null): number {
  const [left, right] = [a ?? '', b ?? ''];
  return left < right ? -1 : left > right ? 1 : 0;
}
