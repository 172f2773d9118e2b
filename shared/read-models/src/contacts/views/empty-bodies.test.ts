import { expect, test } from 'vitest';
import { creditSummaryBody, summaryOf } from './credit-summary.ts';
import { nextStepsBody, stepsText } from './next-steps.ts';

/** What a contact shows that is known and has none of these yet. */

test('the summary of a contact without reports has empty lists and no date', () => {
  const empty = summaryOf('contact-1', []);
  expect(empty).toEqual({ contactId: 'contact-1', requestId: null, pulledAt: null, scores: [], reports: [] });
  expect(creditSummaryBody.safeParse(empty).success).toBe(true);
});

test('a contact without steps has an empty list of them', () => {
  const empty: unknown = JSON.parse(String(stepsText({ steps: [] }, 'contact-1')));
  expect(empty).toEqual({ contactId: 'contact-1', nextSteps: [] });
  expect(nextStepsBody.safeParse(empty).success).toBe(true);
});
