import type { AnyEvent, EventOf } from '@fundlens/contracts/event-types';
import { ssnWritings } from '../never-issued-ssn.ts';
import type { DemoApplication } from '../world/application.ts';
import type { DemoOffer } from '../world/funding-plan.ts';
import { nextStepsOf } from '../world/next-steps.ts';
import type { DemoPerson } from '../world/person.ts';
import { reached } from '../world/stages.ts';
import { findingsOf } from '../world/underwriting.ts';
import type { EventFactory } from './event-factory.ts';

export type FileOptions = {
  readonly person: DemoPerson;
  readonly application: DemoApplication;
};

const DECISIONS = {
  qualified: 'Qualified',
  declined: 'Decline',
  parked: 'Park and review in 90 days',
} as const;
const GUARANTOR_BELOW_YEARS = 2;
const STATEMENTS_ABOVE_CENTS = 10_000_000;

/** What underwriting said about the latest report; a prescreen, never an approval. */
export function* underwritingEvents(make: EventFactory, { person, application }: FileOptions): Generator<AnyEvent> {
  const { dates, credit, reports } = application;
  const report = reports.at(-1);
  if (dates.underwrittenAt === null || credit === null || report === undefined) return;
  const { underwriting, profile } = credit;
  const { verdict, reason, fundingRangeCents } = underwriting;
  const isDeclined = verdict === 'declined';
  const { strengths, risks, actions } = findingsOf(profile);
  const fraudAlert = application.spellsNumber ? [`Fraud alert on SSN ${ssnWritings.dashes(person.ssn)}`] : [];
  yield make(
    'UnderwritingCompleted',
    { at: dates.underwrittenAt, locationId: person.locationId },
    {
      resultId: application.resultId,
      contactId: person.contactId,
      requestId: report.requestId,
      evaluatedAt: dates.underwrittenAt,
      decision: DECISIONS[verdict],
      primaryPaths: [...underwriting.paths],
      overlays: [
        ...(profile.years < GUARANTOR_BELOW_YEARS ? ['Personal guarantor'] : []),
        ...(application.requestedAmountCents > STATEMENTS_ABOVE_CENTS ? ['Bank statements'] : []),
        ...(profile.figures.derogatories24m > 0 ? ['Letter of explanation'] : []),
      ],
      cardStatus: isDeclined ? 'declined' : underwriting.cardStatus,
      termLoanStatus: isDeclined ? 'declined' : underwriting.termLoanStatus,
      declineStatus: isDeclined ? 'final' : null,
      declineReason: isDeclined ? reason : null,
      parkedReason: verdict === 'parked' ? reason : null,
      score: underwriting.score,
      tier: String(underwriting.tier),
      fundingRangeMinCents: fundingRangeCents?.min ?? null,
      fundingRangeMaxCents: fundingRangeCents?.max ?? null,
      strengths,
      risks: [...risks, ...fraudAlert],
      actions,
    },
  );
}

/** Requested, approved and funded amounts stay apart; only what was answered is approved, only what was paid funded. */
export function* fundingPlanEvents(make: EventFactory, { person, application }: FileOptions): Generator<AnyEvent> {
  const { stage, dates, plan, planId } = application;
  if (plan === null || dates.plannedAt === null) return;
  const isFunded = stage.outcome === 'funded';
  const isSubmitted = stage.reached >= reached.submitted;
  yield make(
    'FundingPlanChanged',
    { at: dates.stageChangedAt, locationId: person.locationId },
    {
      planId,
      contactId: person.contactId,
      planType: plan.planType,
      status: isFunded ? 'completed' : isSubmitted ? 'in_progress' : 'draft',
      outcome: isFunded ? 'funded' : stage.outcome === 'approved' ? 'approved' : null,
      createdAt: dates.plannedAt,
      updatedAt: dates.stageChangedAt,
      recommendations: plan.offers.map((offer, index) => ({
        id: `${planId}-${index + 1}`,
        ...recommendationOf(offer),
        notes:
          index === 0 && isSubmitted && application.spellsNumber
            ? `Lender asked again for SSN ${ssnWritings.dashes(person.ssn)}.`
            : null,
      })),
    },
  );
}

type Recommendation = EventOf<'FundingPlanChanged'>['recommendations'][number];

function recommendationOf(offer: DemoOffer): Partial<Recommendation> {
  const { lender, terms } = offer;
  return {
    product: lender.product,
    lender: lender.name,
    bureauPulled: lender.bureauPulled.toLowerCase(),
    personalGuarantee: lender.product !== 'Merchant advance',
    ...terms,
    requestedAmountCents: offer.requestedCents,
    approvedAmountCents: offer.approvedCents,
    fundedAmountCents: offer.fundedAt === null ? null : offer.approvedCents,
    status: statusOf(offer),
    outcome: outcomeOf(offer),
    stipulations: [...offer.stipulations],
    declineReason: offer.declineReason,
    submittedAt: offer.submittedAt,
    decidedAt: offer.decidedAt,
    expiresAt: offer.expiresAt,
    fundedAt: offer.fundedAt,
  };
}

function statusOf({ submittedAt, decidedAt, declineReason, isAccepted, stipulations }: DemoOffer): string {
  if (submittedAt === null) return 'recommended';
  if (decidedAt === null) return stipulations.length > 0 ? 'ADDITIONAL_DETAILS_REQUESTED' : 'PENDING';
  if (declineReason !== null) return 'DECLINED';
  return isAccepted ? 'ACCEPTED' : 'OFFERED';
}

function outcomeOf({ fundedAt, approvedCents, declineReason }: DemoOffer): string | null {
  if (fundedAt !== null) return 'funded';
  if (approvedCents !== null) return 'approved';
  return declineReason === null ? null : 'declined';
}

/** What was done and what has to happen next. */
export function* nextStepEvents(make: EventFactory, { person, application }: FileOptions): Generator<AnyEvent> {
  yield make(
    'NextStepsChanged',
    { at: application.dates.stageChangedAt, locationId: person.locationId },
    { contactId: person.contactId, steps: nextStepsOf(application) },
  );
}
