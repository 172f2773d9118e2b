import { creditReportStored, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { expect, test } from 'vitest';
import { contacts } from './projections.ts';
import { given } from '../testing/given.ts';

const after = (...events: readonly Typed[]) => given(contacts, ...events)['loc-1:contact-1']?.views.creditSummary;
const scoresOf = (bureau: string, ...scores: number[]) => ({
  scores: scores.map((score, index) => ({ bureau, model: `model ${index}`, score })),
});

test('a bureau has one name, whatever a summary calls it', () => {
  const reports = ['EFX', 'Equifax', 'eqf'].map((bureau, n) =>
    creditReportStored({
      requestId: `request-${n}`,
      pulledAt: USUAL_INSTANT - n,
      summary: scoresOf(bureau, 700 - n),
    }),
  );
  expect(after(...reports)).toMatchObject({ scores: [{ bureau: 'equifax', score: 700 }] });
});

test('each bureau shows the scores of the newest report that has any of it, with where they are from', () => {
  const newest = creditReportStored({
    requestId: 'newest',
    pulledAt: USUAL_INSTANT,
    summary: scoresOf('experian', 690, 9003),
  });
  const older = creditReportStored({
    requestId: 'older',
    pulledAt: USUAL_INSTANT - 1,
    summary: { scores: [...scoresOf('experian', 600).scores, ...scoresOf('equifax', 650).scores] },
  });
  expect(after(older, newest)).toMatchObject({
    requestId: 'newest',
    scores: [
      { bureau: 'experian', score: 690, requestId: 'newest' },
      { bureau: 'experian', score: null, requestId: 'newest', code: '9003' },
      { bureau: 'equifax', score: 650, requestId: 'older', pulledAt: '2026-03-01T11:59:59.999Z' },
    ],
    reports: [{ requestId: 'newest' }, { requestId: 'older', scores: [{ score: 600 }, { score: 650 }] }],
  });
});
