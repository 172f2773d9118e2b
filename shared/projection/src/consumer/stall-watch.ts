/**
 * What waits and does not move for this long hangs: nothing that it waits for takes so long, neither the others of the group
 * in a rebalance (a minute) nor a server that is away, for which a partition is held.
 */
export const STALLED_MS = 120_000;

/** Finds what hangs without a failure. */
export type StallWatch = {
  /**
   * @param marks of all that waits, by name: each changes when it moves.
   * @returns the name of what hangs; the count begins anew then. Null: nothing does.
   */
  look(marks: ReadonlyMap<string, string>): string | null;
};

/** `monotonic`: milliseconds from any beginning. */
export function createStallWatch(monotonic: () => number): StallWatch {
  let seen = new Map<string, { readonly mark: string; readonly at: number }>();
  return {
    look(marks) {
      const at = monotonic();
      seen = new Map(
        [...marks].map(([name, mark]) => {
          const before = seen.get(name);
          return [name, before?.mark === mark ? before : { mark, at }];
        }),
      );
      const stalled = [...seen].find(([, since]) => at - since.at >= STALLED_MS);
      if (stalled === undefined) return null;
      seen.clear();
      return stalled[0];
    },
  };
}
