import { z } from 'zod';
import { cents, count, instant, pageMembers } from '../data-values.ts';

const score = z.strictObject({
  bureau: z.string().nullable(),
  model: z.string().nullable(),
  score: z.int().nullable().describe('Null where the bureau gave none.'),
});

const latestReport = z.strictObject({
  requestId: z.string(),
  pulledAt: instant().nullable(),
  bureaus: z.array(z.string()),
  scores: z.array(score),
  utilizationPct: z.number().nullable(),
  openTradelines: count().nullable(),
  inquiries6m: count().nullable().describe('Inquiries of the last six months.'),
  derogatories24m: count().nullable().describe('Derogatory marks of the last 24 months.'),
  oldestAccountMonths: count().nullable(),
  totalDebtCents: cents().nullable(),
});

const latestResult = z.strictObject({
  resultId: z.string(),
  requestId: z.string().nullable().describe('The report that was evaluated.'),
  evaluatedAt: instant().nullable(),
  decision: z.string().nullable(),
  primaryPaths: z.array(z.string()),
  cardStatus: z.string().nullable(),
  termLoanStatus: z.string().nullable(),
  declineStatus: z.string().nullable(),
  declineReason: z.string().nullable(),
  parkedReason: z.string().nullable(),
  score: z.number().nullable(),
  tier: z.string().nullable(),
  fundingRangeMinCents: cents().nullable(),
  fundingRangeMaxCents: cents().nullable(),
});

/** What is asked for, granted and paid out are three different things. */
const amounts = { requestedAmountCents: cents(), approvedAmountCents: cents(), fundedAmountCents: cents() } as const;

const plan = z.strictObject({
  planId: z.string(),
  planType: z.string().nullable(),
  status: z.string().nullable(),
  outcome: z.string().nullable(),
  createdAt: instant().nullable(),
  updatedAt: instant().nullable(),
  recommendations: count().describe('How many the plan has.'),
  ...amounts,
});

const nextStep = z.strictObject({
  stepId: z.string(),
  title: z.string().nullable(),
  kind: z.string().nullable(),
  owner: z.string().nullable(),
  dueAt: instant().nullable(),
  blocking: z.boolean(),
});

const nextSteps = z.strictObject({
  open: count(),
  blocking: count().describe('Open steps that hold the application up.'),
  completed: count(),
  next: nextStep.nullable().describe('The open step that is due first.'),
});

const applicant = z
  .strictObject({
    contactId: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    name: z.string().nullable(),
    companyName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    tags: z.array(z.string()),
    assignedTo: z.string().nullable(),
    stage: z.string().nullable(),
    outcome: z.enum(['open', 'approved', 'funded', 'declined', 'withdrawn', 'parked']).nullable(),
    reason: z.string().nullable().describe('Why the application ended as it did, or waits.'),
    requestedAmountCents: cents().nullable(),
    submittedAt: instant().nullable(),
    stageChangedAt: instant().nullable(),
    decidedAt: instant().nullable(),
    processor: z.string().nullable(),
    waitingOn: z.string().nullable(),
    creditReport: latestReport.nullable().describe('The latest stored report, in figures.'),
    underwriting: latestResult.nullable().describe('The latest underwriting result.'),
    funding: z.strictObject({ plans: count(), ...amounts }).describe('Sums over all plans.'),
    fundingPlans: z.array(plan).max(10).describe('The newest plans.'),
    nextSteps: nextSteps.nullable(),
  })
  .meta({ id: 'Applicant', description: 'A contact with its application, and where it stands.' });

export const pipelineData = z.strictObject({
  pipelineType: z.literal('applicant'),
  ...pageMembers,
  contacts: z.array(applicant),
});
