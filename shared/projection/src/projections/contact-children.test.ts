import { MAX_CHILDREN } from '@fundlens/read-models/contact-children';
import { deletionOf } from '@fundlens/testing/deletions';
import { arbitraryFields } from '@fundlens/testing/event-arbitraries';
import {
  contactChanged,
  creditReportStored,
  fundingPlanChanged,
  nextStepsChanged,
  USUAL_INSTANT,
  underwritingCompleted,
} from '@fundlens/testing/event-builders';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { creditSummaries } from './credit-summaries.ts';
import { changesOf } from '../fold/fold.ts';
import { fundingPlans } from './funding-plans.ts';
import { nextSteps } from './next-steps.ts';
import { given } from './testing/given.ts';
import { underwritingResults } from './underwriting-results.ts';

/** For a machine that is busy with other things: how long a run takes is not what is tested. */
vi.setConfig({ testTimeout: 120_000 });

/** The models that have one document per contact, with one child of each: `n` names it and says how old it is. */
const models = [
  {
    projection: creditSummaries,
    list: 'reports',
    child: (n: number) => creditReportStored({ requestId: `child-${n}`, pulledAt: USUAL_INSTANT - n }),
    fields: arbitraryFields.CreditReportStored.map((fields) => creditReportStored(fields)),
  },
  {
    projection: underwritingResults,
    list: 'results',
    child: (n: number) => underwritingCompleted({ resultId: `child-${n}`, evaluatedAt: USUAL_INSTANT - n }),
    fields: arbitraryFields.UnderwritingCompleted.map((fields) => underwritingCompleted(fields)),
  },
  {
    projection: fundingPlans,
    list: 'fundingPlans',
    child: (n: number) => fundingPlanChanged({ planId: `child-${n}`, createdAt: USUAL_INSTANT - n }),
    fields: arbitraryFields.FundingPlanChanged.map((fields) => fundingPlanChanged(fields)),
  },
] as const;

const shownOf = (projection: (typeof models)[number]['projection'] | typeof nextSteps, ...events: readonly Typed[]) =>
  given(projection, ...events)['loc-1:contact-1'];

describe.each(models)('$projection.readModel.name', ({ projection, list, child, fields }) => {
  const idsIn = (body: unknown) =>
    (body as Record<string, { [id: string]: string }[]>)[list]?.map((entry) => Object.values(entry)[0]);

  test('shows the newest 500 children, whatever the order in which more arrive', () => {
    const children = Array.from({ length: MAX_CHILDREN + 3 }, (_, n) => child(n));
    const newestFirst = Array.from({ length: MAX_CHILDREN }, (_, n) => `child-${n}`);
    const shuffled = children.toSorted((a, b) => (a.event.meta.eventId < b.event.meta.eventId ? -1 : 1));
    const shown = shownOf(projection, ...shuffled);
    expect(idsIn(shown?.body)).toEqual(newestFirst);
    expect(shownOf(projection, ...children.toReversed())?.text).toBe(shown?.text);
  });

  test('lets an older child in again when one of the newest is deleted', () => {
    const children = Array.from({ length: MAX_CHILDREN + 1 }, (_, n) => child(n));
    const { body } = shownOf(projection, ...children, deletionOf(child(0))) ?? {};
    expect([idsIn(body)?.length, idsIn(body)?.at(0), idsIn(body)?.at(-1)]).toEqual([500, 'child-1', 'child-500']);
  });

  test('is no list to page through: it has no field to find or sort it by', () => {
    expect(shownOf(projection, contactChanged(), child(1))?.fields).toEqual({});
  });

  test('shows whatever the contract lets through, the same with and without the contact', () => {
    fc.assert(
      fc.property(fields, (event) => {
        const alone = shownOf(projection, event);
        expect(idsIn(alone?.body)).toHaveLength(1);
        expect(shownOf(projection, contactChanged(), event)?.text).toBe(alone?.text);
      }),
      { ...propertySeed(), numRuns: 200 },
    );
  });
});

/** Control characters take six bytes each in JSON: the largest lists of them make a document that no store takes. */
const long = '\u0001'.repeat(4_000);
const many = <T>(item: T): T[] => Array.from({ length: 500 }, () => item);

test.each([
  ['a result', underwritingResults, underwritingCompleted({ strengths: many(long), risks: many(long) })],
  [
    'a plan',
    fundingPlans,
    fundingPlanChanged({
      recommendations: many({
        product: long,
        lender: long,
        requestedAmountCents: null,
        approvedAmountCents: null,
        fundedAmountCents: null,
        status: null,
        outcome: null,
        submittedAt: null,
        decidedAt: null,
        fundedAt: null,
        notes: long,
      }),
    }),
  ],
  [
    'a list of steps',
    nextSteps,
    nextStepsChanged({
      steps: many({
        stepId: 'x',
        title: long,
        kind: long,
        owner: long,
        dueAt: null,
        completedAt: null,
        blocking: null,
      }),
    }),
  ],
])('%s that would not fit even alone is an invalid event, and its deletion is not', (_, projection, event: Typed) => {
  const read = (typed: Typed) => changesOf([projection], assumeRedacted(typed));
  expect(() => read(event)).toThrow(expect.objectContaining({ kind: 'invalid', code: 'document_too_large' }));
  expect(read(deletionOf(event))).toHaveLength(1);
});
