import type { AnyEvent } from '@fundlens/contracts/event-types';
import { DAY, HOUR } from '../dates.ts';
import { ssnWritings } from '../never-issued-ssn.ts';
import type { Random } from '../random.ts';
import type { DemoApplication } from '../world/application.ts';
import { lenders } from '../world/names.ts';
import type { DemoPerson } from '../world/person.ts';
import { reached } from '../world/stages.ts';
import type { EventFactory } from './event-factory.ts';
import { lenderHabits, offerTerms, products } from './offer-terms.ts';

export type FileOptions = {
  readonly person: DemoPerson;
  readonly application: DemoApplication;
};

/** What underwriting said about the latest report; a prescreen, never an approval. */
export function* underwritingEvents(make: EventFactory, random: Random, options: FileOptions): Generator<AnyEvent> {
  const { person, application } = options;
  const { stage, underwrittenAt } = application;
  const report = application.reports.at(-1);
  if (underwrittenAt === null || report === undefined) return;
  const declined = stage.outcome === 'declined';
  const parked = stage.outcome === 'parked';
  const low = random.int(10, 60) * 100_000;
  yield make(
    'UnderwritingCompleted',
    { at: underwrittenAt, locationId: person.locationId },
    {
      resultId: application.resultId,
      contactId: person.contactId,
      requestId: report.requestId,
      evaluatedAt: underwrittenAt,
      decision: declined ? 'Decline' : parked ? 'Park and review in 90 days' : 'Proceed',
      primaryPaths: declined ? [] : [random.pick(['Card stacking', 'Term loan', 'MCA'])],
      overlays: random.chance(0.3) ? ['Personal guarantor'] : [],
      cardStatus: declined ? 'declined' : 'eligible',
      termLoanStatus: random.pick(['eligible', 'review', 'ineligible']),
      declineStatus: declined ? 'final' : null,
      declineReason: declined ? 'Recent derogatory accounts' : null,
      parkedReason: parked ? 'Utilization above 80 percent' : null,
      score: random.int(0, 1_000) / 10,
      tier: random.pick(['1', '2', '3', '4']),
      fundingRangeMinCents: low,
      fundingRangeMaxCents: low + random.int(5, 150) * 100_000,
      strengths: random.chance(0.7) ? ['Oldest account above five years', 'No public records'] : [],
      risks: random.chance(0.15)
        ? [`Fraud alert on SSN ${ssnWritings.dashes(person.ssn)}`]
        : ['Three inquiries in six months'],
      actions: ['Pay revolving balances below 30 percent'],
    },
  );
}

/** Requested, approved and funded amounts stay apart; only what was answered is approved, only what was paid funded. */
export function* fundingPlanEvents(make: EventFactory, random: Random, options: FileOptions): Generator<AnyEvent> {
  const { person, application } = options;
  const { stage, underwrittenAt, stageChangedAt } = application;
  if (stage.reached < reached.planned || underwrittenAt === null) return;
  const createdAt = underwrittenAt + HOUR;
  const updatedAt = Math.max(createdAt, stageChangedAt);
  const within = (at: number) => Math.min(at, updatedAt);
  yield make(
    'FundingPlanChanged',
    { at: updatedAt, locationId: person.locationId },
    {
      planId: application.planId,
      contactId: person.contactId,
      planType: random.pick(['Card Stacking', 'Term Loan', 'MCA']),
      status: stage.reached >= reached.submitted ? 'in_progress' : 'draft',
      outcome: stage.reached === reached.funded ? 'funded' : null,
      createdAt,
      updatedAt,
      recommendations: Array.from({ length: random.int(1, 4) }, (_, index) => {
        const requested = random.int(5, 80) * 100_000;
        const submitted = stage.reached >= reached.submitted;
        const answered = stage.reached >= reached.answered;
        const approved = answered && (index === 0 || random.chance(0.6)) ? Math.floor(requested * 0.8) : null;
        const funded = stage.reached === reached.funded && approved !== null;
        const product = random.pick(products);
        const lender = random.pick(lenders);
        const decidedAt = answered ? within(createdAt + 2 * DAY) : null;
        return {
          id: `${application.planId}-${index + 1}`,
          product,
          lender,
          ...lenderHabits(product, lender),
          ...(approved !== null && decidedAt !== null && offerTerms(product, approved, decidedAt)),
          requestedAmountCents: requested,
          approvedAmountCents: approved,
          fundedAmountCents: funded ? approved : null,
          status: !submitted ? 'recommended' : !answered ? 'PENDING' : approved === null ? 'DECLINED' : 'ACCEPTED',
          outcome: funded ? 'funded' : approved === null ? null : 'approved',
          submittedAt: submitted ? within(createdAt + DAY) : null,
          declineReason: answered && approved === null ? 'Too many recent inquiries' : null,
          decidedAt,
          fundedAt: funded ? within(createdAt + 3 * DAY) : null,
          notes:
            index === 0 && random.chance(0.2) ? `Lender asked again for SSN ${ssnWritings.dashes(person.ssn)}.` : null,
        };
      }),
    },
  );
}

const stepTitles = [
  ['Upload three months of bank statements', 'document'],
  ['Sign the credit authorization', 'signature'],
  ['Confirm the business address', 'question'],
  ['Choose between the offers', 'decision'],
] as const satisfies readonly [readonly [string, string], ...(readonly [string, string])[]];

/** What has to happen next; of applications that are still going. */
export function* nextStepEvents(make: EventFactory, random: Random, options: FileOptions): Generator<AnyEvent> {
  const { person, application } = options;
  if (application.stage.next.length === 0) return;
  const at = application.stageChangedAt;
  const count = random.int(1, stepTitles.length);
  yield make(
    'NextStepsChanged',
    { at, locationId: person.locationId },
    {
      contactId: person.contactId,
      steps: stepTitles.slice(0, count).map(([title, kind], index) => ({
        stepId: `step-${index + 1}`,
        title,
        kind,
        owner: index % 2 === 0 ? 'client' : application.processor,
        dueAt: at + (index + 2) * DAY,
        completedAt: index === 0 && count > 1 ? at : null,
        blocking: index === count - 1,
      })),
    },
  );
}
