/** How many of the last events of a partition count. */
export const SHARE_WINDOW = 200;
/** With fewer events the breaker does not trip: a handful of bad events in a quiet partition is no flood. */
export const SHARE_MINIMUM = 100;
/** More than half: no single broken producer of many does that; a wrong topic, schema or deployment does. */
export const SHARE_LIMIT = 0.5;

type Outcome = { readonly offset: number; readonly isInvalid: boolean };

/**
 * Sliding window over the outcomes of one partition, in log order; what is read again counts once.
 * @param setAsideThrough an operator has decided: invalid records up to this offset are set aside, however many.
 * @returns tells, of the next outcomes, the index of the first with which most of what arrives is invalid; null: none.
 */
export function createInvalidRateBreaker(setAsideThrough = -1) {
  const recent: Outcome[] = [];
  let invalid = 0;
  return (outcomes: readonly Outcome[]): number | null => {
    while ((recent.at(-1)?.offset ?? -1) >= (outcomes[0]?.offset ?? 0)) if (recent.pop()?.isInvalid) invalid -= 1;
    for (const [index, { offset, isInvalid: found }] of outcomes.entries()) {
      const isInvalid = found && offset > setAsideThrough;
      recent.push({ offset, isInvalid });
      if (isInvalid) invalid += 1;
      if (recent.length > SHARE_WINDOW && recent.shift()?.isInvalid) invalid -= 1;
      if (isInvalid && recent.length >= SHARE_MINIMUM && invalid > SHARE_LIMIT * recent.length) return index;
    }
    return null;
  };
}
