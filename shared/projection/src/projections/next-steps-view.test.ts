import { deletionOf } from '@fundlens/testing/deletions';
import { contactChanged, nextStepsChanged } from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { expect, test } from 'vitest';
import { contacts } from './projections.ts';
import { given } from '../testing/given.ts';

const after = (...events: readonly Typed[]) => given(contacts, ...events)['loc-1:contact-1']?.views.nextSteps;

test('steps are shown in the order in which the platform lists them, done ones too', () => {
  const blank = { title: null, kind: null, owner: null, dueAt: null, completedAt: null, blocking: null };
  const [usual] = nextStepsChanged().event.steps;
  if (usual === undefined) throw new Error('the usual list has a step');
  const steps = [{ ...blank, stepId: 'z' }, usual, { ...blank, stepId: 'a', completedAt: 0 }];
  expect(after(nextStepsChanged({ steps }))).toEqual({
    contactId: 'contact-1',
    nextSteps: [
      { ...blank, stepId: 'z', blocking: false },
      {
        stepId: 'step-1',
        title: 'Send bank statements',
        kind: 'document',
        owner: 'client',
        dueAt: '2026-03-04T12:00:00.000Z',
        completedAt: null,
        blocking: true,
      },
      { ...blank, stepId: 'a', completedAt: '1970-01-01T00:00:00.000Z', blocking: false },
    ],
  });
});

test('a list without steps is shown as it is', () => {
  expect(after(nextStepsChanged({ steps: [] }))).toEqual({ contactId: 'contact-1', nextSteps: [] });
});

test('of a contact whose steps were deleted, or never came, there is no list', () => {
  expect(after(contactChanged())).toBeUndefined();
  expect(after(contactChanged(), nextStepsChanged(), deletionOf(nextStepsChanged()))).toBeUndefined();
});

test('steps outlive their contact', () => {
  const steps = nextStepsChanged();
  expect(after(steps, deletionOf(contactChanged()))).toMatchObject({ nextSteps: [{ stepId: 'step-1' }] });
});
