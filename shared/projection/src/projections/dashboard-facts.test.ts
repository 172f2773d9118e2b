import type { EventOf } from '@fundlens/contracts/event-types';
import { FIRST_STATE_DAY, STATE_DAYS } from '@fundlens/read-models/dashboards/dashboard-measures';
import {
  applicantChanged,
  contactChanged,
  creditReportStored,
  dealChanged,
  fundingPlanChanged,
  locationChanged,
  USUAL_INSTANT,
  underwritingCompleted,
} from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { expect, test } from 'vitest';
import { dashboardFacts } from './dashboard-facts.ts';
import { given } from './testing/given.ts';

const DAY_MS = 86_400_000;
const TODAY = Math.floor(USUAL_INSTANT / DAY_MS);

type Amounts = Readonly<Record<string, number>>;

/** All facts after `events`, the amounts of each by its instant in days before the usual one; state as `now`. */
function factsAfter(...events: readonly Typed[]): [when: number | 'now', Amounts][] {
  const bodies = Object.values(given(dashboardFacts, ...events)).map(({ body }) => body ?? []);
  const facts = bodies.flatMap((body) => body as { at?: number; stateDay?: number; amounts: Amounts }[]);
  return facts.map(({ at, amounts }) => [at === undefined ? 'now' : (at - USUAL_INSTANT) / DAY_MS, amounts]);
}

const summaryOf = (...scores: (readonly [bureau: string | null, score: number | null])[]) => ({
  scores: scores.map(([bureau, score]) => ({ bureau, model: null, score })),
  utilizationPct: null,
  openTradelines: null,
  inquiries6m: null,
  derogatories24m: null,
  oldestAccountMonths: null,
  totalDebtCents: null,
});

test('documents are found by the days of their facts, and those of plans and deals are kept apart by contact', () => {
  const shown = given(
    dashboardFacts,
    locationChanged(),
    underwritingCompleted(),
    fundingPlanChanged({ planId: 'a' }),
    fundingPlanChanged({ planId: 'a', contactId: 'contact-2' }),
    dealChanged({ status: 'won', statusChangedAt: null }),
  );
  expect(Object.fromEntries(Object.entries(shown).map(([key, { fields }]) => [key, fields]))).toEqual({
    'loc-1:location': { timeZone: 'America/Chicago' },
    'loc-1:contact:contact-1': { days: [TODAY - 1] },
    'loc-1:plan:contact-1:a': { days: [TODAY - 1, TODAY] },
    'loc-1:plan:contact-2:a': { days: [TODAY - 1, TODAY] },
    'loc-1:deal:contact-1:deal-1': { days: [TODAY - 9] },
  });
});

test('a report counts for each of its bureaus, and for its contact while it is the latest', () => {
  const older = creditReportStored({ bureaus: ['EFX', 'Experian', 'innovis'], summary: summaryOf(['equifax', 700]) });
  const newer = creditReportStored({ requestId: 'request-2', pulledAt: USUAL_INSTANT, bureaus: [], summary: null });
  const latest = { 'credit.latest': 1, 'credit.latest-scored': 1 };
  expect(factsAfter(older)).toContainEqual([
    -2,
    { ...latest, 'credit.latest-score-sum': 700, 'credit.latest-band:good': 1 },
  ]);
  const both = factsAfter(older, newer);
  expect(both).toHaveLength(3);
  expect(both).toContainEqual([
    -2,
    {
      'credit.reports': 1,
      'credit.reports-of:equifax': 1,
      'credit.reports-of:experian': 1,
      'credit.reports-of:other': 1,
    },
  ]);
  // The newer one names no bureau; its format does, and its score stands in the report.
  expect(both).toContainEqual([0, { 'credit.reports': 1, 'credit.reports-of:equifax': 1 }]);
  expect(both).toContainEqual([0, { ...latest, 'credit.latest-score-sum': 715, 'credit.latest-band:good': 1 }]);
});

