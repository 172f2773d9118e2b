import { MAX_CHILDREN } from '@fundlens/read-models/contacts/slots';
import { MAX_PLANS_SHOWN } from '@fundlens/read-models/contacts/views/application';
import { MAX_LIST_BODY_BYTES } from '@fundlens/read-models/document-size';
import { newestFirst } from '@fundlens/read-models/list-key';
import { deletionOf } from '@fundlens/testing/deletions';
import {
  applicantChanged,
  contactChanged,
  creditReportStored,
  fundingPlanChanged,
  nextStepsChanged,
  reportBytes,
  USUAL_INSTANT,
  underwritingCompleted,
} from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { expect, test } from 'vitest';
import { contacts } from './projections.ts';
import { given } from '../testing/given.ts';

/** The entry after `events`, and the fields that list it. */
function after(...events: readonly Typed[]) {
  const { views, texts, fields } = given(contacts, ...events)['loc-1:contact-1'] ?? {};
  const { applicationKey, applicationTerms } = fields ?? {};
  return { entry: views?.application ?? null, text: texts?.application ?? '', applicationKey, applicationTerms };
}

const listed = (...events: readonly Typed[]) => after(contactChanged(), applicantChanged(), ...events).entry;

const NOT_LISTED = { entry: null, text: '', applicationKey: undefined, applicationTerms: undefined };

// What is shown of each state is `shown.property.test.ts`'s; here is what an entry takes of which.
test('the entry of an applicant brings together contact, application, report, result, plans and steps', () => {
  expect(listed(creditReportStored(), underwritingCompleted(), fundingPlanChanged(), nextStepsChanged())).toMatchObject(
    {
      contactId: 'contact-1',
      name: 'Maria Lopez',
      stage: 'underwriting_review',
      creditReport: {
        requestId: 'request-1',
        scores: [{ bureau: 'equifax', model: '02778', score: 715 }],
        figures: { stated: [], openRevolving: null },
      },
      underwriting: { resultId: 'result-1', requestId: 'request-1', decision: 'qualified for cards' },
      funding: { plans: 1, requestedAmountCents: 2_000_000, approvedAmountCents: 1_500_000, fundedAmountCents: 0 },
      fundingPlans: [{ planId: 'plan-1', recommendations: 1, approvedAmountCents: 1_500_000 }],
      nextSteps: { open: 1, blocking: 1, completed: 0, next: { stepId: 'step-1', owner: 'client' } },
    },
  );
});

test('an applicant is listed by submission, and found by stage, outcome, processor and what it waits on', () => {
  expect(after(contactChanged(), applicantChanged({ submittedAt: USUAL_INSTANT, waitingOn: 'lender' }))).toMatchObject({
    applicationKey: newestFirst(USUAL_INSTANT, 'contact-1'),
    applicationTerms: ['all', 'processor:Dana', 'stage:underwriting_review', 'waitingOn:lender', 'outcome:open'],
  });
});

test('an applicant is found by the status of any of its plans, also of those that its entry does not show', () => {
  const plans = Array.from({ length: MAX_PLANS_SHOWN + 2 }, (_, index) =>
    fundingPlanChanged({ planId: `plan-${index}`, createdAt: USUAL_INSTANT + index, status: `status-${index % 11}` }),
  );
  const found = after(contactChanged(), applicantChanged(), ...plans);
  const statuses = found.applicationTerms as readonly string[];
  expect(statuses.filter((term) => term.startsWith('planStatus:'))).toHaveLength(11);
  expect(after(...plans.toReversed(), applicantChanged(), contactChanged())).toEqual(found);
  const [first] = plans;
  const gone = after(contactChanged(), applicantChanged(), ...(first === undefined ? [] : [first, deletionOf(first)]));
  expect(gone.applicationTerms).not.toContain('planStatus:status-0');
});

test('an application without values and date is listed last, and found by no filter', () => {
  const nothing = { stage: null, outcome: null, processor: null, waitingOn: null, submittedAt: null };
  expect(after(contactChanged(), applicantChanged(nothing))).toMatchObject({
    applicationKey: newestFirst(null, 'contact-1'),
    applicationTerms: ['all'],
  });
});

test('an application whose contact has not arrived yet is not listed, and is once it has', () => {
  expect(after(applicantChanged())).toEqual(NOT_LISTED);
  expect(after(applicantChanged(), contactChanged()).entry).toMatchObject({ contactId: 'contact-1' });
});

test.each([
  ['contact', deletionOf(contactChanged())],
  ['application', deletionOf(applicantChanged())],
])('a deleted %s takes the applicant off the pipeline', (_, deletion) => {
  expect(after(contactChanged(), applicantChanged(), deletion)).toEqual(NOT_LISTED);
});

