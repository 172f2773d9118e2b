import { MAX_CHILDREN } from '@fundlens/read-models/contacts/slots';
import { deletionOf } from '@fundlens/testing/deletions';
import {
  contactChanged,
  creditReportStored,
  fundingPlanChanged,
  nextStepsChanged,
  USUAL_INSTANT,
  underwritingCompleted,
} from '@fundlens/testing/event-builders';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import { describe, expect, test } from 'vitest';
import { changesOf } from '../fold/fold.ts';
import { contacts } from './projections.ts';
import { given } from '../testing/given.ts';

/** The views that list what a contact has, with one child of each: `n` names it and says how old it is. */
const lists = [
  {
    view: 'creditSummary',
    list: 'reports',
    child: (n: number) => creditReportStored({ requestId: `child-${n}`, pulledAt: USUAL_INSTANT - n }),
  },
  {
    view: 'underwritingResults',
    list: 'results',
    child: (n: number) => underwritingCompleted({ resultId: `child-${n}`, evaluatedAt: USUAL_INSTANT - n }),
  },
  {
    view: 'fundingPlans',
    list: 'fundingPlans',
    child: (n: number) => fundingPlanChanged({ planId: `child-${n}`, createdAt: USUAL_INSTANT - n }),
  },
] as const;

const shown = (...events: readonly Typed[]) => given(contacts, ...events)['loc-1:contact-1'];

describe.each(lists)('$view', ({ view, list, child }) => {
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
});

const [usualRecommendation] = fundingPlanChanged().event.recommendations;
if (usualRecommendation === undefined) throw new Error('the usual plan has a recommendation');

test('a plan that moved to another contact is listed there alone, with versions that begin again', () => {
  const there = fundingPlanChanged({ contactId: 'contact-1', meta: { version: 9 } });
  const here = fundingPlanChanged({ contactId: 'contact-2', meta: { version: 1 } });
  const plansOf = (...events: readonly Typed[]) => {
    const documents = given(contacts, ...events);
    const bodies = ['loc-1:contact-1', 'loc-1:contact-2'].map((key) => documents[key]?.views.fundingPlans);
    return bodies.map((body) => (body as { fundingPlans: unknown[] } | undefined)?.fundingPlans.length ?? 0);
  };
  expect(plansOf(there, here)).toEqual([1, 1]);
  expect(plansOf(there, deletionOf(there), here)).toEqual([0, 1]);
  expect(plansOf(here, deletionOf(there), there)).toEqual([0, 1]);
});

test('next steps are shown in the order in which the platform lists them, until they are deleted', () => {
  const stepsOf = (...events: readonly Typed[]) => shown(...events)?.views.nextSteps;
  const blank = { title: null, kind: null, owner: null, dueAt: null, completedAt: null, blocking: null };
  const listed = nextStepsChanged({ steps: [{ stepId: 'z' }, { stepId: 'a', completedAt: 0, blocking: true }] });
  const nextSteps = [
    { ...blank, stepId: 'z', blocking: false },
    { ...blank, stepId: 'a', completedAt: '1970-01-01T00:00:00.000Z', blocking: true },
  ];
  expect(stepsOf(listed, deletionOf(contactChanged()))).toEqual({ contactId: 'contact-1', nextSteps });
  expect(stepsOf(nextStepsChanged({ steps: [] }))).toEqual({ contactId: 'contact-1', nextSteps: [] });
  expect(stepsOf(contactChanged(), listed, deletionOf(listed))).toBeUndefined();
});

/** Control characters take six bytes each in JSON: the largest lists of them make a document that no store takes. */
const long = '\u0001'.repeat(4_000);
const many = <T>(item: T): T[] => Array.from({ length: 500 }, () => item);

test.each([
  ['a result', underwritingCompleted({ strengths: many(long), risks: many(long) })],
  [
    'a plan',
    fundingPlanChanged({
      recommendations: many({ ...usualRecommendation, product: long, lender: long, notes: long }),
    }),
  ],
  ['a list of steps', nextStepsChanged({ steps: many({ stepId: 'x', title: long, kind: long, owner: long }) })],
])('%s that would not fit even alone is an invalid event, and its deletion is not', (_, event: Typed) => {
  const read = (typed: Typed) => changesOf([contacts], assumeRedacted(typed), 0);
  expect(() => read(event)).toThrow(expect.objectContaining({ kind: 'invalid', code: 'document_too_large' }));
  expect(read(deletionOf(event))).toHaveLength(1);
});
