import type { applicationBody } from '@fundlens/read-models/contacts/views/application';
import type { contactBody } from '@fundlens/read-models/contacts/views/contact';
import type { creditSummaryBody } from '@fundlens/read-models/contacts/views/credit-summary';
import type { fundingPlansBody } from '@fundlens/read-models/contacts/views/funding-plans';
import type { nextStepsBody } from '@fundlens/read-models/contacts/views/next-steps';
import type { underwritingResultsBody } from '@fundlens/read-models/contacts/views/underwriting-results';
import type { z } from 'zod';

/**
 * Whether what the API says of one applicant of the demo holds together. Shares no rule with the generator: a reason is
 * taken at its word, and held against the figures beside it.
 */
export type ApplicantAnswers = {
  readonly contact: z.infer<typeof contactBody>;
  readonly entry: z.infer<typeof applicationBody>;
  readonly credit: z.infer<typeof creditSummaryBody>;
  readonly results: z.infer<typeof underwritingResultsBody>['results'];
  readonly plans: z.infer<typeof fundingPlansBody>['fundingPlans'];
  readonly steps: z.infer<typeof nextStepsBody>['nextSteps'];
};

type Report = ApplicantAnswers['credit']['reports'][number];
type Recommendation = ApplicantAnswers['plans'][number]['recommendations'][number];
type Figure = (report: Report) => number | null;

const middleScore: Figure = ({ scores }) => {
  const sorted = scores.flatMap(({ score }) => (score === null ? [] : [score])).toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
};

/** Every sentence of the demo that has a number in it, and when it is true. */
const SENTENCES: readonly (readonly [RegExp, Figure, (figure: number, stated: number) => boolean])[] = [
  [/^Score below (\d+)$/, middleScore, (figure, limit) => figure < limit],
  [/^More than (\d+) inquiries in six months$/, (report) => report.inquiries6m, (figure, limit) => figure > limit],
  [/^Utilization above (\d+) percent$/, (report) => report.utilizationPct, (figure, limit) => figure > limit],
  [/^More than (\d+) derogatory accounts/, (report) => report.derogatories24m, (figure, limit) => figure > limit],
  [
    /^Oldest account younger than (\d+) months$/,
    (report) => report.oldestAccountMonths,
    (figure, limit) => figure < limit,
  ],
  [/^Middle score of (\d+)$/, middleScore, (figure, stated) => figure === stated],
  [/^Utilization of ([\d.]+) percent$/, (report) => report.utilizationPct, (figure, stated) => figure === stated],
  [/^(\d+) inquiries in six months$/, (report) => report.inquiries6m, (figure, stated) => figure === stated],
  [/^(\d+) derogatory accounts/, (report) => report.derogatories24m, (figure, stated) => figure === stated],
];

/** Which products a plan is made of. */
const PRODUCTS: Readonly<Record<string, readonly string[]>> = {
  'Card Stacking': ['Business card'],
  'Term Loan': ['Term loan', 'Line of credit'],
  MCA: ['Merchant advance'],
};

export type Incoherence = { readonly contactId: string; readonly what: string };

/** What does not fit together; empty when all does. */
export function incoherences(answers: ApplicantAnswers): Incoherence[] {
  const { contactId } = answers.entry;
  const faults = [sentenceFaults, outcomeFaults, planFaults, dateFaults, stepFaults].flatMap((find) => find(answers));
  return faults.map((what) => ({ contactId, what }));
}

const some = (faults: readonly (readonly [boolean, string])[]) =>
  faults.filter(([isFault]) => isFault).map(([, what]) => what);

function sentenceFaults({ entry, credit, results, plans }: ApplicantAnswers): string[] {
  const report = credit.reports.find(({ requestId }) => requestId === results[0]?.requestId);
  const said = [
    entry.reason,
    ...results.flatMap((result) => [result.declineReason, result.parkedReason, ...result.strengths, ...result.risks]),
    ...plans.flatMap(({ recommendations }) => recommendations.map(({ declineReason }) => declineReason)),
  ].filter((text) => text !== null);
  const isFalse = (text: string) =>
    SENTENCES.some(([words, figure, holds]) => {
      const [, stated] = words.exec(text) ?? [];
      const value = report === undefined ? null : figure(report);
      return stated !== undefined && value !== null && !holds(value, Number(stated));
    });
  return [
    ...some([
      [results.length > 0 && report === undefined, 'no report was underwritten'],
      [entry.creditReport?.totalDebtCents !== credit.reports[0]?.totalDebtCents, 'the entry shows another report'],
    ]),
    ...said.filter(isFalse).map((text) => `"${text}" is not what the report says`),
  ];
}

