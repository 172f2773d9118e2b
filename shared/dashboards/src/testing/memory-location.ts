import type { AnyEvent } from '@fundlens/contracts/event-types';
import { applyBatch, contentIn, type DocumentImage } from '@fundlens/projection/fold/testing/document-image';
import type { WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { type Fact, factsIn } from '@fundlens/read-models/dashboards/fact';
import { localDay, zoneOrFallback } from '@fundlens/read-models/dashboards/local-day';
import { outdatingView } from '@fundlens/read-models/definition';
import { NO_SLOTS } from '@fundlens/read-models/slot';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { planRecount, refreshWindow } from '../refresh-window.ts';

/** One location's documents and window document in memory: what writer and refresher do, without their races. */
export function createMemoryLocation() {
  const documents = new Map<string, DocumentImage>();
  const dirtyDays = new Set<number>();
  let window: WindowDocument | null = null;

  function factsOn(days: readonly number[] | null): Fact[] {
    const asked = new Set(days);
    return [...documents.values()]
      .filter(
        ({ fields: { days: listed = [] } }) => days === null || [listed].flat().some((day) => asked.has(Number(day))),
      )
      .flatMap(({ views }) => factsIn(views.facts ?? null));
  }

  function placeAt(now: number) {
    const [stated] = [...documents.values()].flatMap(({ fields }) => fields.timeZone ?? []);
    const timeZone = zoneOrFallback(typeof stated === 'string' ? stated : null);
    return { timeZone, today: localDay(now, timeZone) };
  }

  return {
    apply(event: AnyEvent): void {
      for (const { readModel, id, before, update } of applyBatch(documents, [assumeRedacted(event)])) {
        if (update === null) continue;
        const slots = before === null ? NO_SLOTS : contentIn(before).slots;
        for (const day of outdatingView(readModel)?.outdates(id, slots, update.slots) ?? []) dirtyDays.add(day);
      }
    },

    /** Brings the window document up to date, reading only the facts that the plan asks for. */
    refresh(now: number): WindowDocument {
      const recount = planRecount(window, { dirtyDays, ...placeAt(now) });
      window = refreshWindow(window, recount, factsOn(recount.factDays)) ?? this.countedAnew(now);
      dirtyDays.clear();
      return window;
    },

    /** The window document counted from all facts. */
    countedAnew(now: number): WindowDocument {
      const counted = refreshWindow(null, planRecount(null, { dirtyDays: [], ...placeAt(now) }), factsOn(null));
      if (counted === null) throw new Error('a count of everything can always tell');
      return counted;
    },
  };
}

export type MemoryLocation = ReturnType<typeof createMemoryLocation>;
