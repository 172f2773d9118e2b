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
import { withoutCase } from './fact-label.ts';
import { labelCounts, maxLabels, rounded, total, type WindowSums } from './window-sums.ts';

type FundingFigures = Figures['funding'];
type RecommendationFigures = FundingFigures['otherProducts'];

/** @param now the sums of what is so now, whatever the window. */
export function fundingFigures(window: WindowSums, now: WindowSums): FundingFigures {
  const [plans, otherPlans] = labelCounts(window, MEASURES.plans);
  const [products, otherProducts] = recommendationsBy('product', window);
  const [lenders, otherLenders] = recommendationsBy('lender', window);
  const [parties, otherParties] = labelCounts(now, byDimension(MEASURES.waiting, 'party'));
  const totals = recommendationFigures(COUNTED.map((measure) => window.sum(measure)));
  return {
    applicationsSubmitted: window.sum(MEASURES.applications),
    plansCreated: total(plans) + otherPlans,
    plansByOutcome: plans.map(({ label, sum }) => ({ outcome: label, count: sum })),
    plansOfOtherOutcomes: otherPlans,
    requested: totals.requested,
    requestedAmountCents: totals.requestedAmountCents,
    decided: totals.decided,
    approved: totals.approved,
    approvedAmountCents: totals.approvedAmountCents,
    approvalRate: shareOf(totals.approved, totals.decided),
    funded: totals.funded,
    fundedAmountCents: totals.fundedAmountCents,
    projected: now.sum(MEASURES.projected),
    projectedAmountCents: now.sum(MEASURES.projectedCents),
    byProduct: products.map(({ label, figures }) => ({ product: label, ...figures })),
    otherProducts,
    byLender: lenders.map(({ label, figures }) => ({ lender: label, ...figures })),
    otherLenders,
    conversion: conversionFigures(window),
    applicationDaysToDecision: medianDays(window, MEASURES.applicationDays),
    daysToDecision: medianDays(window, MEASURES.decisionDays),
    daysToFunding: medianDays(window, MEASURES.fundingDays),
    waiting: now.sum(MEASURES.waiting),
    waitingOnClient: now.sum(MEASURES.waitingOnClient),
    waitingByParty: parties.map(({ label, sum }) => ({ party: label, count: sum })),
    waitingOnOtherParties: otherParties,
  };
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded(part / whole, 4);
}

function conversionFigures({ sum }: WindowSums): FundingFigures['conversion'] {
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
function medianDays({ byLabel }: WindowSums, measure: string): FundingFigures['daysToDecision'] {
  const buckets = byLabel(measure).map(({ label, sum }) => ({ from: Number(label), sum }));
  buckets.sort((a, b) => a.from - b.from);
  const count = buckets.reduce((all, { sum }) => all + sum, 0);
  let below = 0;
  for (const { from, sum } of buckets) {
    below += sum;
    if (count === 0 || below < count / 2) continue;
    const next = DURATION_BUCKETS[DURATION_BUCKETS.indexOf(from) + 1];
    if (next === undefined) return { count, median: from, fromDays: from, toDays: null };
    return { count, median: (from + next - 1) / 2, fromDays: from, toDays: next - 1 };
  }
  return { count, median: null, fromDays: null, toDays: null };
}

const COUNTED = Object.values(RECOMMENDATION_MEASURES);
type LabelFigures = { readonly label: string | null; readonly figures: RecommendationFigures };

/**
 * The labels that occur, the largest amount asked for first; and what is left over. Spellings of one name are added up under
 * the one that comes first.
 */
function recommendationsBy(
  dimension: Dimension,
  { sum, byLabel }: WindowSums,
): [LabelFigures[], RecommendationFigures] {
  const sums = new Map<string | null, number[]>();
  for (const [index, measure] of COUNTED.entries()) {
    for (const { label, sum: own } of byLabel(byDimension(measure, dimension))) {
      if (own === 0) continue;
      const known = sums.get(label);
      if (known === undefined)
        sums.set(
          label,
          COUNTED.map((_, other) => (other === index ? own : 0)),
        );
      else known[index] = own;
    }
  }
  const bySpelling = [...sums].map(([label, own]) => ({ label, own })).sort(comparedRows);
  const byName = new Map<string, Row>();
  for (const row of bySpelling) {
    const name = withoutCase(row.label ?? '');
    const known = byName.get(name);
    const own = known?.own.map((amount, index) => amount + (row.own[index] ?? 0)) ?? row.own;
    byName.set(name, { label: known === undefined ? row.label : known.label, own });
  }
  const rows = [...byName.values()].sort(comparedRows);
  // Several locations may have more labels together than each counts apart.
  const rest = rows.splice(maxLabels(byDimension(MEASURES.requested, dimension)));
  const others = COUNTED.map((measure, index) =>
    rest.reduce((all, { own }) => all + (own[index] ?? 0), sum(leftOver(byDimension(measure, dimension)))),
  );
  return [
    rows.map(({ label, own }) => ({ label, figures: recommendationFigures(own) })),
    recommendationFigures(others),
  ];
}

type Row = { readonly label: string | null; readonly own: readonly number[] };
const ASKED_FOR = COUNTED.indexOf(MEASURES.requestedCents);

function comparedRows(a: Row, b: Row): number {
  return (b.own[ASKED_FOR] ?? 0) - (a.own[ASKED_FOR] ?? 0) || comparedLabels(a.label, b.label);
}

/** @param sums in the order of `COUNTED`. */
function recommendationFigures(sums: readonly number[]): RecommendationFigures {
  const [
    requested = 0,
    requestedAmountCents = 0,
    decided = 0,
    approved = 0,
    approvedAmountCents = 0,
    funded = 0,
    fundedAmountCents = 0,
  ] = sums;
  return { requested, requestedAmountCents, decided, approved, approvedAmountCents, funded, fundedAmountCents };
}

/** In code-unit order, none first. */
function comparedLabels(a: string | null, b: string | null): number {
  const [left, right] = [a ?? '', b ?? ''];
  return left < right ? -1 : left > right ? 1 : 0;
}
