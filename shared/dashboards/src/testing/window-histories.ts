import type { AnyEvent, EventOf } from '@fundlens/contracts/event-types';
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

function eventAround(now: number): fc.Arbitrary<EventMaker> {
  const at = instantAround(now);
  const maybeAt = fc.option(at, { freq: 4 });
  const deleted = fc.constantFrom(false, false, false, false, true);
  const report = fc
    .record({
      contactId,
      child,
      deleted,
      pulledAt: at,
      bureaus: fc.subarray(['equifax', 'EFX', 'experian', 'TU', 'innovis'], { minLength: 1 }),
      scores: fc.array(score, { maxLength: 3 }),
    })
    .map((of): EventMaker => {
      const scores = of.scores.map((value, index) => ({
        bureau: ['equifax', 'experian', 'transunion'][index] ?? null,
        model: null,
        score: value,
      }));
      const summary = {
        scores,
        utilizationPct: null,
        openTradelines: null,
        inquiries6m: null,
        derogatories24m: null,
        oldestAccountMonths: null,
        totalDebtCents: null,
      };
      const { contactId: contact, pulledAt, bureaus } = of;
      const requestId = `${contact}.${of.child}`;
      return (version) =>
        creditReportStored({
          contactId: contact,
          requestId,
          pulledAt,
          bureaus,
          summary,
          meta: { version, deleted: of.deleted },
        });
    });
  const result = fc
    .record({
      contactId,
      child,
      deleted,
      evaluatedAt: at,
      declineStatus: fc.constantFrom(null, null, 'final'),
      declineReason: reason,
      parkedReason: reason,
      cardStatus: fc.constantFrom(null, 'review', 'eligible'),
    })
    .map(({ child: id, deleted: gone, ...of }): EventMaker => {
      const declineReason = of.declineStatus === null ? null : of.declineReason;
      const fields = { ...of, declineReason, decision: null, termLoanStatus: null, resultId: `${of.contactId}.${id}` };
      return (version) => underwritingCompleted({ ...fields, meta: { version, deleted: gone } });
    });
  const recommendation = fc
    .record({
      product: fc.constantFrom(null, 'Term loan', 'term loan', 'MCA'),
      lender: fc.constantFrom(null, 'Chase', 'CHASE', 'Amex', 'Bank: of two words'),
      requestedAmountCents: cents,
      approvedAmountCents: cents,
      fundedAmountCents: cents,
      submittedAt: maybeAt,
      decidedAt: maybeAt,
      fundedAt: maybeAt,
    })
    .map((of) => ({ ...unanswered, ...of }));
  const plan = fc
    .record({
      contactId,
      child,
      deleted,
      createdAt: maybeAt,
      outcome: fc.constantFrom(null, 'Approved', 'approved', 'funded', 'withdrawn'),
      recommendations: fc.array(recommendation, { maxLength: 3 }),
    })
    .map(({ child: planId, deleted: gone, ...of }): EventMaker => {
      return (version) => fundingPlanChanged({ ...of, planId, meta: { version, deleted: gone } });
    });
  const deal = fc
    .record({
      contactId,
      child,
      deleted,
      createdAt: maybeAt,
      statusChangedAt: maybeAt,
      amountCents: cents,
      status: fc.constantFrom<'open' | 'won' | 'lost' | 'abandoned'>('open', 'open', 'won', 'lost', 'abandoned'),
    })
    .map(({ child: dealId, deleted: gone, ...of }): EventMaker => {
      return (version) => dealChanged({ ...of, dealId, meta: { version, deleted: gone } });
    });
  const application = fc
    .record({
      contactId,
      deleted,
      stage: fc.constantFrom('received', 'Received', 'documents_needed', 'offer: sent'),
      outcome: fc.constantFrom<NonNullable<EventOf<'ApplicantChanged'>['outcome']>>(
        'open',
        'open',
        'open',
        'approved',
        'funded',
        'declined',
        'withdrawn',
        'parked',
      ),
      requestedAmountCents: cents,
      submittedAt: maybeAt,
      stageChangedAt: maybeAt,
      decidedAt: maybeAt,
      waitingOn: fc.constantFrom(null, 'Client: bank statements', 'Client', 'Lender: call', 'Lender : letter: signed'),
    })
    .map(({ deleted: gone, ...of }): EventMaker => {
      return (version) => applicantChanged({ ...of, meta: { version, deleted: gone } });
    });
  const contact = fc.record({ contactId, deleted }).map(({ deleted: gone, ...of }): EventMaker => {
    return (version) => contactChanged({ ...of, meta: { version, deleted: gone } });
  });
  const zone = fc
    .record({ deleted, timezone: fc.option(fc.constantFrom(...ZONES), { freq: 5 }) })
    .map(({ deleted: gone, timezone }): EventMaker => {
      return (version) => locationChanged({ timezone, meta: { version, deleted: gone } });
    });
  return fc.oneof(
    { weight: 4, arbitrary: report },
    { weight: 3, arbitrary: result },
    { weight: 3, arbitrary: plan },
    { weight: 3, arbitrary: deal },
    { weight: 3, arbitrary: application },
    { weight: 3, arbitrary: contact },
    { weight: 1, arbitrary: zone },
  );
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
