import { isDeepStrictEqual } from 'node:util';
import type { AnyEvent } from '@fundlens/contracts/event-types';
import { readWindow } from '@fundlens/read-models/dashboards/dashboard-window';
import { modelVersion } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES, dashboardWindows, definitionOf } from '@fundlens/read-models/definitions';
import { isoDay, localDay } from '@fundlens/read-models/dashboards/local-day';
import { dealChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { NO_ERASURES } from '@fundlens/projection/erasures/testing/no-erasures';
import { changesOf } from '@fundlens/projection/fold/fold';
import { openScratchDatabase, type ScratchDatabase } from '@fundlens/projection/testing/scratch-database';
import { createDocumentStore } from '@fundlens/projection/writer/document-store';
import { createDocumentWriter, type DocumentWriter } from '@fundlens/projection/writer/document-writer';
import { createRefresher, type RefreshLocation } from './refresher.ts';
import { SOURCE_PROJECTIONS } from './testing/memory-location.ts';
import { plainRecount } from './testing/plain-recount.ts';
import { windowHistory } from './testing/window-histories.ts';
import { createWindowStore, type WindowStore } from './window-store.ts';

/** For a machine that is busy with other things. */
vi.setConfig({ testTimeout: 120_000 });

const run = propertySeed();
const limits = { maxTimeMs: 10_000 };
const WINDOWS = [1, 2, 30, 365];
let scratch: ScratchDatabase;
const collections = [...DASHBOARD_SOURCES.map(definitionOf), dashboardWindows].map(modelVersion);
let write: DocumentWriter;
let store: WindowStore;
let now = USUAL_INSTANT;

beforeAll(async () => {
  scratch = await openScratchDatabase({ prepared: true });
  const documents = createDocumentStore(scratch.db, limits);
  write = createDocumentWriter({ erasures: NO_ERASURES, store: documents, pauseBeforeRound: async () => undefined });
  store = createWindowStore(scratch.db, limits);
});
afterAll(() => scratch.close());
beforeEach(empty);

async function empty(): Promise<void> {
  for (const name of collections) await scratch.db.collection(name).deleteMany({});
}

const refresherOn = (using: WindowStore): RefreshLocation =>
  createRefresher({ store: using, clock: () => now, pauseBeforeRound: async () => undefined });

const apply = (events: readonly AnyEvent[]) =>
  write(
    events.map((event) => ({
      appendedAt: now,
      documents: changesOf(SOURCE_PROJECTIONS, assumeRedacted(event), 0),
      subject: null,
    })),
  );

/** The same store whose `step`th call does its work and then is heard of no more; `onStep` is told of every call. */
function stepping(inner: WindowStore, onStep: (name: string) => Promise<void>): WindowStore {
  return {
    ...inner,
    loadWindow: async (id) => after('loadWindow', await inner.loadWindow(id)),
    dirtyDocuments: async (id, limit) => after('dirtyDocuments', await inner.dirtyDocuments(id, limit)),
    timeZone: async (id) => after('timeZone', await inner.timeZone(id)),
    async *facts(id, days) {
      yield* inner.facts(id, days);
      await onStep('facts');
    },
    swapWindow: async (id, document, revision) => after('swapWindow', await inner.swapWindow(id, document, revision)),
    clear: async (documents) => after('clear', await inner.clear(documents)),
  };

  async function after<T>(name: string, result: T): Promise<T> {
    await onStep(name);
    return result;
  }
}

async function expectRecounted(locationId: string, events: readonly AnyEvent[]): Promise<void> {
  expect(await store.backlog()).toEqual({ documents: 0, dirtySince: null });
  const document = (await store.loadWindow(locationId))?.document ?? null;
  const timeZone = document?.timeZone ?? 'UTC';
  const today = localDay(now, timeZone);
  for (const days of WINDOWS) {
    const expected = plainRecount(events, { timeZone, today: isoDay(today), days });
    expect(readWindow(document, { today, days }), `${days} days in ${timeZone}`).toEqual(expected);
  }
}

const isEvent = <Step extends { readonly kind: string }>(step: Step): step is Extract<Step, { kind: 'event' }> =>
  step.kind === 'event';

/** Random histories, cut in two; time is that of their last refresh. */
const cutHistory = windowHistory.map(({ steps }) => {
  const events = steps.filter(isEvent).map(({ event }) => event);
  const end = steps.findLast((step) => step.kind === 'refresh')?.now ?? USUAL_INSTANT;
  const half = Math.ceil(events.length / 2);
  return { events, end, first: events.slice(0, half), second: events.slice(half) };
});

/** Whether the dashboard counts something of the events; without, a refresh writes nothing. */
function isCounted(events: readonly AnyEvent[], now: number): boolean {
  const longest = { timeZone: 'UTC', today: isoDay(localDay(now, 'UTC')), days: 365 };
  return !isDeepStrictEqual(plainRecount(events, longest), plainRecount([], longest));
}

/** Histories of whose first half something is counted. */
function histories(count: number) {
  const counted = cutHistory.filter(({ first, end }) => isCounted(first, end));
  return fc.sample(counted, { seed: run.seed, numRuns: count });
}

const locationOf = ([event]: readonly AnyEvent[]) => event?.event.meta.locationId ?? '';

class Crash extends Error {}

it('gives the plain recount after a crash behind any step of a refresh, and after a change that came meanwhile', async () => {
  const crashedAfter = new Set<string>();
  for (const { events, end, first, second } of histories(3)) {
    for (let step = 1, crashed = true; crashed; step += 1) {
      await empty();
      now = end;
      const locationId = locationOf(events);
      await apply(first);
      let calls = 0;
      crashed = false;
      const crashing = stepping(store, async (name) => {
        calls += 1;
        if (calls !== step) return;
        crashed = true;
        crashedAfter.add(name);
        throw new Crash();
      });
      await refresherOn(crashing)(locationId).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error;
      });
      await apply(second);
      await refresherOn(store)(locationId);
      await expectRecounted(locationId, events);
    }
  }
  expect([...crashedAfter].sort()).toEqual(
    ['clear', 'dirtyDocuments', 'facts', 'loadWindow', 'swapWindow', 'timeZone'].sort(),
  );
});

