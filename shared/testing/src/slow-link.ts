/** How a connection is slower than the machine's own. */
export type LinkConditions = {
  /** Added to every byte's way, in one direction. */
  readonly latencyMs: number;
  /** At most this is added on top, differently for each chunk; order is kept, as TCP keeps it. */
  readonly jitterMs: number;
  /** For each direction of each connection; null: unlimited. */
  readonly bytesPerSecond: number | null;
};

/** One direction of one connection: works out when what was sent arrives. Knows no clock and no socket. */
export type SlowLink = {
  /** When `bytes` that are sent at `now` have arrived; never before anything that was sent earlier. Milliseconds. */
  arrival(bytes: number, now: number, conditions: LinkConditions): number;
  /** What is sent next waits for nothing that was sent before. */
  clear(): void;
};

/** @param random uniform in 0 (included) to 1 (excluded) */
export function createSlowLink(random: () => number): SlowLink {
  let free = 0;
  let last = 0;
  return {
    arrival(bytes, now, { latencyMs, jitterMs, bytesPerSecond }) {
      free = Math.max(now, free) + (bytesPerSecond === null ? 0 : (bytes / bytesPerSecond) * 1_000);
      last = Math.max(last, free + latencyMs + random() * jitterMs);
      return last;
    },
    clear() {
      free = 0;
      last = 0;
    },
  };
}
