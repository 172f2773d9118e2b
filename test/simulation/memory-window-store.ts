import { factsIn } from '@fundlens/projection/projections/dashboard-facts';
import type { DirtyDocument, LoadedWindow, WindowStore } from '@fundlens/dashboards/window-store';
import type { WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { modelVersion } from '@fundlens/read-models/definition';
import { dashboardFacts, dashboardWindows } from '@fundlens/read-models/definitions';
import { documentKey, type Outbox } from '@fundlens/read-models/document';
import type { Database } from './memory-database.ts';
import type { MemoryDocument } from './memory-document-store.ts';
import type { ServerCalls } from './server-calls.ts';

const FACTS = modelVersion(dashboardFacts);
const WINDOWS = modelVersion(dashboardWindows);

/** Documents that come with one answer of the cursor over facts; what lies between two answers may have changed. */
const FACTS_PER_ANSWER = 3;

type Dirty = MemoryDocument & { readonly outbox: Outbox };

/** The window store over memory. The cursor over facts sees each document as it is when the cursor comes to it. */
export function createMemoryWindowStore(database: Database, calls: ServerCalls): WindowStore {
  const facts = () => database.ofMajority<MemoryDocument>(FACTS);
  const dirty = () => [...facts().values()].filter(isDirty);

  return {
    loadWindow: (locationId) =>
      calls.read('load window', () => database.ofMajority<LoadedWindow>(WINDOWS).get(locationId) ?? null),

    dirtyDocuments: (locationId, limit) =>
      calls.read('dirty documents', () =>
        dirty()
          .filter((document) => document.locationId === locationId)
          .slice(0, limit)
          .map(({ key, revision, outbox }): DirtyDocument => ({ key, revision, dirtyDays: outbox.dirtyDays })),
      ),

    timeZone: (locationId) =>
      calls.read('time zone', () => {
        const key = documentKey({ kind: 'fact-source', locationId, source: 'location', ids: [] });
        const stated = facts().get(key)?.fields.timeZone;
        return typeof stated === 'string' ? stated : null;
      }),

    async *facts(locationId, days) {
      const matching = () =>
        [...facts().values()].filter((document) => document.locationId === locationId && liesOn(document, days));
      const keys = await calls.read('open facts', () => matching().map(({ key }) => key));
      for (let at = 0; at < keys.length; at += FACTS_PER_ANSWER) {
        const asked = new Set(keys.slice(at, at + FACTS_PER_ANSWER));
        const found = await calls.read('next facts', () => matching().filter(({ key }) => asked.has(key)));
        for (const { body } of found) yield* factsIn(body);
      }
    },

    async swapWindow(locationId, document, loadedRevision) {
      const operation = () => {
        const present = database.onPrimary<LoadedWindow>(WINDOWS, locationId);
        if ((present?.revision ?? null) !== loadedRevision) return false;
        database.put(WINDOWS, locationId, { document: kept(document), revision: (loadedRevision ?? 0) + 1 });
        return true;
      };
      const [written] = await calls.write('swap window', [operation]);
      return written === true;
    },

    async clear(documents) {
      const operations = documents.map(({ key, revision }) => () => {
        const present = database.onPrimary<MemoryDocument>(FACTS, key);
        if (present?.revision !== revision) return;
        const { outbox: _, ...cleared } = present;
        database.put(FACTS, key, cleared);
      });
      if (operations.length > 0) await calls.write('clear', operations);
    },

    dirtyLocations: (limit) =>
      calls.read('dirty locations', () => {
        const since = new Map<string, number>();
        for (const { locationId, outbox } of dirty()) {
          if (locationId === null) continue;
          since.set(locationId, Math.min(outbox.dirtySince, since.get(locationId) ?? outbox.dirtySince));
        }
        const longestFirst = [...since].sort(([a, at], [b, bt]) => at - bt || (a < b ? -1 : 1));
        return longestFirst.slice(0, limit).map(([locationId]) => locationId);
      }),

    backlog: () =>
      calls.read('backlog', () => {
        const waiting = dirty().map(({ outbox }) => outbox.dirtySince);
        return { documents: waiting.length, dirtySince: waiting.length === 0 ? null : Math.min(...waiting) };
      }),
  };
}

function isDirty(document: MemoryDocument): document is Dirty {
  return document.outbox !== undefined;
}

function liesOn({ fields }: MemoryDocument, days: readonly number[] | null): boolean {
  if (days === null) return true;
  const listed: readonly unknown[] = Array.isArray(fields.days) ? fields.days : [];
  return days.some((day) => listed.includes(day));
}

function kept({ timeZone, firstDay, sums }: WindowDocument): WindowDocument {
  return { timeZone, firstDay, sums };
}
