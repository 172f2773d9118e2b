import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Purpose } from '../crm-reader.ts';
import { createRequestBudget } from './request-budget.ts';

const HOUR = 3_600_000;
const LIMITS = { perInterval: 10, intervalMs: 1_000, perDay: 1_000_000 };

type Request = { readonly purpose: Purpose; readonly idle: number; readonly there: number; readonly back: number };

/** Sends as soon as the budget lets it, with the given travel times, by a clock of its own. */
function send(budget: ReturnType<typeof createRequestBudget>, requests: readonly Request[]) {
  const sent: { readonly sentAt: number; readonly arrivesAt: number }[] = [];
  const open: number[] = [];
  let now = 0;
  const endUntil = (instant: number) => {
    open.sort((a, b) => a - b);
    while (open[0] !== undefined && open[0] <= instant) budget.finish(open.shift() ?? 0);
  };
  for (const { purpose, idle, there, back } of requests) {
    now += idle;
    endUntil(now);
    for (let wait = budget.take(now, purpose); wait > 0; wait = budget.take(now, purpose)) {
      now += wait;
      endUntil(now);
    }
    open.push(now + there + back);
    sent.push({ sentAt: now, arrivesAt: now + there });
  }
  return sent;
}

const travelling = fc.array(
  fc.record({
    purpose: fc.constantFrom<Purpose>('webhook', 'bulk'),
    idle: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 })),
    there: fc.integer({ min: 0, max: 3_000 }),
    back: fc.integer({ min: 1, max: 500 }),
  }),
  { maxLength: 120 },
);

function mostWithin(instants: readonly number[], ms: number): number {
  return Math.max(0, ...instants.map((start) => instants.filter((at) => at >= start && at < start + ms).length));
}

describe('the budget of requests for a location', () => {
  test('no interval of their clock sees more than the limit, however long requests travel', () => {
    fc.assert(
      fc.property(travelling, (requests) => {
        const arrivals = send(createRequestBudget(LIMITS), requests).map(({ arrivesAt }) => arrivesAt);
        expect(mostWithin(arrivals, LIMITS.intervalMs)).toBeLessThanOrEqual(10);
      }),
      { numRuns: 500 },
    );
  });

  test('bulk work leaves a tenth of the limit to webhooks', () => {
    const budget = createRequestBudget(LIMITS);
    for (let request = 0; request < 9; request += 1) expect(budget.take(0, 'bulk')).toBe(0);
    expect(budget.take(0, 'bulk')).toBeGreaterThan(0);
    expect(budget.take(0, 'webhook')).toBe(0);
    expect(budget.take(0, 'webhook')).toBeGreaterThan(0);
  });

  test('the limit is used up: without a wait longer than the interval', () => {
    const budget = createRequestBudget(LIMITS);
    for (let request = 0; request < 10; request += 1) {
      expect(budget.take(0, 'webhook')).toBe(0);
      budget.finish(request);
    }
    expect(budget.take(500, 'webhook')).toBe(500);
    expect(budget.take(1_000, 'webhook')).toBe(0);
  });

  test('no 24 hours see more than the daily limit', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: HOUR }), { maxLength: 200 });
    fc.assert(
      fc.property(gaps, (idle) => {
        const requests = idle.map((ms) => ({ purpose: 'webhook' as const, idle: ms, there: 1, back: 1 }));
        const sent = send(createRequestBudget({ ...LIMITS, perDay: 20 }), requests).map(({ sentAt }) => sentAt);
        expect(mostWithin(sent, 24 * HOUR)).toBeLessThanOrEqual(20);
      }),
      { numRuns: 200 },
    );
  });

  test('requests of other processes, seen in the headers, take places', () => {
    const budget = createRequestBudget(LIMITS);
    budget.take(0, 'webhook');
    budget.finish(10, { leftInInterval: 1 });
    expect(budget.take(20, 'webhook')).toBe(0);
    expect(budget.take(20, 'webhook')).toBeGreaterThan(0);
    expect(budget.take(1_010, 'webhook')).toBe(0);
  });

  test('a lower limit of the plan, seen in the headers, holds; a higher one does not', () => {
    const lower = createRequestBudget(LIMITS);
    lower.take(0, 'webhook');
    lower.finish(1, { perInterval: 2 });
    expect(lower.take(2, 'webhook')).toBe(0);
    expect(lower.take(2, 'webhook')).toBeGreaterThan(0);
    const higher = createRequestBudget(LIMITS);
    higher.take(0, 'webhook');
    higher.finish(1, { perInterval: 1_000 });
    for (let request = 0; request < 9; request += 1) expect(higher.take(2, 'webhook')).toBe(0);
    expect(higher.take(2, 'webhook')).toBeGreaterThan(0);
  });

  test('what is left of the day, seen in the headers, ends bulk work before webhooks', () => {
    const budget = createRequestBudget({ ...LIMITS, perDay: 100 });
    budget.take(0, 'bulk');
    budget.finish(1, { leftToday: 10 });
    expect(budget.take(2, 'bulk')).toBeGreaterThan(0);
    expect(budget.take(2, 'webhook')).toBe(0);
  });

  test('a refusal pauses every request until the named instant', () => {
    const budget = createRequestBudget(LIMITS);
    budget.pauseUntil(700);
    expect(budget.take(100, 'webhook')).toBe(600);
    expect(budget.take(700, 'webhook')).toBe(0);
  });
});
