import type { Fact } from '@fundlens/read-models/dashboards/fact';
import { localDay, zoneOrFallback } from '@fundlens/read-models/dashboards/local-day';
import { FatalError, RetryableError } from '@fundlens/runtime/errors';
import { planRecount, refreshWindow } from './refresh-window.ts';
import type { LoadedWindow, WindowStore } from './window-store.ts';

/** Each lost swap means that another refresh has landed; the processes of the tier race. */
export const MAX_ROUNDS = 12;

/** Documents of one pass: bounds memory. Further passes take the rest. */
const MAX_DOCUMENTS_PER_PASS = 20_000;
/** Bounds one refresh while events keep coming in; the next job or sweep finds the rest. */
const MAX_PASSES = 50;

type RefresherOptions = {
  readonly store: WindowStore;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly pauseBeforeRound: (round: number) => Promise<void>;
};

/**
 * The order makes crashes and other refreshers harmless (design §6):
 *
 *   window revision → dirty documents → facts → compare-and-swap of the window → clear
 *
 * A document is cleared only where it is still the one whose days were counted, and only after the swap. A change that
 * this pass has seen by halves has its document dirty at a later revision, so it is counted again. The zone is read after the
 * dirty documents for the same reason. A refresher that was faster has moved the window's revision, and the swap is lost.
 */
export function createRefresher({ store, clock, pauseBeforeRound }: RefresherOptions) {
  /** The last refresh of each location. Those of one process would only lose swaps to each other: they take turns. */
  const last = new Map<string, Promise<void>>();

  /** Counts once. @returns whether more is dirty than one pass takes; null when the swap was lost. */
  async function pass(locationId: string): Promise<boolean | null> {
    const loaded = await store.loadWindow(locationId);
    const dirty = await store.dirtyDocuments(locationId, MAX_DOCUMENTS_PER_PASS);
    if (dirty.length === 0) return false;
    const dirtyDays = new Set(dirty.flatMap((document) => document.dirtyDays));
    const document = await recounted(locationId, loaded, dirtyDays);
    if (!(await store.swapWindow(locationId, document, loaded?.revision ?? null))) return null;
    await store.clear(dirty);
    return dirty.length === MAX_DOCUMENTS_PER_PASS;
  }

  async function recounted(locationId: string, loaded: LoadedWindow | null, dirtyDays: ReadonlySet<number>) {
    const timeZone = zoneOrFallback(await store.timeZone(locationId));
    const today = localDay(clock(), timeZone);
    for (const previous of [loaded?.document ?? null, null]) {
      const recount = planRecount(previous, { dirtyDays, timeZone, today });
      const facts: Fact[] = [];
      for await (const fact of store.facts(locationId, recount.factDays)) facts.push(fact);
      const document = refreshWindow(previous, recount, facts);
      if (document !== null) return document;
    }
    throw new FatalError('window_not_countable', 'A count of all facts of a location did not give its window.');
  }

  async function refresh(locationId: string): Promise<void> {
    let [passes, lost] = [0, 0];
    while (passes < MAX_PASSES && lost < MAX_ROUNDS) {
      const more = await pass(locationId);
      if (more === false) return;
      if (more === true) passes += 1;
      else await pauseBeforeRound(++lost);
    }
    if (lost === MAX_ROUNDS) throw new RetryableError('swaps_lost', 'Other refreshers were faster in every round.');
  }

  /**
   * Brings the location's window document up to date with its facts. Without dirty documents it costs one query.
   * @throws RetryableError when the store is unavailable or other refreshers won every round; a refresh may be repeated.
   */
  return (locationId: string): Promise<void> => {
    const again = () => refresh(locationId);
    const own = (last.get(locationId) ?? Promise.resolve()).then(again, again);
    last.set(locationId, own);
    return own.finally(() => last.get(locationId) === own && last.delete(locationId));
  };
}