test('the report and the result shown are the latest ones, not those that arrived last', () => {
  const newer = creditReportStored({ requestId: 'newer', pulledAt: USUAL_INSTANT });
  const older = creditReportStored({ requestId: 'older', pulledAt: USUAL_INSTANT - 1 });
  const results = [3, 1, 2].map((n) =>
    underwritingCompleted({ resultId: `result-${n}`, evaluatedAt: USUAL_INSTANT + n }),
  );
  expect(listed(newer, older, ...results)).toMatchObject({
    creditReport: { requestId: 'newer' },
    underwriting: { resultId: 'result-3' },
  });
});

test('a report that is no JSON is an invalid event', () => {
  expect(() => listed(creditReportStored({ report: reportBytes('{') }))).toThrow(
    expect.objectContaining({ kind: 'invalid', code: 'report_not_json' }),
  );
});

test('requested, approved and funded amounts are added up apart, over all plans', () => {
  const [usual] = fundingPlanChanged().event.recommendations;
  if (usual === undefined) throw new Error('the usual plan has a recommendation');
  const plan = (planId: string, approvedAmountCents: number | null, fundedAmountCents: number | null) =>
    fundingPlanChanged({ planId, recommendations: [{ ...usual, approvedAmountCents, fundedAmountCents }, usual] });

  expect(listed(plan('a', 100, null), plan('b', null, 30))).toMatchObject({
    funding: { plans: 2, requestedAmountCents: 8_000_000, approvedAmountCents: 3_000_100, fundedAmountCents: 30 },
  });
});

test('the newest plans are shown one by one, and every plan counts, also those beyond the newest 500', () => {
  const count = MAX_CHILDREN + 3;
  const plans = Array.from({ length: count }, (_, n) =>
    fundingPlanChanged({ planId: `plan-${n}`, createdAt: USUAL_INSTANT - n }),
  );
  expect(listed(...plans.toReversed())).toMatchObject({
    fundingPlans: Array.from({ length: MAX_PLANS_SHOWN }, (_, n) => ({ planId: `plan-${n}` })),
    funding: { plans: count, approvedAmountCents: count * 1_500_000 },
  });
});

test('the next step is the open one that is due first; done ones only count', () => {
  const step = { title: null, kind: null, owner: null, completedAt: null, blocking: null };
  const steps = nextStepsChanged({
    steps: [
      { ...step, stepId: 'done', dueAt: 1, completedAt: USUAL_INSTANT, blocking: true },
      { ...step, stepId: 'some day', dueAt: null },
      { ...step, stepId: 'later', dueAt: USUAL_INSTANT + 2 },
      { ...step, stepId: 'first', dueAt: USUAL_INSTANT + 1, blocking: true },
    ],
  });
  expect(listed(steps)).toMatchObject({
    nextSteps: { open: 3, blocking: 1, completed: 1, next: { stepId: 'first', blocking: true } },
  });
});

test('an entry stays within its limit with the largest texts that the contract lets through', () => {
  const [line, prose, word] = [320, 4_000, 64].map((length) => '\u0001'.repeat(length)) as [string, string, string];
  const many = <T>(item: T): T[] => Array.from({ length: 500 }, () => item);
  const plans = Array.from({ length: MAX_PLANS_SHOWN }, (_, n) =>
    fundingPlanChanged({ planId: `${n}`.padEnd(128, 'x'), planType: word, status: word, outcome: word }),
  );
  const events = [
    contactChanged({
      firstName: line,
      lastName: line,
      companyName: line,
      email: line,
      phone: line,
      assignedTo: line,
      // More do not fit what the contact itself shows.
      tags: Array.from({ length: 20 }, () => line),
    }),
    applicantChanged({ stage: word, reason: prose, processor: line, waitingOn: prose }),
    creditReportStored({
      bureaus: many(word),
      summary: {
        scores: many({ bureau: word, model: word, score: 850 }),
        utilizationPct: -1.2345678901234567e-100,
        openTradelines: 2 ** 31,
        inquiries6m: 2 ** 31,
        derogatories24m: 2 ** 31,
        oldestAccountMonths: 2 ** 31,
        totalDebtCents: 1e12,
      },
    }),
    underwritingCompleted({
      decision: prose,
      primaryPaths: many(line),
      cardStatus: word,
      termLoanStatus: word,
      declineStatus: word,
      declineReason: prose,
      parkedReason: prose,
      tier: word,
    }),
    nextStepsChanged({
      steps: [{ stepId: 'x', title: prose, kind: word, owner: line, dueAt: 1, completedAt: null, blocking: true }],
    }),
    ...plans,
  ];
  const { text } = after(...events);
  expect(Buffer.byteLength(text)).toBeGreaterThan(MAX_LIST_BODY_BYTES / 2);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_LIST_BODY_BYTES);
});