function outcomeFaults({ entry, results, plans }: ApplicantAnswers): string[] {
  const [result] = results;
  const [plan] = plans;
  const { outcome } = entry;
  const isDecided = outcome !== 'open' && outcome !== 'parked';
  const isAboveRange = (entry.requestedAmountCents ?? 0) > (result?.fundingRangeMaxCents ?? Number.POSITIVE_INFINITY);
  return some([
    [isDecided !== (entry.decidedAt !== null), 'the outcome and the instant of the decision disagree'],
    [(outcome === 'declined') !== (result?.decision === 'Decline'), 'declined, and the result says otherwise'],
    [outcome === 'declined' && result?.declineReason !== entry.reason, 'entry and result decline for two reasons'],
    [outcome === 'parked' && result?.parkedReason !== entry.reason, 'entry and result are parked for two reasons'],
    [/declined|parked|withdrawn/.test(outcome ?? '') && plan !== undefined, 'it has a plan and an end without one'],
    [(outcome === 'funded') !== (plan?.outcome === 'funded'), 'funded, and the plan says otherwise'],
    [(outcome === 'approved') !== (plan?.outcome === 'approved'), 'approved, and the plan says otherwise'],
    [outcome === 'funded' && entry.funding.fundedAmountCents === 0, 'funded with nothing'],
    [outcome === 'approved' && entry.funding.approvedAmountCents === 0, 'approved with nothing'],
    [entry.stage === 'escalated' && !isAboveRange, 'escalated for an amount within the range'],
    [plan !== undefined && plan.planType !== result?.primaryPaths[0], 'the plan is not the primary path'],
  ]);
}

function planFaults({ entry, plans }: ApplicantAnswers): string[] {
  const { requestedAmountCents } = entry.funding;
  return [
    ...some([[requestedAmountCents > (entry.requestedAmountCents ?? 0), 'lenders are asked for more than is wanted']]),
    ...plans.flatMap((plan) => plan.recommendations.flatMap((each) => recommendationFaults(each, plan.planType))),
  ];
}

function recommendationFaults(each: Recommendation, planType: string | null): string[] {
  const { approvedAmountCents: approved, fundedAmountCents: funded } = each;
  const status = each.status ?? '';
  const isOffer = ['OFFERED', 'ACCEPTED'].includes(status);
  return some([
    [!PRODUCTS[planType ?? '']?.includes(each.product ?? ''), `a plan of ${planType} with a ${each.product}`],
    [(approved ?? 0) > (each.requestedAmountCents ?? 0), 'more is approved than requested'],
    [(funded ?? 0) > (approved ?? 0), 'more is funded than approved'],
    [(funded !== null) !== (each.fundedAt !== null), 'money and its instant disagree'],
    [(status === 'DECLINED') !== (each.declineReason !== null), 'declined and its reason disagree'],
    [(approved !== null) !== isOffer, 'approved and its status disagree'],
    [isOffer !== (each.aprPct !== null || each.factorRate !== null), 'approved and its price disagree'],
    [(each.decidedAt !== null) !== (isOffer || status === 'DECLINED'), 'decided and its status disagree'],
    [(each.submittedAt === null) !== (status === 'recommended'), 'submitted and its status disagree'],
  ]);
}

/** Every chain of instants runs forward; what is not there is left out. */
function dateFaults({ contact, entry, credit, results, plans }: ApplicantAnswers): string[] {
  const pulled = credit.reports.find(({ requestId }) => requestId === results[0]?.requestId)?.pulledAt;
  const upToPlan = [contact.createdAt, entry.submittedAt, pulled, results[0]?.evaluatedAt];
  const chains = plans.flatMap(({ createdAt, updatedAt, recommendations }) =>
    recommendations.map((each) => [...upToPlan, createdAt, each.submittedAt, each.decidedAt, each.fundedAt, updatedAt]),
  );
  const isOrdered = (chain: readonly (string | null | undefined)[]) => {
    const known = chain.filter((instant) => typeof instant === 'string');
    return known.every((instant, index) => index === 0 || (known[index - 1] ?? '') <= instant);
  };
  return [[...upToPlan, entry.stageChangedAt], ...chains]
    .filter((chain) => !isOrdered(chain))
    .map((chain) => `dates out of order: ${chain.join(', ')}`);
}

function stepFaults({ entry, credit, plans, steps }: ApplicantAnswers): string[] {
  const open = steps.filter(({ completedAt }) => completedAt === null);
  const isSigned = steps.some(({ title, completedAt }) => /authorization$/.test(title ?? '') && completedAt !== null);
  const isGoingOn = ['open', 'parked', 'approved'].includes(entry.outcome ?? '');
  const wanted = plans
    .flatMap(({ recommendations }) => recommendations)
    .filter(({ status }) => status === 'ADDITIONAL_DETAILS_REQUESTED')
    .map(({ lender, stipulations }) => `${stipulations[0]} for ${lender}`);
  return some([
    [isGoingOn !== open.some(({ blocking }) => blocking), 'its end and its open steps disagree'],
    [isSigned !== credit.reports.length > 0, 'reports and the signed authorization disagree'],
    [wanted.some((title) => !open.some((step) => step.title === title)), 'a stipulation is no next step'],
    [isGoingOn !== (entry.waitingOn !== null), 'its end and what it waits for disagree'],
  ]);
}
