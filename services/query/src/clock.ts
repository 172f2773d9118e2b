/** Time as code sees it; passed in so that tests decide. */
export type Clock = {
  /** Epoch milliseconds: for expiry and for what is stored. */
  now(): number;
  /** Milliseconds from an arbitrary start that never jump: for ages and durations. */
  monotonic(): number;
};

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
