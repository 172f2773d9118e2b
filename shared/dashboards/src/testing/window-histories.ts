import type { AnyEvent } from '@fundlens/contracts/event-types';
import {
  applicantChanged,
  contactChanged,
  creditReportStored,
  dealChanged,
  fundingPlanChanged,
  locationChanged,
  underwritingCompleted,
} from '@fundlens/testing/event-builders';
import fc from 'fast-check';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Offsets of half and quarter hours, both ends of the world, changes at midnight, and a zone that left out a day. */
export const ZONES = [
  'UTC',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Etc/GMT+12',
  'Pacific/Apia',
  'Pacific/Kiritimati',
] as const;

const [usualRecommendation] = fundingPlanChanged().event.recommendations;
if (usualRecommendation === undefined) throw new Error('the usual plan has a recommendation');
const unanswered = { ...usualRecommendation, status: null, outcome: null };

/** Days around which clocks did something: daylight saving in several zones, at midnight, and Apia's lost 2011-12-30. */
const ANCHORS = ['2026-03-08', '2026-11-01', '2026-04-05', '2018-11-04', '2012-01-01', '2024-12-31'] as const;

/** One step of a location's life. */
export type Step =
  | { readonly kind: 'event'; readonly event: AnyEvent }
  | { readonly kind: 'refresh'; readonly now: number };

export type WindowHistory = {
  /** In the order in which they arrive: late ones, and some twice. */
  readonly steps: readonly Step[];
  /** When the dashboard is read in the end; no refresh has happened since the last one in `steps`. */
  readonly readAt: number;
};

type EventMaker = (version: number) => AnyEvent;

/** Instants within hours of midnights, anywhere in the last year, before it, and ahead. */
function instantAround(now: number): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: -60, max: 60 }).map((halfHours) => now + (halfHours * HOUR_MS) / 2),
    fc
      .record({ days: fc.integer({ min: -368, max: 40 }), off: fc.constantFrom(-1, 0, 1, HOUR_MS / 2) })
      .map(({ days, off }) => now - (now % DAY_MS) + days * DAY_MS + off),
    fc.integer({ min: -366, max: -362 }).map((days) => now + days * DAY_MS),
    // The window before the longest one.
    fc.integer({ min: -732, max: -366 }).map((days) => now + days * DAY_MS),
  );
}

const contactId = fc.constantFrom('contact-1', 'contact-2', 'contact-3');
const child = fc.constantFrom('1', '2', '3');
const cents = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 1_000_000 }), fc.constant(1_000_000_000_000));
const reason = fc.constantFrom(null, 'Recent derogatories', 'recent derogatories', 'Utilization', 'Income');
const score = fc.constantFrom(null, 0, 9_002, 512, 579, 580, 669, 670, 739, 740, 799, 800, 850);

/** Something that is published with these fields of one of the three contacts, now and then deleted. */
type Published = {
  readonly weight: number;
  readonly make: (fields: never) => AnyEvent;
  readonly fields: fc.Arbitrary<object>;
  /** The field that names one of three children of the contact. */
  readonly child?: string;
};

function eventAround(now: number): fc.Arbitrary<EventMaker> {
  const at = instantAround(now);
  const maybeAt = fc.option(at, { freq: 4 });
  return fc.oneof(
    ...publishedAround(at, maybeAt).map(({ weight, make, fields, child: name }) => ({
      weight,
      arbitrary: fc
        .record({ contactId, child, deleted: fc.constantFrom(false, false, false, false, true), fields })
        .map(({ contactId: contact, child: id, deleted, fields: said }): EventMaker => {
          const ids = { contactId: contact, ...(name !== undefined && { [name]: id }) };
          return (version) =>
            make({ ...said, ...(make !== locationChanged && ids), meta: { version, deleted } } as never);
        }),
    })),
  );
}

