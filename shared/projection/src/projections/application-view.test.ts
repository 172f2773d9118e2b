import { MAX_CHILDREN } from '@fundlens/read-models/contacts/slots';
import { MAX_PLANS_SHOWN } from '@fundlens/read-models/contacts/views/application';
import { MAX_LIST_BODY_BYTES } from '@fundlens/read-models/document-size';
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

const after = (...events: readonly Typed[]) => given(contacts, ...events)['loc-1:contact-1'];
const listed = (...events: readonly Typed[]) =>
  after(contactChanged(), applicantChanged(), ...events)?.views.application;

test('an applicant is found by the status of any of its plans, also of those that its entry does not show', () => {
  const plans = Array.from({ length: MAX_PLANS_SHOWN + 2 }, (_, index) =>
    fundingPlanChanged({ planId: `plan-${index}`, createdAt: USUAL_INSTANT + index, status: `status-${index % 11}` }),
  );
  const found = after(contactChanged(), applicantChanged(), ...plans);
  const statuses = found?.fields.applicationTerms as readonly string[];
  expect(statuses.filter((term) => term.startsWith('planStatus:'))).toHaveLength(11);
  expect(after(...plans.toReversed(), applicantChanged(), contactChanged())).toEqual(found);
  const [first] = plans;
  const gone = after(contactChanged(), applicantChanged(), ...(first === undefined ? [] : [first, deletionOf(first)]));
  expect(gone?.fields.applicationTerms).not.toContain('planStatus:status-0');
});

test('a report that is no JSON is an invalid event', () => {
  expect(() => listed(creditReportStored({ report: reportBytes('{') }))).toThrow(
    expect.objectContaining({ kind: 'invalid', code: 'report_not_json' }),
  );
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
  const steps = nextStepsChanged({
    steps: [
      { stepId: 'done', dueAt: 1, completedAt: USUAL_INSTANT, blocking: true },
      { stepId: 'some day' },
      { stepId: 'later', dueAt: USUAL_INSTANT + 2 },
      { stepId: 'first', dueAt: USUAL_INSTANT + 1, blocking: true },
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
      steps: [{ stepId: 'x', title: prose, kind: word, owner: line, dueAt: 1, blocking: true }],
    }),
    ...plans,
  ];
  const text = after(...events)?.texts.application ?? '';
  expect(Buffer.byteLength(text)).toBeGreaterThan(MAX_LIST_BODY_BYTES / 2);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_LIST_BODY_BYTES);
});
