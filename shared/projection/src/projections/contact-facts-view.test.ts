import type { EventOf } from '@fundlens/contracts/event-types';
import type { Fact } from '@fundlens/read-models/dashboards/fact';
import {
  applicantChanged,
  contactChanged,
  creditReportStored,
  fundingPlanChanged,
  USUAL_INSTANT,
  underwritingCompleted,
} from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { expect, test } from 'vitest';
import { given } from '../testing/given.ts';
import { contacts } from './projections.ts';

const DAY_MS = 86_400_000;

type Amounts = Readonly<Record<string, number>>;

/** The facts of the usual contact after it and `events`: the amounts of each by its instant in days after the usual one. */
function factsAfter(...events: readonly Typed[]): [day: number, Amounts][] {
  const facts = (given(contacts, contactChanged(), ...events)['loc-1:contact-1']?.views.facts ?? []) as {
    at: number;
    amounts: Amounts;
  }[];
  return facts.filter(({ at }) => at !== undefined).map(({ at, amounts }) => [(at - USUAL_INSTANT) / DAY_MS, amounts]);
}

test.each([
  ['the first of a bureau with several', { equifax: 640, EFX: 800, experian: 700, transunion: 720 }, 700],
  ['one without a bureau beside another', { '': 640, experian: 700 }, 640],
])('the score of a report is %s', (_, stated, expected) => {
  const scores = Object.entries(stated).map(([bureau, score]) => ({ bureau: bureau || null, score }));
  const facts = factsAfter(creditReportStored({ summary: { scores } }));
  expect(facts.map(([, amounts]) => amounts['credit.latest-score-sum']).filter(Boolean)).toEqual([expected]);
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
  [{ decision: 'Approved' }, { 'underwriting.qualified': 1 }],
  [{ decision: 'Not approved' }, {}],
  [{ cardStatus: 'not eligible' }, {}],
  [{}, {}],
  [{ declineStatus: 'not_declined', cardStatus: 'eligible' }, { 'underwriting.qualified': 1 }],
  [
    { declineStatus: 'final', declineReason: ' Recent\n Derogatories ' },
    { 'underwriting.declined:recent derogatories': 1 },
  ],
  [{ declineStatus: 'Under review' }, {}],
  [{ declineStatus: 'Final' }, { 'underwriting.declined:': 1 }],
  [{ decision: 'Decline' }, { 'underwriting.declined:': 1 }],
  [{ decision: 'Decline', declineStatus: 'pending' }, { 'underwriting.declined:': 1 }],
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

/** What the usual contact contributes to the state of now: amounts, with the labels that they are counted by. */
function stateAfter(...events: readonly Typed[]): [Amounts, Readonly<Record<string, string>> | undefined][] {
  const facts = (given(contacts, ...events)['loc-1:contact-1']?.views.facts ?? []) as Fact[];
  return facts.flatMap((fact) => ('stateDay' in fact ? [[fact.amounts, fact.by] as never] : []));
}

test.each([
  ['Client: signed authorization', 'client', true],
  ['CLIENT', 'client', true],
  ['Applicant to choose', 'applicant to choose', true],
  ['Clientele list: from processor', 'clientele list', false],
  ['Lender: client data', 'lender', false],
  [null, null, false],
  [' : ', null, false],
])('an application that waits for %j waits for the party %j', (waitingOn, party, onClient) => {
  const facts = stateAfter(contactChanged(), applicantChanged({ outcome: 'open', waitingOn }));
  const waiting = facts.filter(([amounts]) => 'funding.waiting' in amounts);
  expect(waiting).toEqual(party === null ? [] : [[{ 'funding.waiting': 1 }, { party }]]);
  expect(facts.some(([amounts]) => amounts['funding.waiting-on-client'] === 1)).toBe(onClient);
});

const unanswered = { ...usual, decidedAt: null, approvedAmountCents: null, fundedAmountCents: null, outcome: null };

test.each([
  [unanswered, null, true],
  [{ ...unanswered, outcome: 'Pending' }, 'open', true],
  [{ ...unanswered, submittedAt: null }, 'open', false],
  [{ ...unanswered, outcome: 'withdrawn' }, 'open', false],
  [{ ...unanswered, approvedAmountCents: 0 }, 'open', false],
  [{ ...unanswered, fundedAt: USUAL_INSTANT }, 'open', false],
  [unanswered, 'declined', false],
  [unanswered, 'withdrawn', false],
  [unanswered, 'approved', true],
] as const)('a recommendation %# is projected or not', (recommendation, outcome, projected) => {
  const plan = fundingPlanChanged({ recommendations: [{ ...recommendation, stipulations: [] }] });
  const events = outcome === null ? [plan] : [plan, applicantChanged({ outcome })];
  const counted = stateAfter(contactChanged(), ...events).filter(([amounts]) => 'funding.projected' in amounts);
  const expected = { 'funding.projected': 1, 'funding.projected-cents': usual.requestedAmountCents };
  expect(counted).toEqual(projected ? [[expected, undefined]] : []);
});
