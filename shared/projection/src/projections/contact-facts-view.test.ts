import type { EventOf } from '@fundlens/contracts/event-types';
import { contacts as readModel } from '@fundlens/read-models/contacts/contacts';
import { APPLICATION_STATE_DAYS } from '@fundlens/read-models/dashboards/dashboard-measures';
import { dayOfFact, type Fact, factsIn, stateDayOf } from '@fundlens/read-models/dashboards/fact';
import { NO_SLOTS } from '@fundlens/read-models/slot';
import {
  applicantChanged,
  contactChanged,
  creditReportStored,
  fundingPlanChanged,
  USUAL_INSTANT,
  underwritingCompleted,
} from '@fundlens/testing/event-builders';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import { history } from '@fundlens/testing/history-arbitraries';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { referenceFold } from '../fold/testing/reference-fold.ts';
import { contacts } from './contacts.ts';
import { given } from '../testing/given.ts';

/** For a machine that is busy with other things: how long a run takes is not what is tested. */
vi.setConfig({ testTimeout: 120_000 });

const DAY_MS = 86_400_000;
const TODAY = Math.floor(USUAL_INSTANT / DAY_MS);

type Amounts = Readonly<Record<string, number>>;

/** The facts of the usual contact after it and `events`: the amounts of each by its instant in days after the usual one. */
function factsAfter(...events: readonly Typed[]): [day: number, Amounts][] {
  const facts = (given(contacts, contactChanged(), ...events)['loc-1:contact-1']?.views.facts ?? []) as {
    at: number;
    amounts: Amounts;
  }[];
  return facts.filter(({ at }) => at !== undefined).map(({ at, amounts }) => [(at - USUAL_INSTANT) / DAY_MS, amounts]);
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

test('a contact is found by the days of its facts, each once and ascending, and no other contact by them', () => {
  const shown = given(
    contacts,
    ...['contact-1', 'contact-2'].flatMap((contactId) => [
      contactChanged({ contactId }),
      fundingPlanChanged({ contactId }),
    ]),
    underwritingCompleted(),
    applicantChanged(),
  );
  const stateDay = stateDayOf('loc-1:contact-1', APPLICATION_STATE_DAYS);
  expect(shown['loc-1:contact-1']?.fields.days).toEqual([TODAY - 8, TODAY - 1, TODAY, stateDay]);
  expect(shown['loc-1:contact-2']?.fields.days).toEqual([TODAY - 1, TODAY]);
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
  [{ decision: 'Approved' }, { 'underwriting.qualified': 1 }],
  [{ decision: 'Pre-qualified for a term loan' }, { 'underwriting.qualified': 1 }],
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
  [{ decision: 'Declined', declineStatus: 'none' }, { 'underwriting.declined:': 1 }],
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

test('nothing counts of a contact that is deleted, or that has not come yet', () => {
  const records = [applicantChanged(), creditReportStored(), underwritingCompleted(), fundingPlanChanged()];
  const gone = contactChanged({ meta: { version: 2, deleted: true } });
  expect(contactAfter(records).facts).toEqual([]);
  expect(contactAfter([contactChanged(), ...records, gone]).facts).toEqual([]);
});

test.each([
  [{ outcome: 'open' }, {}],
  [{ outcome: 'parked' }, {}],
  [{ outcome: 'withdrawn' }, { 'funding.applications-of:withdrawn': 1 }],
  [{ outcome: 'declined' }, { 'funding.applications-of:declined': 1, 'funding.applications-decided': 1 }],
  [{ outcome: 'funded' }, { 'funding.applications-of:funded': 1, 'funding.applications-decided': 1 }],
  [{ outcome: 'open', decidedAt: USUAL_INSTANT }, { 'funding.applications-decided': 1 }],
] as const)('what has become of an application that says %o counts at its submission', (said, counted) => {
  expect(factsAfter(applicantChanged(said))[0]).toEqual([-8, { 'funding.applications': 1, ...counted }]);
});

test.each([
  [0, '0'],
  [14 * DAY_MS, '14'],
  [15 * DAY_MS, '15'],
  [22 * DAY_MS - 1, '15'],
  [22 * DAY_MS, '22'],
  [3_650 * DAY_MS, '366'],
])('a decision after %i ms is in the bucket from day %s', (after, bucket) => {
  const decidedAt = USUAL_INSTANT + after;
  const recommendation = { ...usual, submittedAt: USUAL_INSTANT, decidedAt };
  expect(factsAfter(fundingPlanChanged({ recommendations: [recommendation] }))).toContainEqual([
    after / DAY_MS,
    { [`funding.decision-days:${bucket}`]: 1 },
  ]);
  expect(factsAfter(applicantChanged({ submittedAt: USUAL_INSTANT, decidedAt }))).toContainEqual([
    after / DAY_MS,
    { [`funding.application-days:${bucket}`]: 1 },
  ]);
});

test('a decision before the submission, or without one, has no duration', () => {
  const decidedAt = USUAL_INSTANT;
  for (const submittedAt of [USUAL_INSTANT + 1, null]) {
    const facts = factsAfter(
      fundingPlanChanged({ recommendations: [{ ...usual, submittedAt, decidedAt }] }),
      applicantChanged({ submittedAt, decidedAt }),
    );
    expect(facts.filter(([, amounts]) => Object.keys(amounts).some((name) => name.includes('-days')))).toEqual([]);
  }
});

/** What the usual contact contributes to the state of now: amounts, with the labels that they are counted by. */
function stateAfter(...events: readonly Typed[]): [Amounts, Readonly<Record<string, string>> | undefined][] {
  return contactAfter(events).facts.flatMap((fact) => ('stateDay' in fact ? [[fact.amounts, fact.by] as never] : []));
}

test('an application stands at its stage', () => {
  const application = applicantChanged({ stage: 'offers_received', waitingOn: null, requestedAmountCents: 70 });
  const plan = fundingPlanChanged({ recommendations: [{ ...usual, fundedAmountCents: 1_200_000 }] });
  const atStage = [
    {
      'stage.open': 1,
      'stage.requested-cents': 70,
      'stage.approved-cents': 1_500_000,
      'stage.funded-cents': 1_200_000,
      'stage.first-used': expect.any(Number),
    },
    { stage: 'offers_received' },
  ];
  expect(stateAfter(contactChanged(), application, plan)).toEqual([atStage]);
});

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

test.each([
  ['open', true],
  ['approved', true],
  ['funded', false],
  ['declined', false],
  ['withdrawn', false],
  ['parked', false],
] as const)('an application that is %s and names what it waits for counts as waiting: %s', (outcome, waits) => {
  const facts = stateAfter(contactChanged(), applicantChanged({ outcome, waitingOn: 'Client: signed agreements' }));
  expect(facts.filter(([amounts]) => 'funding.waiting' in amounts)).toHaveLength(waits ? 1 : 0);
  expect(facts.filter(([amounts]) => 'funding.waiting-on-client' in amounts)).toHaveLength(waits ? 1 : 0);
});

test('product and lender are counted as the offer spells them', () => {
  const recommendations = [{ ...usual, product: ' Business\n Card', lender: 'JPMorgan Chase' }];
  const { facts } = contactAfter([contactChanged(), fundingPlanChanged({ recommendations })]);
  expect(facts.flatMap(({ by }) => (by?.lender === undefined ? [] : [by]))).toEqual([
    { product: 'Business Card', lender: 'JPMorgan Chase' },
    { product: 'Business Card', lender: 'JPMorgan Chase' },
  ]);
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

test('a contact that is created or deleted dirties the days of all that it has, and no other change of it', () => {
  const [created, renamed] = [contactChanged(), contactChanged({ firstName: 'Other', meta: { version: 2 } })];
  const gone = contactChanged({ meta: { version: 3, deleted: true } });
  const days = [TODAY - 8, stateDayOf('loc-1:contact-1', APPLICATION_STATE_DAYS)];
  const application = applicantChanged();
  expect(dirtyDays([application], [application, created])).toEqual(days);
  expect(dirtyDays([application, created], [application, created, renamed])).toBeNull();
  expect(dirtyDays([application, created], [application, created, gone])).toEqual(days);
});

test('what is deleted, and what has no instant, contributes nothing', () => {
  const deleted = { meta: { version: 2, deleted: true } };
  const timeless = { ...usual, submittedAt: null, decidedAt: null, fundedAt: null };
  const events = [
    creditReportStored(deleted),
    underwritingCompleted(deleted),
    fundingPlanChanged({ createdAt: null, recommendations: [timeless] }),
  ];
  expect(factsAfter(...events, applicantChanged({ submittedAt: null }))).toEqual([]);
  const shown = given(contacts, contactChanged(), ...events)['loc-1:contact-1'];
  expect(shown?.views).not.toHaveProperty('facts');
  expect(shown?.fields).not.toHaveProperty('days');
});

const ID = { kind: 'location-entity', locationId: 'loc-1', entityId: 'contact-1' } as const;

/** The document of the usual contact after `events`. */
function contactAfter(events: readonly Typed[]) {
  const documents = referenceFold(
    events.map((event) => assumeRedacted(event)),
    [contacts],
  );
  const { slots, views } = documents.get('contacts/loc-1:contact-1') ?? {};
  return { slots: slots ?? NO_SLOTS, facts: factsIn(views?.get('facts') ?? null) };
}

/** The days that the change from one document to the other makes wrong. */
const dirtyDays = (before: readonly Typed[], after: readonly Typed[]) =>
  readModel.outbox?.days(ID, contactAfter(before).slots, contactAfter(after).slots);
/** The same of records of a contact that lives. */
const dirtyDaysOf = (before: readonly Typed[], after: readonly Typed[]) =>
  dirtyDays([contactChanged(), ...before], [contactChanged(), ...after]);

test('a fact that moves dirties the day that it leaves and the one that it enters', () => {
  const evaluated = (evaluatedAt: number) => underwritingCompleted({ evaluatedAt });
  const later = [evaluated(USUAL_INSTANT), evaluated(USUAL_INSTANT + 3 * DAY_MS)];
  expect(dirtyDaysOf([], later.slice(0, 1))).toEqual([TODAY]);
  expect(dirtyDaysOf(later.slice(0, 1), later.slice(1))).toEqual([TODAY, TODAY + 3]);
  expect(dirtyDaysOf(later.slice(0, 1), [])).toEqual([TODAY]);
});

test('a fact that moves within its day dirties it: the day is another one in some zones', () => {
  const [before, after] = [0, 1].map((n) => [underwritingCompleted({ evaluatedAt: USUAL_INSTANT + n })]);
  expect(dirtyDaysOf(before ?? [], after ?? [])).toEqual([TODAY]);
});

test('a newer report dirties the day of the one that was the latest', () => {
  const older = creditReportStored();
  const newer = creditReportStored({ requestId: 'request-2', pulledAt: USUAL_INSTANT });
  expect(dirtyDaysOf([older], [older, newer])).toEqual([TODAY - 2, TODAY]);
});

test('a change of what no figure counts dirties nothing', () => {
  const renamed = underwritingCompleted({ tier: '2', meta: { version: 2 } });
  expect(dirtyDaysOf([underwritingCompleted()], [renamed])).toBeNull();
});

test('on every day that a change does not dirty the facts are the same ones', () => {
  const contactOnly = history.map((events) => [
    contactChanged(),
    ...events.filter(
      ({ event }) => event.meta.locationId === 'loc-1' && 'contactId' in event && event.contactId === 'contact-1',
    ),
  ]);
  const cut = contactOnly.chain((events) => fc.record({ events: fc.constant(events), at: fc.nat(events.length) }));
  const onDay = (facts: readonly Fact[], day: number) =>
    facts
      .filter((fact) => dayOfFact(fact) === day)
      .map((fact) => JSON.stringify(fact))
      .toSorted();
  let dirtied = 0;
  fc.assert(
    fc.property(cut, ({ events, at }) => {
      const [before, after] = [contactAfter(events.slice(0, at)), contactAfter(events)];
      const days = readModel.outbox?.days(ID, before.slots, after.slots) ?? [];
      dirtied += days.length;
      const all = new Set([...before.facts, ...after.facts].map(dayOfFact));
      for (const day of all) {
        const same = onDay(before.facts, day).join() === onDay(after.facts, day).join();
        expect(days.includes(day), `${day}`).toBe(!same);
      }
      expect([...all]).toEqual(expect.arrayContaining([...days]));
      expect(days).toEqual([...new Set(days)].toSorted((a, b) => a - b));
    }),
    { ...propertySeed(), numRuns: 300 },
  );
  expect(dirtied).toBeGreaterThan(300);
});
