import { USUAL_INSTANT, underwritingCompleted } from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { expect, test } from 'vitest';
import { contacts } from './projections.ts';
import { given } from '../testing/given.ts';

const after = (...events: readonly Typed[]) => given(contacts, ...events)['loc-1:contact-1']?.views.underwritingResults;

test('a result is shown with everything that underwriting said', () => {
  const result = underwritingCompleted({
    overlays: ['Personal guarantor'],
    declineStatus: 'soft',
    declineReason: 'Recent derogatory accounts',
    parkedReason: 'Utilization',
    risks: ['Thin file'],
    actions: ['Pay down'],
  });
  expect(after(result)).toEqual({
    contactId: 'contact-1',
    results: [
      {
        resultId: 'result-1',
        requestId: 'request-1',
        evaluatedAt: '2026-02-28T12:00:00.000Z',
        decision: 'qualified for cards',
        primaryPaths: ['cards'],
        overlays: ['Personal guarantor'],
        cardStatus: 'qualified',
        termLoanStatus: 'review',
        declineStatus: 'soft',
        declineReason: 'Recent derogatory accounts',
        parkedReason: 'Utilization',
        score: 78,
        tier: '1',
        fundingRangeMinCents: 2_500_000,
        fundingRangeMaxCents: 7_500_000,
        strengths: ['long history'],
        risks: ['Thin file'],
        actions: ['Pay down'],
      },
    ],
  });
});

test('several results of one report come newest first, then by id', () => {
  const results = [2, 3, 1].map((n) => underwritingCompleted({ resultId: `at-${n}`, evaluatedAt: USUAL_INSTANT + n }));
  const twins = ['b', 'a'].map((resultId) => underwritingCompleted({ resultId, evaluatedAt: USUAL_INSTANT }));
  const { results: shown } = after(...results, ...twins) as { results: { resultId: string }[] };
  expect(shown.map(({ resultId }) => resultId)).toEqual(['at-3', 'at-2', 'at-1', 'a', 'b']);
});
