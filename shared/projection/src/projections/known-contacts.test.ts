import { deletionOf } from '@fundlens/testing/deletions';
import {
  applicantChanged,
  contactChanged,
  creditReportStored,
  fundingPlanChanged,
  nextStepsChanged,
  underwritingCompleted,
} from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { expect, test } from 'vitest';
import { contacts } from './projections.ts';
import { given } from '../testing/given.ts';

/** Of a contact that is known, views that show nothing are empty answers; of another one they are a 404. */
const fieldsAfter = (...events: readonly Typed[]) => given(contacts, ...events)['loc-1:contact-1']?.fields;

const makeKnown: [string, Typed][] = [
  ['the contact', contactChanged()],
  ['a report', creditReportStored()],
  ['a result', underwritingCompleted()],
  ['a plan', fundingPlanChanged()],
  ['a list of steps', nextStepsChanged({ steps: [] })],
];

test.each(makeKnown)(
  '%s makes the contact known as long as it lives, in whatever order all else of it is deleted',
  (_, event) => {
    const others = makeKnown.map(([, other]) => other).filter((other) => other !== event);
    const events = [...others, event, ...others.map((other) => deletionOf(other))];
    expect(fieldsAfter(...events)).toMatchObject({ known: true });
    expect(fieldsAfter(...events.toReversed())).toMatchObject({ known: true });
    expect(fieldsAfter(...events, deletionOf(event))).toEqual({});
  },
);

test('an application alone does not make its contact known, and a deletion that came first does not either', () => {
  expect(fieldsAfter(applicantChanged())).not.toHaveProperty('known');
  expect(fieldsAfter(deletionOf(contactChanged()))).toEqual({});
});
