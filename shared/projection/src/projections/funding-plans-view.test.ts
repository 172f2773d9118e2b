import { deletionOf } from '@fundlens/testing/deletions';
import { contactChanged, fundingPlanChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { expect, test } from 'vitest';
import { contacts } from './projections.ts';
import { given, stated } from '../testing/given.ts';

const after = (...events: readonly Typed[]) => given(contacts, ...events)['loc-1:contact-1']?.views.fundingPlans;
const [usual] = fundingPlanChanged().event.recommendations;
if (usual === undefined) throw new Error('the usual plan has a recommendation');

test('a plan is shown with its recommendations, as the funding platform lists them', () => {
  expect(stated(after(fundingPlanChanged()))).toEqual({
    contactId: 'contact-1',
    fundingPlans: [
      {
        planId: 'plan-1',
        planType: 'card_stacking',
        status: 'submitted',
        createdAt: '2026-02-28T12:00:00.000Z',
        updatedAt: '2026-03-01T12:00:00.000Z',
        requestedAmountCents: 2_000_000,
        approvedAmountCents: 1_500_000,
        fundedAmountCents: 0,
        recommendations: [
          {
            id: 'recommendation-1',
            product: 'Business card',
            lender: 'First Example Bank',
            requestedAmountCents: 2_000_000,
            approvedAmountCents: 1_500_000,
            aprPct: 21.49,
            termMonths: 36,
            paymentCents: 56_900,
            paymentFrequency: 'monthly',
            feesCents: 9_500,
            bureauPulled: 'experian',
            personalGuarantee: true,
            stipulations: ['Three months of bank statements'],
            status: 'approved',
            submittedAt: '2026-02-28T12:00:00.000Z',
            decidedAt: '2026-03-01T12:00:00.000Z',
            expiresAt: '2026-03-31T12:00:00.000Z',
          },
        ],
      },
    ],
  });
});

test('requested, approved and funded amounts are added up apart, and an amount that is not stated stays null', () => {
  const recommendations = [
    { ...usual, requestedAmountCents: 5, approvedAmountCents: null, fundedAmountCents: null },
    { ...usual, requestedAmountCents: 7, approvedAmountCents: 3, fundedAmountCents: 2 },
  ];
  expect(after(fundingPlanChanged({ recommendations }))).toMatchObject({
    fundingPlans: [
      {
        requestedAmountCents: 12,
        approvedAmountCents: 3,
        fundedAmountCents: 2,
        recommendations: [{ approvedAmountCents: null, fundedAmountCents: null }, { fundedAmountCents: 2 }],
      },
    ],
  });
});

test('plans come newest first, those without a date last', () => {
  const plans = [USUAL_INSTANT - 1, null, USUAL_INSTANT].map((createdAt, n) =>
    fundingPlanChanged({ planId: `plan-${n}`, createdAt }),
  );
  const { fundingPlans: shown } = after(...plans) as { fundingPlans: { planId: string }[] };
  expect(shown.map(({ planId }) => planId)).toEqual(['plan-2', 'plan-0', 'plan-1']);
});

test('a deleted plan disappears, with the last one the view, whether the contact lives or not', () => {
  const [first, second] = [fundingPlanChanged({ planId: 'a' }), fundingPlanChanged({ planId: 'b' })];
  expect(after(first, second, deletionOf(first))).toMatchObject({ fundingPlans: [{ planId: 'b' }] });
  expect(after(contactChanged(), first, deletionOf(first))).toBeUndefined();
  expect(after(first, deletionOf(contactChanged()))).toMatchObject({ fundingPlans: [{ planId: 'a' }] });
});

test('a plan that moved to another contact is listed there alone, with versions that begin again', () => {
  const there = fundingPlanChanged({ contactId: 'contact-1', meta: { version: 9 } });
  const here = fundingPlanChanged({ contactId: 'contact-2', meta: { version: 1 } });
  const plansOf = (...events: readonly Typed[]) => {
    const shown = given(contacts, ...events);
    const bodies = ['loc-1:contact-1', 'loc-1:contact-2'].map((key) => shown[key]?.views.fundingPlans);
    return bodies.map((body) => (body as { fundingPlans: unknown[] } | undefined)?.fundingPlans.length ?? 0);
  };
  expect(plansOf(there, here)).toEqual([1, 1]);
  expect(plansOf(there, deletionOf(there), here)).toEqual([0, 1]);
  expect(plansOf(here, deletionOf(there), there)).toEqual([0, 1]);
});
