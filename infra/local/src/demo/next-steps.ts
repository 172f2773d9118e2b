import type { EventOf } from '@fundlens/contracts/event-types';
import type { DemoApplication } from './applications.ts';
import { DAY } from './instants.ts';
import type { Recommendation } from './offers.ts';
import { AUTHORIZATION, reached, SUBMISSION, UNDERWRITING } from './stages.ts';

const DAYS_TO_DO = 5;

/** Completed steps first, then what the file waits for, then what lenders want to see. */
export function nextStepsOf(
  { stage, marks, stageChangedAt }: DemoApplication,
  { offers, processor }: { offers: readonly Recommendation[]; processor: string | null },
): EventOf<'NextStepsChanged'>['steps'] {
  const [submittedAt = 0, pulledAt] = marks;
  const signedAt = pulledAt === undefined ? undefined : Math.floor(submittedAt + (pulledAt - submittedAt) / 4);
  const done = [
    { what: AUTHORIZATION, completedAt: signedAt },
    { what: UNDERWRITING, completedAt: marks[reached.underwritten] },
    { what: SUBMISSION, completedAt: marks[reached.submitted] },
  ].flatMap(({ what, completedAt }) => (completedAt === undefined ? [] : [{ what, completedAt }]));
  const ahead = [
    ...(stage.waitingOn === null ? [] : [stage.waitingOn]),
    ...offers
      .filter(({ status }) => status === 'ADDITIONAL_DETAILS_REQUESTED')
      .map(({ stipulations, lender }) => `Client: ${stipulations?.[0]} for ${lender}`),
  ].map((what) => ({ what, completedAt: null }));
  return [...done, ...ahead].map(({ what, completedAt }, index) => {
    const [who, first = '', rest = ''] = /^(\w+): (.)(.*)$/.exec(what)?.slice(1) ?? [];
    return {
      stepId: `step-${index + 1}`,
      title: first.toUpperCase() + rest,
      kind: kindOf(what),
      owner: who === 'Client' ? 'client' : processor,
      dueAt: completedAt === null ? stageChangedAt + DAYS_TO_DO * DAY : null,
      completedAt,
      blocking: completedAt === null && index === done.length,
    };
  });
}

function kindOf(what: string): string {
  if (/signed/.test(what)) return 'signature';
  if (/statements|copy|returns/i.test(what)) return 'document';
  return what.startsWith('Client') ? 'decision' : 'task';
}
