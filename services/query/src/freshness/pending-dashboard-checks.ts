import type { Fed } from './data-as-of.ts';

/** Which look at a location will do. */
export type Wanted = {
  readonly locationId: string;
  /** Of the dashboard; the versions that are read, or may be by the time of reading. */
  readonly models: readonly Fed[];
  /** The moment for which the `asOf` of the models was told. */
  readonly told: object;
};

/**
 * The looks for what is applied and not yet counted in a location's dashboard: one for all requests that are told the same
 * `asOf`, so that a dashboard which everybody watches costs no question each time.
 *
 * **Invariant**: a look begins after the moment for which that `asOf` was told. What was applied by then is counted when
 * the look is taken, or is found by it; windows only go forward, so that holds for every later read as well.
 */
export type PendingDashboardChecks = {
  /** When the log took the first event that may not be counted; null when there is none. Epoch milliseconds. */
  since(wanted: Wanted): Promise<number | null>;
};

type Looks = Map<string, Promise<number | null>>;

export function createPendingDashboardChecks(
  look: (locationId: string) => Promise<number | null>,
): PendingDashboardChecks {
  // Gone with the moment itself: no look outlives the next news of the projector.
  const byMoment = new WeakMap<object, Looks>();

  function looksOf(told: object): Looks {
    const known = byMoment.get(told);
    if (known !== undefined) return known;
    const none: Looks = new Map();
    byMoment.set(told, none);
    return none;
  }

  return {
    since({ locationId, models, told }) {
      const looks = looksOf(told);
      const key = JSON.stringify([locationId, ...models.map(({ version }) => version)]);
      const known = looks.get(key);
      if (known !== undefined) return known;
      const asked = look(locationId);
      looks.set(key, asked);
      // An outage is the answer of those who ask meanwhile, not of those who come later.
      asked.catch(() => looks.delete(key));
      return asked;
    },
  };
}
