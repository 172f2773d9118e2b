import { labelled, MEASURES, SCORE_BANDS } from '../../dashboards/dashboard-measures.ts';
import { type Fact, factsOutbox, factsView } from '../../dashboards/fact.ts';
import { factLabel } from '../../dashboards/fact-label.ts';
import type { RenderInput } from '../../definition.ts';
import { newestFirst } from '../../list-key.ts';
import { type Child, childSlots, type Slots, type SlotValue, slotValue } from '../../slot.ts';
import {
  APPLICATION,
  type ApplicationSlot,
  PLAN,
  type PlanSlot,
  type RecommendationSlot,
  REPORT,
  RESULT,
  type ReportScore,
  type ReportSlot,
  type ResultSlot,
} from '../slots.ts';
import { verdictOf } from '../underwriting-verdict.ts';

const READS = [APPLICATION, REPORT, RESULT, PLAN];

/** What a contact contributes to the dashboard of its location. Facts without an instant are in no window. */
export const contactFactsView = factsView(READS, contactFacts);
export const contactFactsOutbox = factsOutbox(READS, contactFacts);

function contactFacts({ slots }: Pick<RenderInput, 'slots'>): Fact[] {
  const facts: Fact[] = [];
  const submittedAt = slotValue<ApplicationSlot>(slots, APPLICATION)?.submittedAt ?? null;
  if (submittedAt !== null) facts.push({ at: submittedAt, amounts: { [MEASURES.applications]: 1 } });
  addReportFacts(facts, slots);
  for (const { value } of inOrder<ResultSlot>(slots, RESULT)) {
    if (value.evaluatedAt !== null) facts.push({ at: value.evaluatedAt, amounts: resultAmounts(value) });
  }
  for (const { value } of inOrder<PlanSlot>(slots, PLAN)) addPlanFacts(facts, value);
  return facts;
}

function inOrder<Value extends SlotValue>(slots: Slots, kind: string): Child<Value>[] {
  const children = childSlots<Value>(slots, kind);
  return children.length < 2 ? children : children.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function addReportFacts(facts: Fact[], slots: Slots): void {
  let latest: { readonly listKey: string; readonly fact: Fact } | null = null;
  for (const { id, value } of inOrder<ReportSlot>(slots, REPORT)) {
    const { pulledAt, countedBureaus, scores } = value;
    if (pulledAt === null) continue;
    const ofBureaus = countedBureaus.map((bureau) => [labelled(MEASURES.reportsOfBureau, bureau), 1] as const);
    facts.push({ at: pulledAt, amounts: { [MEASURES.reportsPulled]: 1, ...Object.fromEntries(ofBureaus) } });
    // The order of list keys, so that "the latest report" is the same one everywhere.
    const listKey = newestFirst(pulledAt, id);
    if (latest === null || listKey < latest.listKey) {
      latest = { listKey, fact: { at: pulledAt, amounts: latestAmounts(representativeScore(scores)) } };
    }
  }
  if (latest !== null) facts.push(latest.fact);
}

/**
 * The one score that represents a report, by the rule of mortgage lending: of each bureau its first valid score, of three
 * bureaus the middle one, of two the lower. Scores without a bureau count as those of one more bureau. Null when the
 * report is unscored.
 */
function representativeScore(scores: readonly ReportScore[]): number | null {
  const ofBureau = new Map<string | null, number>();
  for (const { bureau, score } of scores) {
    if (score !== null && !ofBureau.has(bureau)) ofBureau.set(bureau, score);
  }
  const ascending = [...ofBureau.values()].sort((a, b) => a - b);
  return ascending[Math.floor((ascending.length - 1) / 2)] ?? null;
}

function latestAmounts(score: number | null): Fact['amounts'] {
  if (score === null) return { [MEASURES.latestReports]: 1 };
  const band = SCORE_BANDS.find(({ from }) => score >= from)?.band ?? 'poor';
  return {
    [MEASURES.latestReports]: 1,
    [MEASURES.latestScored]: 1,
    [MEASURES.latestScoreSum]: score,
    [labelled(MEASURES.latestOfBand, band)]: 1,
  };
}

function resultAmounts(result: ResultSlot): Fact['amounts'] {
  const evaluated = { [MEASURES.evaluated]: 1 };
  switch (verdictOf(result)) {
    case 'declined':
      // The status tells how far a decline is, never why.
      return { ...evaluated, [labelled(MEASURES.declined, factLabel(result.declineReason))]: 1 };
    case 'parked':
      return { ...evaluated, [labelled(MEASURES.parked, factLabel(result.parkedReason))]: 1 };
    case 'qualified':
      return { ...evaluated, [MEASURES.qualified]: 1 };
    case 'undecided':
      return evaluated;
  }
}

/** Each amount of a plan at its own instant. */
function addPlanFacts(facts: Fact[], { createdAt, outcome, recommendations }: PlanSlot): void {
  if (createdAt !== null) facts.push({ at: createdAt, amounts: { [labelled(MEASURES.plans, factLabel(outcome))]: 1 } });
  for (const recommendation of recommendations) {
    const { submittedAt, decidedAt, fundedAt } = recommendation;
    if (submittedAt !== null) {
      const cents = recommendation.requestedAmountCents ?? 0;
      facts.push({ at: submittedAt, amounts: { [MEASURES.requested]: 1, [MEASURES.requestedCents]: cents } });
    }
    if (decidedAt !== null) {
      const decision = { [MEASURES.decided]: 1, [MEASURES.approvedCents]: recommendation.approvedAmountCents ?? 0 };
      const approved = isApproved(recommendation);
      facts.push({ at: decidedAt, amounts: approved ? { ...decision, [MEASURES.approved]: 1 } : decision });
    }
    if (fundedAt !== null) {
      const cents = recommendation.fundedAmountCents ?? 0;
      facts.push({ at: fundedAt, amounts: { [MEASURES.funded]: 1, [MEASURES.fundedCents]: cents } });
    }
  }
}

/** Words for "approved" in the vocabularies of lenders, for results without an amount. */
const APPROVED = new Set(['approved', 'accepted', 'funded']);

/** An approved amount says it, whatever the client made of the offer later; without one the outcome or status does. */
function isApproved({ approvedAmountCents, outcome, status }: RecommendationSlot): boolean {
  if (approvedAmountCents !== null) return approvedAmountCents > 0;
  return APPROVED.has(factLabel(outcome ?? status) ?? '');
}