test.each([
  [
    'the middle one of three bureaus',
    [
      ['equifax', 640],
      ['experian', 700],
      ['transunion', 610],
    ],
    640,
  ],
  [
    'the lower one of two',
    [
      ['equifax', 640],
      ['experian', 700],
    ],
    640,
  ],
  [
    'the only one',
    [
      ['equifax', 640],
      ['experian', null],
    ],
    640,
  ],
  [
    'the first of a bureau with several',
    [
      ['equifax', 640],
      ['EFX', 800],
      ['experian', 700],
      ['transunion', 720],
    ],
    700,
  ],
  [
    'none that is a code',
    [
      ['equifax', 9_002],
      ['experian', 4],
      ['transunion', 588],
    ],
    588,
  ],
  [
    'one without a bureau beside another',
    [
      [null, 640],
      ['experian', 700],
    ],
    640,
  ],
] as const)('the score of a report is %s', (_, scores, expected) => {
  const facts = factsAfter(creditReportStored({ summary: summaryOf(...scores) }));
  expect(facts.map(([, amounts]) => amounts['credit.latest-score-sum']).filter(Boolean)).toEqual([expected]);
});

test('a report without a score counts as unscored', () => {
  const facts = factsAfter(creditReportStored({ summary: summaryOf(['equifax', null]) }));
  expect(facts).toContainEqual([-2, { 'credit.latest': 1 }]);
});

test.each([
  [579, 'poor'],
  [580, 'fair'],
  [669, 'fair'],
  [670, 'good'],
  [740, 'veryGood'],
  [799, 'veryGood'],
  [800, 'exceptional'],
])('a score of %i is %s', (score, band) => {
  const facts = factsAfter(creditReportStored({ summary: summaryOf(['equifax', score]) }));
  expect(facts.some(([, amounts]) => amounts[`credit.latest-band:${band}`] === 1)).toBe(true);
});

const nothingSaid = {
  decision: null,
  cardStatus: null,
  termLoanStatus: null,
  declineStatus: null,
  declineReason: null,
  parkedReason: null,
};

test.each<[Partial<EventOf<'UnderwritingCompleted'>>, Amounts]>([
  [{ cardStatus: 'Qualified' }, { 'underwriting.qualified': 1 }],
  [{ cardStatus: 'review', termLoanStatus: 'pre-qualified' }, { 'underwriting.qualified': 1 }],
  [{ decision: 'qualified for cards' }, { 'underwriting.qualified': 1 }],
  [{ cardStatus: 'not eligible' }, {}],
  [{}, {}],
  [{ declineStatus: 'not_declined', cardStatus: 'eligible' }, { 'underwriting.qualified': 1 }],
  [
    { declineStatus: 'final', declineReason: ' Recent\n Derogatories ' },
    { 'underwriting.declined:recent derogatories': 1 },
  ],
  [{ declineStatus: 'Under review' }, {}],
  [{ declineStatus: 'Final' }, { 'underwriting.declined:final': 1 }],
  [{ decision: 'Decline' }, { 'underwriting.declined:': 1 }],
  [{ declineReason: 'income', parkedReason: 'utilization' }, { 'underwriting.declined:income': 1 }],
  [{ parkedReason: 'Utilization', cardStatus: 'eligible' }, { 'underwriting.parked:utilization': 1 }],
  [{ decision: 'Park and review in 90 days' }, { 'underwriting.parked:': 1 }],
  [{ parkedReason: 'x'.repeat(200) }, { [`underwriting.parked:${'x'.repeat(80)}`]: 1 }],
])('a result that says %o counts as %o', (said, counted) => {
  const facts = factsAfter(underwritingCompleted({ ...nothingSaid, ...said }));
  expect(facts).toEqual([[-1, { 'underwriting.evaluated': 1, ...counted }]]);
});

const [usual] = fundingPlanChanged().event.recommendations;
if (usual === undefined) throw new Error('the usual plan has a recommendation');

