/** What was measured at one rate. */
export type RateStep = { readonly rate: number; readonly holds: boolean };

export type RateSearch = {
  /** Requests per second to begin with. */
  readonly from: number;
  /** Told of every measurement. */
  readonly onStep?: (step: RateStep) => void;
};

/** From one rate to the next while all is well. */
const GROWTH = 1.5;
/** The highest rate is known when the lowest that does not hold is at most so much above it. */
const PRECISION = 0.05;
/** Below this there is nothing to find. */
const LOWEST_RATE = 5;

/**
 * The highest rate that holds: up in large steps, then by halves. A rate fails only when it fails twice, because one pause
 * of another program on the machine is enough to miss a percentile once. On the way up the next step must fail too: what
 * holds above a failure tells that something else was in the way.
 * @returns the measurement of that rate, null when none holds, and all measurements in their order
 */
export async function highestRate<Step extends RateStep>(
  measure: (rate: number) => Promise<Step>,
  { from, onStep = () => undefined }: RateSearch,
): Promise<{ readonly highest: Step | null; readonly steps: readonly Step[] }> {
  const steps: Step[] = [];
  let highest: Step | null = null;
  let failing = Number.POSITIVE_INFINITY;

  async function step(rate: number): Promise<Step> {
    const measured = await measure(rate);
    steps.push(measured);
    onStep(measured);
    return measured;
  }

  for (let rate = from; rate >= LOWEST_RATE; rate = nextRate(highest?.rate ?? 0, failing)) {
    const first = await step(rate);
    let measured = first.holds ? first : await step(rate);
    const isFirstFailure = !measured.holds && highest !== null && failing === Number.POSITIVE_INFINITY;
    if (isFirstFailure) measured = await step(nextRate(rate, failing));
    if (measured.holds) highest = measured;
    else failing = rate;
    if (highest !== null && failing <= highest.rate * (1 + PRECISION)) break;
  }
  return { highest, steps };
}

/** @param holding 0 while none does  @param failing infinite while none does */
export function nextRate(holding: number, failing: number): number {
  return Math.round(failing === Number.POSITIVE_INFINITY ? holding * GROWTH : (holding + failing) / 2);
}
