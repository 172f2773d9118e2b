/**
 * A member of a group that has records to read and makes no step for this long hangs: nothing that it waits for takes so
 * long, neither the others of the group in a rebalance (a minute) nor a server that is away, for which a partition is held.
 */
export const STALLED_MS = 120_000;

/** Finds the consumer that hangs without a failure. */
export type StallWatch = {
  /**
   * @param steps a number that changes with each step.
   * @param waits whether there is something to do.
   * @returns true when the consumer hangs; the count begins anew then.
   */
  look(steps: number, waits: boolean): boolean;
};

/** `monotonic`: milliseconds from any beginning. */
export function createStallWatch(monotonic: () => number): StallWatch {
  let seen: { readonly steps: number; readonly at: number } | null = null;
  return {
    look(steps, waits) {
      const now = monotonic();
      if (!waits || seen?.steps !== steps) seen = { steps, at: now };
      if (now - seen.at < STALLED_MS) return false;
      seen = null;
      return true;
    },
  };
}
