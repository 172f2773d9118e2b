import { FIRST_PLACE } from '../sweep-place.ts';
import type { ClaimedSweep, SweepRecord, SweepRecords } from '../sweep-record.ts';

/** Sweeps in memory, for cases by the thousand; `sweep-store.int.test.ts` holds the same of the store. */
export function createMemorySweepRecords(clock: () => number): SweepRecords {
  type Stored = SweepRecord & { readonly startedAt: number };
  const stored = new Map<string, Stored>();
  const change = ({ locationId }: Pick<ClaimedSweep, 'locationId'>, changed: Partial<Stored>) => {
    const never = { completeAsOf: null, triedAt: null, failure: null, wanted: false, place: null, startedAt: 0 };
    stored.set(locationId, { ...(stored.get(locationId) ?? { locationId, ...never }), ...changed });
  };
  return {
    async register(locationId) {
      change({ locationId }, {});
    },
    async claim(locationId) {
      const known = stored.get(locationId);
      if (known?.place) change(known, { triedAt: clock() });
      else change({ locationId }, { startedAt: clock(), triedAt: clock(), place: FIRST_PLACE, wanted: false });
      const { startedAt, place } = stored.get(locationId) as Stored;
      return { locationId, startedAt, place };
    },
    async save(sweep, place) {
      change(sweep, { place, ...(place === null && { completeAsOf: sweep.startedAt, failure: null }) });
    },
    renew: async () => undefined,
    async release(sweep, failure) {
      if (failure !== null) change(sweep, { failure });
    },
    all: async () => [...stored.values()],
  };
}
