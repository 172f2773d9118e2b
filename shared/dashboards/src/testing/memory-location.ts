import type { AnyEvent } from '@fundlens/contracts/event-types';
import { changesOf, type DocumentUpdate, foldDocument } from '@fundlens/projection/fold/fold';
import { contacts, deals, locations } from '@fundlens/projection/projections/projections';
import type { WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { type Fact, factsIn } from '@fundlens/read-models/dashboards/fact';
import { localDay, zoneOrFallback } from '@fundlens/read-models/dashboards/local-day';
import { outdatingView } from '@fundlens/read-models/definition';
import type { IndexValue } from '@fundlens/read-models/document';
import { NO_SLOTS, type Slots } from '@fundlens/read-models/slot';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { planRecount, refreshWindow } from '../refresh-window.ts';

/** The projections of the models that dashboards are made from. */
export const SOURCE_PROJECTIONS = [contacts, deals, locations];

type Held = {
  readonly slots: Slots;
  readonly slotBytes: number;
  readonly fields: ReadonlyMap<string, IndexValue | undefined>;
  readonly views: ReadonlyMap<string, Uint8Array | null>;
  readonly dirtyDays: ReadonlySet<number>;
};

/** As the writer loads it. */
function loadedOf(held: Held | undefined, viewsVersion: number) {
  return held === undefined ? null : { ...held, revision: 1, viewsVersion };
}

/** One location's documents and window document in memory: what writer and refresher do, without their races. */
export function createMemoryLocation() {
  /** By model and `_id`. */
  const documents = new Map<string, Held>();
  let window: WindowDocument | null = null;

  function factsOn(days: readonly number[] | null): Fact[] {
    const asked = new Set(days);
    const found = [...documents.values()].filter(({ fields }) => {
      const listed = fields.get('days');
      return days === null || (Array.isArray(listed) && listed.some((day) => asked.has(day)));
    });
    return found.flatMap(({ views }) => factsIn(views.get('facts') ?? null));
  }

  function timeZone(): string {
    const stated = [...documents.values()]
      .map(({ fields }) => fields.get('timeZone'))
      .find((zone) => zone !== undefined);
    return zoneOrFallback(typeof stated === 'string' ? stated : null);
  }

  return {
    apply(event: AnyEvent): void {
      for (const { readModel, id, key, changes } of changesOf(SOURCE_PROJECTIONS, assumeRedacted(event), 0)) {
        const name = `${readModel.name}/${key}`;
        const held = documents.get(name);
        const update = foldDocument(readModel, loadedOf(held, readModel.viewsVersion), changes);
        if (update === null) continue;
        const dirtied = outdatingView(readModel)?.outdates(id, held?.slots ?? NO_SLOTS, update.slots) ?? [];
        documents.set(name, updated(held, update, dirtied));
      }
    },

    /** Brings the window document up to date, reading only the facts that the plan asks for. */
    refresh(now: number): WindowDocument {
      const zone = timeZone();
      const dirtyDays = [...documents.values()].flatMap((document) => [...document.dirtyDays]);
      const recount = planRecount(window, { dirtyDays, timeZone: zone, today: localDay(now, zone) });
      const refreshed = refreshWindow(window, recount, factsOn(recount.factDays));
      window = refreshed ?? this.countedAnew(now);
      for (const [name, held] of documents) documents.set(name, { ...held, dirtyDays: new Set() });
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
  };
}

/** As a store does it: what the update does not name stays as it is. */
function updated(held: Held | undefined, update: DocumentUpdate, dirtied: readonly number[]): Held {
  return {
    slots: update.slots,
    slotBytes: update.slotBytes,
    fields: new Map([...(held?.fields ?? []), ...update.fields]),
    views: new Map([...(held?.views ?? []), ...update.views]),
    dirtyDays: new Set([...(held?.dirtyDays ?? []), ...dirtied]),
  };
}

export type MemoryLocation = ReturnType<typeof createMemoryLocation>;
