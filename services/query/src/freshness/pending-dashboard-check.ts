/** The dashboards that are asked about, and the `asOf` that its check must follow. */
export type FreshnessQuery = {
  /** One location, or those that a company's figures add up. */
  readonly locationIds: readonly string[];
  /** The one that the request reads. */
  readonly generation: number;
  /** The snapshot that the `asOf` comes from. */
  readonly snapshot: object;
};

/** When the log took the first event that may not be counted; null when there is none. Epoch milliseconds. */
export type PendingDashboardCheck = (query: FreshnessQuery) => Promise<number | null>;

/**
 * Checks for events that are applied but not counted in dashboards, once for all requests with the same
 * snapshot: a popular dashboard costs no query per request.
 *
 * **Invariant**: a check begins after its snapshot was read. What was applied by then is counted when the check is made,
 * or the check finds it; windows only go forward, so that holds for every later read as well.
 */
export function createPendingDashboardCheck(
  uncountedSince: (locationIds: readonly string[]) => Promise<number | null>,
): PendingDashboardCheck {
  // Weak keys: no check outlives its snapshot.
  const bySnapshot = new WeakMap<object, Map<string, Promise<number | null>>>();

  return ({ locationIds, generation, snapshot }) => {
    const checks = bySnapshot.get(snapshot) ?? new Map<string, Promise<number | null>>();
    bySnapshot.set(snapshot, checks);
    const key = JSON.stringify([generation, locationIds]);
    const known = checks.get(key);
    if (known !== undefined) return known;
    const check = uncountedSince(locationIds);
    checks.set(key, check);
    // A failure goes to the requests that wait for this check; the next request checks again.
    check.catch(() => checks.delete(key));
    return check;
  };
}
