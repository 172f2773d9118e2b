/**
 * What waits and does not move for this long hangs: nothing that it waits for takes so long, neither the others of the group
 * in a rebalance (a minute) nor a server that is away, for which a partition is held.
 */
export const STALLED_MS = 120_000;

/** Finds what hangs without a failure. */
export class StallWatch {
  #seen = new Map<string, { readonly mark: string; readonly at: number }>();

  /**
   * @param marks of all that waits, by name: each changes when it moves.
   * @returns the name of what hangs; the count begins anew then. Null: nothing does.
   */
  look(marks: ReadonlyMap<string, string>): string | null {
    const at = performance.now();
    const before = this.#seen;
    this.#seen = new Map(
      [...marks].map(([name, mark]) => {
        const known = before.get(name);
        return [name, known?.mark === mark ? known : { mark, at }];
      }),
    );
    const stalled = [...this.#seen].find(([, since]) => at - since.at >= STALLED_MS);
    if (stalled === undefined) return null;
    this.#seen.clear();
    return stalled[0];
  }
}
