import { wholeNumber } from '@fundlens/runtime/config';

const A_MONTH_OF_HOURS = 720;

/** When locations are compared with HighLevel's API. */
export const reconciliationOptions = {
  SWEEP_INTERVAL_HOURS: wholeNumber({ min: 0, max: A_MONTH_OF_HOURS })
    .prefault('24')
    .describe('Hours between the beginnings of two comparisons of a location with the API; 0: none by this process.'),
  SWEEPS_AT_ONCE: wholeNumber({ min: 1, max: 50 })
    .prefault('2')
    .describe('Locations that this process compares at the same time.'),
};