test('what a plan asks for, what is approved and what is paid out count each at its own instant', () => {
  const funded = { ...usual, fundedAmountCents: 1_200_000, fundedAt: USUAL_INSTANT + DAY_MS };
  expect(factsAfter(fundingPlanChanged({ outcome: 'Funded', recommendations: [funded] }))).toEqual(
    expect.arrayContaining([
      [-1, { 'funding.plans:funded': 1 }],
      [-1, { 'funding.requested': 1, 'funding.requested-cents': 2_000_000 }],
      [0, { 'funding.decided': 1, 'funding.approved': 1, 'funding.approved-cents': 1_500_000 }],
      [1, { 'funding.funded': 1, 'funding.funded-cents': 1_200_000 }],
    ]),
  );
});

test.each([
  [{ approvedAmountCents: 0, status: 'approved' }, false],
  [{ approvedAmountCents: null, status: 'approved' }, true],
  [{ approvedAmountCents: null, status: 'approved', outcome: 'declined' }, false],
  [{ approvedAmountCents: 1, status: 'declined' }, true],
  [{ approvedAmountCents: null, status: null }, false],
])('a decision that says %o is an approval: %s', (said, approved) => {
  const facts = factsAfter(fundingPlanChanged({ recommendations: [{ ...usual, ...said }] }));
  expect(facts.filter(([, amounts]) => amounts['funding.decided'] === 1)).toHaveLength(1);
  expect(facts.some(([, amounts]) => amounts['funding.approved'] === 1)).toBe(approved);
});

test('a deal counts when it is created, when it is won or lost, and now while it is open', () => {
  const at = { createdAt: USUAL_INSTANT - DAY_MS, statusChangedAt: USUAL_INSTANT, amountCents: 700 };
  const created = [-1, { 'deals.created': 1, 'deals.created-cents': 700 }];
  const sorted = (facts: unknown[]) => expect.arrayContaining(facts);
  expect(factsAfter(dealChanged({ ...at, status: 'won' }))).toEqual(
    sorted([created, [0, { 'deals.won': 1, 'deals.won-cents': 700 }]]),
  );
  expect(factsAfter(dealChanged({ ...at, status: 'lost' }))).toEqual(
    sorted([created, [0, { 'deals.lost': 1, 'deals.lost-cents': 700 }]]),
  );
  expect(factsAfter(dealChanged({ ...at, status: 'abandoned' }))).toEqual([created]);
  expect(factsAfter(dealChanged({ ...at, status: 'open' }))).toEqual(
    sorted([created, ['now', { 'deals.open': 1, 'deals.open-cents': 700 }]]),
  );
});

test('open deals are spread over the days that stand for state', () => {
  const deals = Array.from({ length: 500 }, (_, n) => dealChanged({ dealId: `deal-${n}`, createdAt: null }));
  const days = Object.values(given(dashboardFacts, ...deals)).flatMap(({ fields }) => fields.days as number[]);
  expect(days).toHaveLength(500);
  expect(Math.min(...days)).toBeGreaterThanOrEqual(FIRST_STATE_DAY);
  expect(Math.max(...days)).toBeLessThan(FIRST_STATE_DAY + STATE_DAYS);
  expect(new Set(days).size).toBeGreaterThan(180);
});

test('an application counts when it was submitted, and the contact itself, alive or deleted, changes nothing', () => {
  const gone = contactChanged({ meta: { version: 2, deleted: true } });
  expect(factsAfter(contactChanged(), applicantChanged(), gone)).toEqual([[-8, { 'funding.applications': 1 }]]);
});

test('what is deleted, and what has no instant, contributes nothing', () => {
  const deleted = { meta: { version: 2, deleted: true } };
  const timeless = { ...usual, submittedAt: null, decidedAt: null, fundedAt: null };
  const facts = factsAfter(
    creditReportStored(deleted),
    underwritingCompleted(deleted),
    applicantChanged({ submittedAt: null }),
    fundingPlanChanged({ createdAt: null, recommendations: [timeless] }),
    dealChanged({ status: 'won', createdAt: null, statusChangedAt: null }),
  );
  expect(facts).toEqual([]);
});
