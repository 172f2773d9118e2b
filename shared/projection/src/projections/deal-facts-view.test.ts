import { FIRST_STATE_DAY, STATE_DAYS } from '@fundlens/read-models/dashboards/dashboard-measures';
import { stateDayOf } from '@fundlens/read-models/dashboards/fact';
import { deals as readModel } from '@fundlens/read-models/deals/deals';
import { NO_SLOTS } from '@fundlens/read-models/slot';
import { deletionOf } from '@fundlens/testing/deletions';
import { dealChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import { expect, test } from 'vitest';
import { referenceFold } from '../fold/testing/reference-fold.ts';
import { deals } from './deals.ts';
import { given } from '../testing/given.ts';

const DAY_MS = 86_400_000;
const TODAY = Math.floor(USUAL_INSTANT / DAY_MS);

type Amounts = Readonly<Record<string, number>>;

/** The facts of the usual deal: the amounts of each by its instant in days after the usual one; state as `now`. */
function factsAfter(...events: readonly Typed[]): [when: number | 'now', Amounts][] {
  const facts = (given(deals, ...events)['loc-1:deal-1']?.views.facts ?? []) as { at?: number; amounts: Amounts }[];
  return facts.map(({ at, amounts }) => [at === undefined ? 'now' : (at - USUAL_INSTANT) / DAY_MS, amounts]);
}

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
  const events = Array.from({ length: 500 }, (_, n) => dealChanged({ dealId: `deal-${n}`, createdAt: null }));
  const days = Object.values(given(deals, ...events)).flatMap(({ fields }) => fields.days as number[]);
  expect(days).toHaveLength(500);
  expect(Math.min(...days)).toBeGreaterThanOrEqual(FIRST_STATE_DAY);
  expect(Math.max(...days)).toBeLessThan(FIRST_STATE_DAY + STATE_DAYS);
  expect(new Set(days).size).toBeGreaterThan(180);
});

test('a deal is found by the days of its facts, also of its state', () => {
  const { fields } = given(deals, dealChanged())['loc-1:deal-1'] ?? {};
  const stateDay = stateDayOf('loc-1:deal-1', STATE_DAYS);
  expect(fields?.days).toEqual([stateDay, TODAY - 9].toSorted((a, b) => a - b));
});

test('a deal that is deleted, or has no instant, contributes nothing', () => {
  expect(factsAfter(dealChanged(), deletionOf(dealChanged()))).toEqual([]);
  const timeless = { createdAt: null, statusChangedAt: null };
  expect(factsAfter(dealChanged({ ...timeless, status: 'won' }))).toEqual([]);
  expect(given(deals, dealChanged({ ...timeless, status: 'won' }))['loc-1:deal-1']?.fields).not.toHaveProperty('days');
});

test('a deal that has moved between contacts counts once, as /deals lists it', () => {
  const won = { status: 'won', createdAt: null, statusChangedAt: USUAL_INSTANT } as const;
  const there = dealChanged({ ...won, contactId: 'contact-1', amountCents: 1 });
  const later = { occurredAt: there.event.meta.occurredAt + 1 };
  const here = dealChanged({ ...won, contactId: 'contact-2', amountCents: 2, meta: later });
  const once = [[0, { 'deals.won': 1, 'deals.won-cents': 2 }]];
  expect(factsAfter(there, here)).toEqual(once);
  expect(factsAfter(here, there)).toEqual(once);
  expect(factsAfter(here, there, deletionOf(there))).toEqual(once);
});

test('winning a deal dirties the day of the state that it leaves and the one on which it was won', () => {
  const slotsAfter = (...events: readonly Typed[]) => {
    const documents = referenceFold(
      events.map((event) => assumeRedacted(event)),
      [deals],
    );
    return documents.get('deals/loc-1:deal-1')?.slots ?? NO_SLOTS;
  };
  const id = { kind: 'location-entity', locationId: 'loc-1', entityId: 'deal-1' } as const;
  const [open, won, renamed] = [
    slotsAfter(dealChanged()),
    slotsAfter(dealChanged({ status: 'won', statusChangedAt: USUAL_INSTANT })),
    slotsAfter(dealChanged({ name: 'another' })),
  ];
  const days = [stateDayOf('loc-1:deal-1', STATE_DAYS), TODAY].toSorted((a, b) => a - b);
  expect(readModel.outbox?.days(id, open, won)).toEqual(days);
  expect(readModel.outbox?.days(id, won, open)).toEqual(days);
  expect(readModel.outbox?.days(id, open, renamed)).toBeNull();
});
