/** How many of the last events of a partition count. */
export const SHARE_WINDOW = 200;
/** With fewer events the breaker does not trip: a handful of bad events in a quiet partition is no flood. */
export const SHARE_MINIMUM = 100;
/** More than half: no single broken producer of many does that; a wrong topic, schema or deployment does. */
export const SHARE_LIMIT = 0.5;

type Outcome = { readonly offset: number; readonly isInvalid: boolean };

/**
 * Sliding window over the outcomes of one partition, in log order.
 * @param setAsideThrough an operator has decided: invalid records up to this offset are set aside, however many.
 */
export function createInvalidRateBreaker(setAsideThrough = -1) {
  const counts = ({ offset, isInvalid }: Outcome) => isInvalid && offset > setAsideThrough;
  let recent: boolean[] = [];
  return {
    /** The index of the first outcome with which most of what arrives is invalid; null while that is not so. */
    tripsAt(outcomes: readonly Outcome[]): number | null {
      const seen = [...recent];
      let invalid = seen.filter(Boolean).length;
      for (const [index, outcome] of outcomes.map(counts).entries()) {
        seen.push(outcome);
        if (outcome) invalid += 1;
        if (seen.length > SHARE_WINDOW && seen.shift()) invalid -= 1;
        if (outcome && seen.length >= SHARE_MINIMUM && invalid > SHARE_LIMIT * seen.length) return index;
      }
      return null;
    },
    /** Remembers outcomes whose effect is stored. */
    record(outcomes: readonly Outcome[]): void {
      recent = [...recent, ...outcomes.map(counts)].slice(-SHARE_WINDOW);
    },
  };
}
