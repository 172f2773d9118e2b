import type { AnyEvent } from '@fundlens/contracts/event-types';
import { withoutState } from '@fundlens/read-models/dashboards/dashboard-figures';
import { type Days, openSums } from '@fundlens/read-models/dashboards/dashboard-sums';
import { MAX_WINDOW_DAYS, type WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { isoDay, localDay } from '@fundlens/read-models/dashboards/local-day';
import { WindowTotals } from '@fundlens/read-models/dashboards/window-totals';
import { locationChanged } from '@fundlens/testing/event-builders';
import { propertyRuns, propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryLocation } from './testing/memory-location.ts';
import { plainRecounts } from './testing/plain-recount.ts';
import { eventsAround, type WindowHistory, windowHistory, ZONES } from './testing/window-histories.ts';

const run = propertySeed();
const LAST_VERSION = 1_000_000;

function lastRefresh({ steps }: WindowHistory): number {
  return steps.findLast((step) => step.kind === 'refresh')?.now ?? 0;
}

function eventsOf({ steps }: WindowHistory): AnyEvent[] {
  return steps.flatMap((step) => (step.kind === 'event' ? [step.event] : []));
}

/** The events of two to four locations around the same instant. */
const company = windowHistory.chain((history) => {
  const now = lastRefresh(history);
  const others = fc.array(eventsAround(now), { minLength: 1, maxLength: 3 });
  return others.map((events) => ({ now, published: [eventsOf(history), ...events] }));
});

/** The location after its events, refreshed at `now`, in the zone. */
function locationAfter(
  published: readonly AnyEvent[],
  { now, number, zone }: { readonly now: number; readonly number: number; readonly zone: string },
) {
  const location = createMemoryLocation();
  const meta = { locationId: `location-${number}`, version: LAST_VERSION };
  const zoned = locationChanged({ timezone: zone, meta }) as AnyEvent;
  const events = [...published.map((event) => ofLocation(event, number)), zoned];
  for (const event of events) location.apply(event);
  return { document: location.refresh(now), events };
}

/** The same event of another location and another contact, so that the events of several can be recounted together. */
function ofLocation({ type, event }: AnyEvent, number: number): AnyEvent {
  const moved = { ...event, meta: { ...event.meta, locationId: `location-${number}` } };
  return {
    type,
    event: 'contactId' in moved ? { ...moved, contactId: `${number}:${moved.contactId}` } : moved,
  } as AnyEvent;
}

function daysBefore(day: number, days: number): Days {
  return { from: day - days + 1, to: day };
}

function totalsOf(documents: readonly WindowDocument[], days: Days): WindowTotals {
  const totals = new WindowTotals({ daily: true });
  for (const document of documents) totals.add(openSums(document.sums), days);
  return totals;
}

/** What the columns say of one day. */
function rowAt(columns: object, index: number): object {
  const members = Object.entries(columns).map(([name, column]: [string, unknown]) => [
    name,
    Array.isArray(column) ? column[index] : rowAt(column as object, index),
  ]);
  return Object.fromEntries(members);
}

const NOT_DAILY = ['otherProducts', 'otherLenders'];

/** Figures as a series has them: no lists and no state. */
function withoutLists(figures: object): object {
  const members = Object.entries(figures).filter(([name, value]) => !Array.isArray(value) && !NOT_DAILY.includes(name));
  const nested = (value: unknown) => (typeof value === 'object' && value !== null ? withoutLists(value) : value);
  return Object.fromEntries(members.map(([name, value]) => [name, nested(value)]));
}

// Of several zones: `services/query/src/routes/dashboard/stats.test.ts`.
test('the figures of several locations of one zone, of each day, and of the window before, equal a plain recount of the events of all', () => {
  fc.assert(
    fc.property(company, fc.constantFrom(...ZONES), ({ now, published }, zone) => {
      const locations = published.map((own, number) => locationAfter(own, { now, number, zone }));
      const documents = locations.map(({ document }) => document);
      const all = locations.flatMap(({ events }) => events);
      const today = localDay(now, zone);
      for (const days of [1, 30, MAX_WINDOW_DAYS]) {
        const totals = totalsOf(documents, daysBefore(today, days));
        const recount = (day: number, length: number) =>
          plainRecounts(all, { timeZone: zone, today: isoDay(day) })(length);
        expect(totals.figures()).toEqual(recount(today, days));
        const before = totalsOf(documents, daysBefore(today - days, days));
        expect(withoutState(before.figures())).toEqual(withoutState(recount(today - days, days)));
        const columns = totals.columns() ?? {};
        for (const index of [0, Math.floor(days / 2), days - 1]) {
          const expected = withoutLists(withoutState(recount(today - days + 1 + index, 1)));
          expect(rowAt(columns, index)).toEqual(expected);
        }
      }
    }),
    { ...run, numRuns: propertyRuns(25) },
  );
});
