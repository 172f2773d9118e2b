import { MAX_CHILDREN } from '@fundlens/read-models/contacts/slots';
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
import { changesOf } from '../fold/fold.ts';
import { contacts } from './projections.ts';
import { given } from '../testing/given.ts';

/** For a machine that is busy with other things: how long a run takes is not what is tested. */
vi.setConfig({ testTimeout: 120_000 });

/** The views that list what a contact has, with one child of each: `n` names it and says how old it is. */
const lists = [
  {
    view: 'creditSummary',
    list: 'reports',
    child: (n: number) => creditReportStored({ requestId: `child-${n}`, pulledAt: USUAL_INSTANT - n }),
    fields: arbitraryFields.CreditReportStored.map((fields) => creditReportStored(fields)),
  },
  {
    view: 'underwritingResults',
    list: 'results',
    child: (n: number) => underwritingCompleted({ resultId: `child-${n}`, evaluatedAt: USUAL_INSTANT - n }),
    fields: arbitraryFields.UnderwritingCompleted.map((fields) => underwritingCompleted(fields)),
  },
  {
    view: 'fundingPlans',
    list: 'fundingPlans',
    child: (n: number) => fundingPlanChanged({ planId: `child-${n}`, createdAt: USUAL_INSTANT - n }),
    fields: arbitraryFields.FundingPlanChanged.map((fields) => fundingPlanChanged(fields)),
  },
] as const;

const shown = (...events: readonly Typed[]) => given(contacts, ...events)['loc-1:contact-1'];

describe.each(lists)('$view', ({ view, list, child, fields }) => {
  const textOf = (...events: readonly Typed[]) => shown(...events)?.texts[view];
  const idsIn = (text: string | undefined) => {
    const body = JSON.parse(text ?? '{}') as Record<string, { [id: string]: string }[]>;
    return body[list]?.map((entry) => Object.values(entry)[0]);
  };

  test('shows the newest 500 children, whatever the order in which more arrive', () => {
    const children = Array.from({ length: MAX_CHILDREN + 3 }, (_, n) => child(n));
    const newestFirst = Array.from({ length: MAX_CHILDREN }, (_, n) => `child-${n}`);
    const shuffled = children.toSorted((a, b) => (a.event.meta.eventId < b.event.meta.eventId ? -1 : 1));
    const text = textOf(...shuffled);
    expect(idsIn(text)).toEqual(newestFirst);
    expect(textOf(...children.toReversed())).toBe(text);
  });

  test('lets an older child in again when one of the newest is deleted', () => {
    const children = Array.from({ length: MAX_CHILDREN + 1 }, (_, n) => child(n));
    const ids = idsIn(textOf(...children, deletionOf(child(0))));
    expect([ids?.length, ids?.at(0), ids?.at(-1)]).toEqual([500, 'child-1', 'child-500']);
  });

  test('shows whatever the contract lets through, the same with and without the contact', () => {
    fc.assert(
      fc.property(fields, (event) => {
        const alone = textOf(event);
        expect(idsIn(alone)).toHaveLength(1);
        expect(textOf(contactChanged(), event)).toBe(alone);
      }),
      { ...propertySeed(), numRuns: 200 },
    );
  });
});

/** Control characters take six bytes each in JSON: the largest lists of them make a document that no store takes. */
const long = '\u0001'.repeat(4_000);
const many = <T>(item: T): T[] => Array.from({ length: 500 }, () => item);

const [usualRecommendation] = fundingPlanChanged().event.recommendations;
if (usualRecommendation === undefined) throw new Error('the usual plan has a recommendation');

test.each([
  ['a result', underwritingCompleted({ strengths: many(long), risks: many(long) })],
  [
    'a plan',
    fundingPlanChanged({
      recommendations: many({ ...usualRecommendation, product: long, lender: long, notes: long }),
    }),
  ],
  [
    'a list of steps',
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
])('%s that would not fit even alone is an invalid event, and its deletion is not', (_, event: Typed) => {
  const read = (typed: Typed) => changesOf([contacts], assumeRedacted(typed), 0);
  expect(() => read(event)).toThrow(expect.objectContaining({ kind: 'invalid', code: 'document_too_large' }));
  expect(read(deletionOf(event))).toHaveLength(1);
});
