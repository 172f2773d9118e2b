/** How long a round of fetches takes at least, so that events which trickle in come together. */
export type FetchPace = {
  /** Counts the records of a fetch. */
  took(records: number): void;
  /** In milliseconds; at any moment the same for all partitions. */
  leastPeriodMs(): number;
};

/**
 * A fetch and its commit cost some milliseconds of processor time, whatever they bring, so a round waits for as many events
 * as this, within limits. Of that time an event waits half at the median; what comes after a pause waits for nothing.
 */
const EVENTS_PER_ROUND = 5;
/** In less time a round gathers next to nothing. */
const SHORTEST_MS = 30;
/** Where few events come: too short for users to notice. */
const LONGEST_MS = 50;
/** Of the moving rate: what came a second ago counts for a third. */
const MEMORY_MS = 1_000;

/** `monotonic`: milliseconds from any beginning. */
export function createFetchPace(monotonic: () => number): FetchPace {
  /** Events of about the last `MEMORY_MS`, as of `at`. */
  let recent = 0;
  let at = monotonic();

  function fade(): void {
    const now = monotonic();
    recent *= Math.exp((at - now) / MEMORY_MS);
    at = now;
  }

  return {
    took(records) {
      fade();
      recent += records;
    },
    leastPeriodMs() {
      fade();
      return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (EVENTS_PER_ROUND * MEMORY_MS) / recent));
    },
  };
}
