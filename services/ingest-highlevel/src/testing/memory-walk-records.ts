import type { ListedIds } from '../listing/listed-ids.ts';
import type { ClaimedWalk, WalkRecords, WalkSummary } from '../listing/walk-record.ts';
import type { WalkState } from '../listing/walk.ts';

/** Walks in memory, for cases by the thousand; `walk-store.int.test.ts` holds the same of the store. */
export function createMemoryWalkRecords<Place>(clock: () => number): WalkRecords<Place> {
  type Stored = WalkSummary & { readonly state: WalkState<Place> };
  const stored = new Map<string, Stored>();
  const nameOf = ({ purpose, locationId }: Pick<ClaimedWalk<Place>, 'purpose' | 'locationId'>) =>
    `${purpose}/${locationId}`;
  const records: WalkRecords<Place> = {
    async register(name) {
      const empty = { startedAt: null, finishedAt: null, completeAsOf: null, triedAt: null, failure: null, tally: {} };
      if (!stored.has(nameOf(name))) stored.set(nameOf(name), { ...name, ...empty, state: { place: null, tally: {} } });
    },
    async claim(name, { first, again }) {
      await records.register(name);
      const known = stored.get(nameOf(name)) as Stored;
      const begins = again || known.state.place === null;
      const next = begins
        ? { ...known, startedAt: clock(), finishedAt: null, triedAt: clock(), state: { place: first, tally: {} } }
        : { ...known, triedAt: clock() };
      stored.set(nameOf(name), next);
      return { ...name, startedAt: next.startedAt ?? clock(), state: next.state };
    },
    async save(walk, state) {
      const known = stored.get(nameOf(walk)) as Stored;
      const finished = state.place === null ? { finishedAt: clock(), completeAsOf: walk.startedAt, failure: null } : {};
      stored.set(nameOf(walk), { ...known, state, tally: state.tally, ...finished });
    },
    renew: async () => undefined,
    async release(walk, failure) {
      const known = stored.get(nameOf(walk)) as Stored;
      if (failure !== null) stored.set(nameOf(walk), { ...known, failure });
    },
    summaries: async (purpose) => [...stored.values()].filter((walk) => walk.purpose === purpose),
  };
  return records;
}

export function createMemoryListedIds(): ListedIds {
  const shown = new Map<string, Set<string>>();
  return {
    async add({ locationId, startedAt }, kind, ids) {
      const name = `${locationId}/${startedAt}/${kind}`;
      shown.set(name, new Set([...(shown.get(name) ?? []), ...ids]));
    },
    async among({ locationId, startedAt }, kind, ids) {
      const known = shown.get(`${locationId}/${startedAt}/${kind}`) ?? new Set();
      return new Set(ids.filter((id) => known.has(id)));
    },
    async forget(locationId, before) {
      for (const name of shown.keys()) {
        const [location, startedAt] = name.split('/');
        if (location === locationId && Number(startedAt) < before) shown.delete(name);
      }
    },
  };
}
