import { wholeNumber } from '@fundlens/runtime/config';

const A_MONTH_OF_HOURS = 720;

/** When locations are compared with HighLevel's API. */
export const sweepOptions = {
  SWEEP_INTERVAL_HOURS: wholeNumber({ min: 0, max: A_MONTH_OF_HOURS })
    .prefault('24')
    .describe(
      'Hours between the beginnings of two comparisons of a location with the API; 0: only those that `backfill` asks for.',
    ),
  SWEEPS_AT_ONCE: wholeNumber({ min: 1, max: 50 })
    .prefault('2')
    .describe('Locations that this process compares at the same time.'),
  /** People delete one by one. Thousands at once: the token reads something else, or HighLevel's search lost its index. */
  SWEEP_MAX_UNLISTED: wholeNumber({ min: 1, max: 10_000_000 })
    .prefault('1000')
    .describe('A sweep stops when more entities of a kind live in the log and are not listed by HighLevel.'),
};