it('gives the plain recount when another refresher and a change come in behind any step', async () => {
  const overtakenAfter = new Set<string>();
  for (const { events, end, first, second } of histories(3)) {
    for (let step = 1, overtaken = true; overtaken; step += 1) {
      await empty();
      now = end;
      const locationId = locationOf(events);
      await apply(first);
      let calls = 0;
      overtaken = false;
      const slow = stepping(store, async (name) => {
        calls += 1;
        if (calls !== step) return;
        overtaken = true;
        overtakenAfter.add(name);
        await apply(second);
        await refresherOn(store)(locationId);
      });
      await refresherOn(slow)(locationId);
      if (!overtaken) await apply(second);
      await refresherOn(store)(locationId);
      await expectRecounted(locationId, events);
    }
  }
  expect(overtakenAfter).toContain('facts');
  expect(overtakenAfter).toContain('swapWindow');
});

it('does not clear a document that has changed since it was counted', async () => {
  const [history] = histories(1);
  if (history === undefined) throw new Error('there is one history');
  const { events, end, first, second } = history;
  now = end;
  const locationId = locationOf(events);
  await apply(first);
  const late = stepping(store, async (name) => {
    if (name === 'swapWindow') await apply(second);
  });
  await refresherOn(late)(locationId);
  await refresherOn(store)(locationId);
  await expectRecounted(locationId, events);
});

it('gives the plain recount when several refreshers and the writer work at the same time', async () => {
  for (const { events, end } of histories(3)) {
    await empty();
    now = end;
    const locationId = locationOf(events);
    const refreshers = Array.from({ length: 3 }, () => refresherOn(store));
    await Promise.all([
      ...events.map((event) => apply([event])),
      ...refreshers.flatMap((refresh) => [refresh(locationId), refresh(locationId)]),
    ]);
    await refresherOn(store)(locationId);
    await expectRecounted(locationId, events);
  }
});

it('measures how long a document waits from its first uncounted event, in any order of arrival', async () => {
  await empty();
  for (const [version, appended] of [
    [1, 3_000],
    [2, 1_000],
    [3, 2_000],
  ] as const) {
    now = USUAL_INSTANT + appended;
    await apply([dealChanged({ meta: { version }, createdAt: USUAL_INSTANT, amountCents: version })]);
  }
  expect(await store.backlog()).toEqual({ documents: 1, dirtySince: USUAL_INSTANT + 1_000 });
});

it('names the locations that wait, longest first, and nothing once they are refreshed', async () => {
  await empty();
  const created = (locationId: string) => dealChanged({ meta: { locationId }, createdAt: USUAL_INSTANT });
  for (const [locationId, later] of [
    ['late', 3_000],
    ['first', 1_000],
    ['middle', 2_000],
  ] as const) {
    now = USUAL_INSTANT + later;
    await apply([created(locationId)]);
  }
  expect(await store.backlog()).toEqual({ documents: 3, dirtySince: USUAL_INSTANT + 1_000 });
  expect(await store.dirtyLocations(2)).toEqual(['first', 'middle']);
  for (const locationId of await store.dirtyLocations(10)) await refresherOn(store)(locationId);
  expect([await store.dirtyLocations(10), await store.backlog()]).toEqual([[], { documents: 0, dirtySince: null }]);
  await expectRecounted('first', [created('first')]);
});
