import {
  type DirtyDocument,
  FACT_SOURCES,
  type LoadedWindow,
  type WindowStore,
} from '@fundlens/dashboards/window-store';
import { factsIn } from '@fundlens/read-models/dashboards/fact';
import { collectionName } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES, type DashboardSource, dashboardWindows } from '@fundlens/read-models/definitions';
import { documentKey, type Outbox } from '@fundlens/read-models/document';
import type { Database } from './memory-database.ts';
import type { MemoryDocument } from './memory-document-store.ts';
import type { ServerCalls } from './server-calls.ts';

const WINDOWS = collectionName(dashboardWindows.name, 1);

/** Documents that come with one answer of the cursor over facts; what lies between two answers may have changed. */
const FACTS_PER_ANSWER = 3;

type Dirty = MemoryDocument & { readonly outbox: Outbox; readonly model: DashboardSource };

/** The window store over memory. The cursor over facts sees each document as it is when the cursor comes to it. */
export function createMemoryWindowStore(database: Database, calls: ServerCalls): WindowStore {
  const sourceOf = (model: DashboardSource) => [...database.ofMajority<MemoryDocument>(collectionOf(model)).values()];
  /** Longest waiting first. */
  const dirtyIn = (models: readonly DashboardSource[]): Dirty[] =>
    models
      .flatMap((model) =>
        sourceOf(model).flatMap(({ outbox, ...document }) =>
          outbox === undefined ? [] : [{ ...document, outbox, model }],
        ),
      )
      .sort((a, b) => a.outbox.dirtySince - b.outbox.dirtySince);

  return {
    loadWindow: (locationId) =>
      calls.read('load window', () => database.ofMajority<LoadedWindow>(WINDOWS).get(locationId) ?? null),

    // One request for each collection: what lies between two of them may have changed.
    async dirtyDocuments(locationId, limit) {
      const found: Dirty[] = [];
      for (const model of DASHBOARD_SOURCES) {
        const ofLocation = () => dirtyIn([model]).filter((document) => document.locationId === locationId);
        found.push(...(await calls.read(`dirty ${model}`, () => ofLocation().slice(0, limit))));
      }
      return found
        .sort((a, b) => a.outbox.dirtySince - b.outbox.dirtySince)
        .slice(0, limit)
        .map(({ model, key, revision, outbox: { dirtyDays } }): DirtyDocument => ({ model, key, revision, dirtyDays }));
    },

    timeZone: (locationId) =>
      calls.read('time zone', () => {
        const key = documentKey({ kind: 'location', locationId });
        const found = database.ofMajority<MemoryDocument>(collectionOf('locations')).get(key);
        const stated = found?.fields.timeZone;
        return typeof stated === 'string' ? stated : null;
      }),

    async *facts(locationId, days) {
      for (const model of FACT_SOURCES) {
        const matching = () =>
          sourceOf(model).filter((document) => document.locationId === locationId && liesOn(document, days));
        const keys = await calls.read(`open facts of ${model}`, () => matching().map(({ key }) => key));
        for (let at = 0; at < keys.length; at += FACTS_PER_ANSWER) {
          const asked = new Set(keys.slice(at, at + FACTS_PER_ANSWER));
          const found = await calls.read(`next facts of ${model}`, () =>
            matching().filter(({ key }) => asked.has(key)),
          );
          for (const { views } of found) yield* factsIn(views.get('facts') ?? null);
        }
      }
    },

    async swapWindow(locationId, document, loadedRevision) {
      const operation = () => {
        const present = database.onPrimary<LoadedWindow>(WINDOWS, locationId);
        if ((present?.revision ?? null) !== loadedRevision) return false;
        database.put(WINDOWS, locationId, { document, revision: (loadedRevision ?? 0) + 1 });
        return true;
      };
      const [written] = await calls.write('swap window', [operation]);
      return written === true;
    },

    async clear(documents) {
      for (const [model, members] of Map.groupBy(documents, (document) => document.model)) {
        const collection = collectionOf(model);
        const operations = members.map(({ key, revision }) => () => {
          const present = database.onPrimary<MemoryDocument>(collection, key);
          if (present?.revision !== revision) return;
          const { outbox: _, ...cleared } = present;
          database.put(collection, key, cleared);
        });
        await calls.write(`clear ${model}`, operations);
      }
    },

    dirtyLocations: (limit) =>
      calls.read('dirty locations', () => {
        const since = new Map<string, number>();
        for (const { locationId, outbox } of dirtyIn(DASHBOARD_SOURCES)) {
          if (locationId === null) continue;
          since.set(locationId, Math.min(outbox.dirtySince, since.get(locationId) ?? outbox.dirtySince));
        }
        const longestFirst = [...since].sort(([a, at], [b, bt]) => at - bt || (a < b ? -1 : 1));
        return longestFirst.slice(0, limit).map(([locationId]) => locationId);
      }),

    backlog: () =>
      calls.read('backlog', () => {
        const waiting = dirtyIn(DASHBOARD_SOURCES);
        return { documents: waiting.length, dirtySince: waiting[0]?.outbox.dirtySince ?? null };
      }),
  };
}

function collectionOf(model: DashboardSource): string {
  return collectionName(model, 1);
}

function liesOn({ fields }: MemoryDocument, days: readonly number[] | null): boolean {
  if (days === null) return true;
  const listed: readonly unknown[] = Array.isArray(fields.days) ? fields.days : [];
  return days.some((day) => listed.includes(day));
}
