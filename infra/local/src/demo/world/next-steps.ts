import type { EventOf } from '@fundlens/contracts/event-types';
import { DAY } from '../dates.ts';
import type { DemoApplication } from './application.ts';
import { isDecided } from './stages.ts';

type Step = EventOf<'NextStepsChanged'>['steps'][number];
type StepKind = 'signature' | 'document' | 'question' | 'decision' | 'task';
/** Who has to do it: the client, or the processor of the file. */
type Owner = 'client' | 'processor';
type Ahead = { readonly title: string; readonly kind: StepKind; readonly owner: Owner; readonly days: number };

const SIGNING_DAYS = 9;
const DOCUMENT_DAYS = 10;

/** What a stage asks for; the first step holds the application up. */
const ahead: Readonly<Record<string, readonly Ahead[]>> = {
  received: [
    { title: 'Sign the credit authorization', kind: 'signature', owner: 'client', days: 2 },
    { title: 'Confirm the business address', kind: 'question', owner: 'client', days: 4 },
  ],
  completeness_review: [
    { title: 'Sign the credit authorization', kind: 'signature', owner: 'client', days: 2 },
    { title: 'Check the application for gaps', kind: 'task', owner: 'processor', days: 3 },
  ],
  underwriting_review: [{ title: 'Underwrite the credit report', kind: 'task', owner: 'processor', days: 1 }],
  escalated: [{ title: 'Decide on the requested amount', kind: 'decision', owner: 'processor', days: 3 }],
  nurture: [{ title: 'Pull a new report', kind: 'task', owner: 'processor', days: 90 }],
  strategy_ready: [{ title: 'Go through the funding plan', kind: 'decision', owner: 'client', days: 3 }],
  documents_needed: [{ title: 'Upload three months of bank statements', kind: 'document', owner: 'client', days: 4 }],
  blocked: [{ title: 'Send a copy of the social security card', kind: 'document', owner: 'client', days: 7 }],
  submission_ready: [{ title: 'Submit to the lenders', kind: 'task', owner: 'processor', days: 1 }],
  approval_requested: [{ title: 'Approve the submission', kind: 'decision', owner: 'client', days: 2 }],
  submitted: [{ title: 'Ask the lenders for their decisions', kind: 'task', owner: 'processor', days: 3 }],
  funder_follow_up: [{ title: 'Answer the call of the lender', kind: 'task', owner: 'processor', days: 2 }],
  offers_received: [{ title: 'Compare the offers', kind: 'task', owner: 'processor', days: 2 }],
  client_decision: [{ title: 'Choose between the offers', kind: 'decision', owner: 'client', days: 4 }],
};

/** Completed steps first, then what the stage asks for, then agreements, then what lenders want to see. */
export function nextStepsOf(application: DemoApplication): Step[] {
  const { stage, dates, processor, plan } = application;
  const at = dates.stageChangedAt;
  const done = [
    { title: 'Sign the credit authorization', kind: 'signature', owner: 'client', doneAt: dates.authorizedAt },
    { title: 'Underwrite the credit report', kind: 'task', owner: 'processor', doneAt: dates.underwrittenAt },
    { title: 'Submit to the lenders', kind: 'task', owner: 'processor', doneAt: dates.submittedToLendersAt },
  ].filter(({ doneAt }) => doneAt !== null);
  const isOver = isDecided(stage) && stage.outcome !== 'approved';
  const wanted = (isOver ? [] : (plan?.offers ?? []))
    .filter(({ decidedAt, stipulations }) => decidedAt === null && stipulations.length > 0)
    .map(({ lender, stipulations }) => ({
      title: `${stipulations[0]} for ${lender.name}`,
      kind: 'document',
      owner: 'client',
      days: DOCUMENT_DAYS,
    }));
  const accepted: Ahead[] = (plan?.offers ?? [])
    .filter(({ isAccepted, fundedAt }) => isAccepted && fundedAt === null)
    .map(({ lender }) => ({
      title: `Sign the agreement of ${lender.name}`,
      kind: 'signature',
      owner: 'client',
      days: SIGNING_DAYS,
    }));
  const ownerOf = (owner: string) => (owner === 'processor' ? processor : owner);
  const steps = [
    ...done.map(({ title, kind, owner, doneAt }) => ({
      title,
      kind,
      owner: ownerOf(owner),
      dueAt: null,
      completedAt: doneAt,
      blocking: false,
    })),
    ...[...(ahead[stage.stage] ?? []), ...accepted, ...wanted].map(({ title, kind, owner, days }, index) => ({
      title,
      kind,
      owner: ownerOf(owner),
      dueAt: at + days * DAY,
      completedAt: null,
      blocking: index === 0,
    })),
  ];
  return steps.map((step, index) => ({ stepId: `step-${index + 1}`, ...step }));
}
