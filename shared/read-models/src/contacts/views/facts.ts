import { sum } from '../../cents.ts';
import {
  APPLICATION_STATE_DAYS,
  durationBucket,
  instantAmount,
  labelled,
  SCORE_BANDS,
  STAGE_MEASURES,
} from '../../dashboards/dashboard-measures.ts';
import { addHappened, type Fact, factsView, stateDayOf } from '../../dashboards/fact.ts';
import { factLabel, spelledLabel } from '../../dashboards/fact-label.ts';
import { type DocumentId, documentKey } from '../../document.ts';
import { childSlots, type SlotKind, type Slots, type SlotValue, slotValue } from '../../slot.ts';
import {
  APPLICATION,
  type ApplicationSlot,
  CONTACT,
  newestReports,
  PLAN,
  type PlanSlot,
  REPORT,
  RESULT,
  type RecommendationSlot,
  type ReportScore,
  type ResultSlot,
} from '../slots.ts';
import { verdictOf } from '../underwriting-verdict.ts';

/** Lists show records of contacts that live, so these alone count: any figure can be found by walking lists. */
const READS = { reads: [APPLICATION, REPORT, RESULT, PLAN], readsLifeOf: [CONTACT] };

/** What a contact contributes to the dashboard of its location. */
export const contactFactsView = factsView(READS, contactFacts);

function contactFacts(slots: Slots, id: DocumentId): Fact[] {
  if (slotValue(slots, CONTACT) === null) return [];
  const facts: Fact[] = [];
  const application = slotValue(slots, APPLICATION);
  const plans = inOrder(slots, PLAN);
  if (application !== null) addApplication(facts, application);
  addReports(facts, slots);
  for (const result of inOrder(slots, RESULT)) addHappened(facts, result.evaluatedAt, resultAmounts(result));
  for (const plan of plans) addPlan(facts, plan);
  const stateDay = stateDayOf(documentKey(id), APPLICATION_STATE_DAYS);
  const offers = plans.flatMap(({ recommendations }) => recommendations);
  addState(facts, stateDay, application, offers);
  return facts;
}

function inOrder<Value extends SlotValue>(slots: Slots, kind: SlotKind<Value>): Value[] {
  const children = childSlots(slots, kind).sort((a, b) => (a.id < b.id ? -1 : 1));
  return children.map(({ value }) => value);
}

function addReports(facts: Fact[], slots: Slots): void {
  for (const { pulledAt, countedBureaus } of inOrder(slots, REPORT)) {
    const amounts: Record<string, number> = { 'credit.reports': 1 };
    for (const bureau of countedBureaus) amounts[labelled('credit.reports-of', bureau)] = 1;
    addHappened(facts, pulledAt, amounts);
  }
  const [latest] = newestReports(slots);
  if (latest === undefined) return;
  addHappened(facts, latest.value.pulledAt, latestAmounts(representativeScore(latest.value.scores)));
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
  if (score === null) return { 'credit.latest': 1 };
  const band = SCORE_BANDS.find(({ from }) => score >= from)?.band ?? 'poor';
  return {
    'credit.latest': 1,
    'credit.latest-scored': 1,
    'credit.latest-score-sum': score,
    [labelled('credit.latest-band', band)]: 1,
  };
}

function resultAmounts(result: ResultSlot): Fact['amounts'] {
  const evaluated = { 'underwriting.evaluated': 1 };
  switch (verdictOf(result)) {
    case 'declined':
      // The status tells how far a decline is, never why.
      return { ...evaluated, [labelled('underwriting.declined', factLabel(result.declineReason))]: 1 };
    case 'parked':
      return { ...evaluated, [labelled('underwriting.parked', factLabel(result.parkedReason))]: 1 };
    case 'qualified':
      return { ...evaluated, 'underwriting.qualified': 1 };
    case 'undecided':
      return evaluated;
  }
}

/** What became of an application counts at its submission, so that all steps count the same applications. */
function addApplication(facts: Fact[], { submittedAt, decidedAt, outcome }: ApplicationSlot): void {
  const hasEnded = outcome !== null && outcome !== 'open' && outcome !== 'parked';
  const isDecided = decidedAt !== null || (hasEnded && outcome !== 'withdrawn');
  addHappened(facts, submittedAt, {
    'funding.applications': 1,
    ...(isDecided && { 'funding.applications-decided': 1 }),
    ...(hasEnded && { [labelled('funding.applications-of', outcome)]: 1 }),
  });
  addDuration(facts, 'funding.application-days', submittedAt, decidedAt);
}

const DAY_MS = 86_400_000;

/**
 * How long something took, in full days of 24 hours, at its end. None when the end is before the start, which is an
 * upstream's mistake. A fact of its own: it is not counted by product and lender.
 */
function addDuration(facts: Fact[], measure: string, start: number | null, end: number | null): void {
  if (start === null || end === null || end < start) return;
  const bucket = durationBucket(Math.floor((end - start) / DAY_MS));
  addHappened(facts, end, { [labelled(measure, String(bucket))]: 1 });
}

