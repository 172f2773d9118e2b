import type { AnyEvent } from '@fundlens/contracts/event-types';
import type { WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { localDay, zoneOrFallback } from '@fundlens/read-models/dashboards/local-day';
import type { Slots } from '@fundlens/read-models/slot';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { dashboardFacts, dirtiedDays, factsIn } from '@fundlens/projection/projections/dashboard-facts';
import { changesOf, type DocumentContent, foldDocument } from '@fundlens/projection/fold/fold';
import type { Fact } from '@fundlens/read-models/dashboards/fact';
import { planRecount, refreshWindow } from '../refresh-window.ts';

type Held = DocumentContent & { readonly dirtyDays: ReadonlySet<number> };

const NO_SLOTS: Slots = new Map();

/** One location's fact documents and window document in memory: what writer and refresher do, without their races. */
export function createMemoryLocation() {
  const documents = new Map<string, Held>();
  let window: WindowDocument | null = null;
  let escalations = 0;

  function factsOn(days: readonly number[] | null): Fact[] {
    const asked = new Set(days);
    const found = [...documents.values()].filter(({ fields }) => {
      const listed = Array.isArray(fields.days) ? fields.days : [];
      return days === null || listed.some((day) => asked.has(day));
    });
    return found.flatMap(({ body }) => factsIn(body));
  }

  function timeZone(): string {
    const stated = [...documents.values()].map(({ fields }) => fields.timeZone).find((zone) => zone !== undefined);
    return zoneOrFallback(typeof stated === 'string' ? stated : null);
  }

  return {
    apply(event: AnyEvent): void {
      for (const { id, key, changes, projection } of changesOf([dashboardFacts], assumeRedacted(event))) {
        const held = documents.get(key);
        const content = foldDocument(
          held === undefined ? null : { slots: held.slots, revision: 1 },
          changes,
          projection,
        );
        if (content === null) continue;
        const dirtied = dirtiedDays(id, held?.slots ?? NO_SLOTS, content.slots);
        documents.set(key, { ...content, dirtyDays: new Set([...(held?.dirtyDays ?? []), ...dirtied]) });
      }
    },

    /** Brings the window document up to date, reading only the facts that the plan asks for. */
    refresh(now: number): WindowDocument {
      const zone = timeZone();
      const dirtyDays = [...documents.values()].flatMap((document) => [...document.dirtyDays]);
      const recount = planRecount(window, { dirtyDays, timeZone: zone, today: localDay(now, zone) });
      const refreshed = refreshWindow(window, recount, factsOn(recount.factDays));
      if (refreshed === null) escalations += 1;
      window = refreshed ?? this.countedAnew(now);
      for (const [key, held] of documents) documents.set(key, { ...held, dirtyDays: new Set() });
      return window;
    },

    /** The window document counted from all facts. */
    countedAnew(now: number): WindowDocument {
      const zone = timeZone();
      const recount = planRecount(null, { dirtyDays: [], timeZone: zone, today: localDay(now, zone) });
      const counted = refreshWindow(null, recount, factsOn(null));
      if (counted === null) throw new Error('a count of everything can always tell');
      return counted;
    },

    timeZone,
    escalations: () => escalations,
  };
}

export type MemoryLocation = ReturnType<typeof createMemoryLocation>;