function publishedAround(at: fc.Arbitrary<number>, maybeAt: fc.Arbitrary<number | null>): readonly Published[] {
  const recommendation = fc
    .record({
      product: fc.constantFrom(null, 'Term loan', 'term loan', 'MCA'),
      lender: fc.constantFrom(null, 'Chase', 'CHASE', 'Amex', 'Bank: of two words'),
      ...{ requestedAmountCents: cents, approvedAmountCents: cents, fundedAmountCents: cents },
      ...{ submittedAt: maybeAt, decidedAt: maybeAt, fundedAt: maybeAt },
    })
    .map((of) => ({ ...unanswered, ...of }));
  return [
    {
      weight: 4,
      // A stored report has a document of its own by its id.
      make: ({ requestId, ...of }: Parameters<typeof creditReportStored>[0] & object) =>
        creditReportStored({ ...of, requestId: `${of.contactId}.${requestId}` }),
      child: 'requestId',
      fields: fc.record({
        pulledAt: at,
        bureaus: fc.subarray(['equifax', 'EFX', 'experian', 'TU', 'innovis'], { minLength: 1 }),
        summary: fc.array(score, { maxLength: 3 }).map(summaryOf),
      }),
    },
    {
      weight: 3,
      make: underwritingCompleted,
      child: 'resultId',
      fields: fc
        .record({
          evaluatedAt: at,
          declineStatus: fc.constantFrom(null, null, 'final'),
          declineReason: reason,
          parkedReason: reason,
          cardStatus: fc.constantFrom(null, 'review', 'eligible'),
          ...{ decision: fc.constant(null), termLoanStatus: fc.constant(null) },
        })
        .map((of) => ({ ...of, declineReason: of.declineStatus === null ? null : of.declineReason })),
    },
    {
      weight: 3,
      make: fundingPlanChanged,
      child: 'planId',
      fields: fc.record({
        createdAt: maybeAt,
        outcome: fc.constantFrom(null, 'Approved', 'approved', 'funded', 'withdrawn'),
        recommendations: fc.array(recommendation, { maxLength: 3 }),
      }),
    },
    {
      weight: 3,
      make: dealChanged,
      child: 'dealId',
      fields: fc.record({
        createdAt: maybeAt,
        statusChangedAt: maybeAt,
        amountCents: cents,
        status: fc.constantFrom('open', 'open', 'won', 'lost', 'abandoned'),
      }),
    },
    {
      weight: 3,
      make: applicantChanged,
      fields: fc.record({
        stage: fc.constantFrom('received', 'Received', 'documents_needed', 'offer: sent'),
        outcome: fc.constantFrom('open', 'open', 'open', 'approved', 'funded', 'declined', 'withdrawn', 'parked'),
        requestedAmountCents: cents,
        ...{ submittedAt: maybeAt, stageChangedAt: maybeAt, decidedAt: maybeAt },
        waitingOn: fc.constantFrom(
          null,
          'Client: bank statements',
          'Client',
          'Lender: call',
          'Lender : letter: signed',
        ),
      }),
    },
    { weight: 3, make: contactChanged, fields: fc.record({}) },
    {
      weight: 1,
      make: locationChanged,
      fields: fc.record({ timezone: fc.option(fc.constantFrom(...ZONES), { freq: 5 }) }),
    },
  ];
}

function summaryOf(scores: readonly (number | null)[]) {
  const bureaus = ['equifax', 'experian', 'transunion'];
  return {
    scores: scores.map((value, index) => ({ bureau: bureaus[index] ?? null, score: value })),
  };
}

/** Events of one location around `now` (epoch milliseconds), in the order of their versions. */
export function eventsAround(now: number): fc.Arbitrary<AnyEvent[]> {
  return fc
    .array(eventAround(now), { minLength: 1, maxLength: 30, size: 'max' })
    .map((makers) => makers.map((make, index) => make(index + 1)));
}

/**
 * Creations, changes that move facts from day to day, back-dated, future and late events, deletions, repetitions and
 * changes of the zone, with refreshes in between and a clock that goes on, by a day or by months, and once in a while
 * back.
 */
export const windowHistory: fc.Arbitrary<WindowHistory> = fc
  .record({ anchor: fc.constantFrom(...ANCHORS), minutes: fc.integer({ min: -1_440, max: 1_440 }) })
  .map(({ anchor, minutes }) => Date.parse(anchor) + minutes * 60_000)
  .chain((now) =>
    eventsAround(now)
      .chain((published) =>
        fc.record({
          order: fc.oneof(fc.constant(published), fc.shuffledSubarray(published, { minLength: published.length })),
          again: fc.subarray(published, { maxLength: Math.min(4, published.length) }),
          refreshes: fc.array(fc.record({ after: fc.nat(), days: fc.constantFrom(-1, 0, 0, 0, 1, 1, 2, 30, 120) }), {
            maxLength: 6,
          }),
          later: fc.constantFrom(0, 0, 1, 20, 200),
        }),
      )
      .map(({ order, again, refreshes, later }) => {
        const steps: Step[] = [...order, ...again].map((event) => ({ kind: 'event', event }));
        let clock = now;
        for (const { after, days } of refreshes.toSorted((a, b) => (a.after % 40) - (b.after % 40))) {
          clock += days * DAY_MS;
          steps.splice((after % 40) % (steps.length + 1), 0, { kind: 'refresh', now: clock });
        }
        return { steps: [...steps, { kind: 'refresh', now: clock }], readAt: clock + later * DAY_MS };
      }),
  );