/** Each amount of a plan at its own instant. */
function addPlan(facts: Fact[], { createdAt, outcome, recommendations }: PlanSlot): void {
  addHappened(facts, createdAt, { [labelled('funding.plans', factLabel(outcome))]: 1 });
  for (const recommendation of recommendations) addRecommendation(facts, recommendation);
}

function addRecommendation(facts: Fact[], recommendation: RecommendationSlot): void {
  const { submittedAt, decidedAt, fundedAt } = recommendation;
  const { requestedAmountCents: requested, approvedAmountCents: granted, fundedAmountCents: paid } = recommendation;
  if (submittedAt === null && decidedAt === null && fundedAt === null) return;
  const by = { product: spelledLabel(recommendation.product), lender: spelledLabel(recommendation.lender) };
  const approved = decidedAt !== null && isApproved(recommendation) && { 'funding.approved': 1 };
  addHappened(facts, submittedAt, { 'funding.requested': 1, 'funding.requested-cents': requested ?? 0 }, by);
  addHappened(facts, decidedAt, { 'funding.decided': 1, 'funding.approved-cents': granted ?? 0, ...approved }, by);
  addHappened(facts, fundedAt, { 'funding.funded': 1, 'funding.funded-cents': paid ?? 0 }, by);
  addDuration(facts, 'funding.decision-days', submittedAt, decidedAt);
  addDuration(facts, 'funding.funding-days', decidedAt, fundedAt);
}

/**
 * What is so now: what lenders are asked for and have not answered, and where the application stands, its stage and what it waits
 * for. An estimate of underwriting is no amount that a lender could approve, so its range does not count; neither does what is
 * left open in an application that ended without money.
 */
function addState(
  facts: Fact[],
  stateDay: number,
  application: ApplicationSlot | null,
  offers: readonly RecommendationSlot[],
): void {
  const hasEnded = application?.outcome === 'declined' || application?.outcome === 'withdrawn';
  const open = hasEnded ? [] : offers.filter(isUnanswered);
  if (open.length > 0) {
    const cents = sum(open.map(({ requestedAmountCents }) => requestedAmountCents));
    facts.push({ stateDay, amounts: { 'funding.projected': open.length, 'funding.projected-cents': cents } });
  }
  if (application === null) return;
  const { stage, outcome, requestedAmountCents, stageChangedAt, submittedAt, waitingOn } = application;
  const firstUsed = stageChangedAt ?? submittedAt;
  facts.push({
    stateDay,
    amounts: {
      [STAGE_MEASURES[outcome ?? 'open']]: 1,
      [STAGE_MEASURES.requestedCents]: requestedAmountCents ?? 0,
      [STAGE_MEASURES.approvedCents]: sum(offers.map(({ approvedAmountCents }) => approvedAmountCents)),
      [STAGE_MEASURES.fundedCents]: sum(offers.map(({ fundedAmountCents }) => fundedAmountCents)),
      ...(firstUsed !== null && { [STAGE_MEASURES.firstUsed]: instantAmount(firstUsed) }),
    },
    by: { stage },
  });
  const party = outcome === 'open' || outcome === 'approved' ? partyOf(waitingOn) : null;
  if (party === null) return;
  facts.push({ stateDay, amounts: { 'funding.waiting': 1 }, by: { party } });
  if (CLIENT.test(party)) facts.push({ stateDay, amounts: { 'funding.waiting-on-client': 1 } });
}

/** Words of an outcome for none yet. */
const PENDING = new Set(['pending', 'open', 'submitted']);

function isUnanswered(recommendation: RecommendationSlot): boolean {
  const { submittedAt, decidedAt, fundedAt, approvedAmountCents, fundedAmountCents, outcome } = recommendation;
  const answers = [decidedAt, fundedAt, approvedAmountCents, fundedAmountCents];
  if (submittedAt === null || answers.some((answer) => answer !== null)) return false;
  return PENDING.has(factLabel(outcome) ?? 'pending');
}

/** Of a text such as `Client: signed authorization` what stands before the colon; of one without a colon all. */
function partyOf(waitingOn: string | null): string | null {
  return waitingOn === null ? null : factLabel(waitingOn.split(':', 1)[0] ?? null);
}

const CLIENT = /^(?:client|applicant|borrower|customer)\b/;

/** Words for "approved" in the vocabularies of lenders, for results without an amount. */
const APPROVED = new Set(['approved', 'accepted', 'funded']);

/** An approved amount says it, whatever the client made of the offer later; without one the outcome or status does. */
function isApproved({ approvedAmountCents, outcome, status }: RecommendationSlot): boolean {
  if (approvedAmountCents !== null) return approvedAmountCents > 0;
  return APPROVED.has(factLabel(outcome ?? status) ?? '');
}
