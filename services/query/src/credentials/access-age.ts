import type { Clock } from '../clock.ts';
import { createFreshCache } from '../fresh-cache.ts';
import type { AccessStore } from './access-store.ts';

/** How old what this process knows of access may be, in milliseconds. */
export type AccessAge = {
  /** At most `maxAgeMs` old; null: the projector has not said yet. @throws RetryableError while MongoDB is away. */
  ageMs(): Promise<number | null>;
  /** The same at this moment, from what was read last: at least the age of this process while nothing was. */
  lastKnownAgeMs(): number;
};

export function createAccessAge(options: {
  readonly store: Pick<AccessStore, 'ageMs'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly maxAgeMs: number;
}): AccessAge {
  const { store, maxAgeMs, clock } = options;
  const { monotonic } = clock;
  /** Monotonic milliseconds at which access state would have been of age 0. */
  let freshAt = monotonic();
  const ages = createFreshCache({
    maxAgeMs,
    monotonic,
    maxEntries: 1,
    async load() {
      const askedAt = monotonic();
      const ageMs = await store.ageMs();
      if (ageMs !== null) freshAt = askedAt - ageMs;
      return ageMs === null ? null : { ageMs, askedAt };
    },
  });
  return {
    async ageMs() {
      const known = await ages.get('access');
      return known === null ? null : known.ageMs + monotonic() - known.askedAt;
    },
    lastKnownAgeMs() {
      // Without requests nothing else would read it. A failure shows as an age that grows.
      ages.get('access').catch(() => undefined);
      return Math.max(0, monotonic() - freshAt);
    },
  };
}
