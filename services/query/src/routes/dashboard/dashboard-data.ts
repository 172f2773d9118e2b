import {
  figureColumnsSchema,
  figuresSchema,
  windowFiguresSchema,
} from '@fundlens/read-models/dashboards/dashboard-figures';
import { MAX_WINDOW_DAYS } from '@fundlens/read-models/dashboards/dashboard-window';
import { z } from 'zod';
import { MAX_COMPANY_LOCATIONS } from '../../credentials/access-state.ts';

const windowData = z.strictObject({
  days: z.int().min(1).max(MAX_WINDOW_DAYS).describe('Calendar days in the window of each location, today included.'),
  from: z.iso.date().describe('The first day; with `scope=company` the earliest of its locations.'),
  to: z.iso
    .date()
    .describe('The last day: today in the time zone below; with `scope=company` the latest of its locations.'),
  timeZone: z
    .string()
    .describe(
      "The location's time zone (IANA), whose days these are; UTC while none, or none that exists, is known. With " +
        '`scope=company` the zone of most locations; each has a window of its own zone.',
    ),
});

const seriesData = z
  .strictObject({
    dates: z.array(z.iso.date()).describe('Every day from `window.from` to `window.to`, ascending.'),
    ...figureColumnsSchema.shape,
  })
  .meta({
    id: 'DashboardSeries',
    description:
      'With `series=daily`: each figure as an array with one value for each of `dates`. Counts and amounts of the days ' +
      'add up to those of the window; averages and rates are of the day alone, null as in a window. Lists by label and ' +
      'figures of the state now are not told apart by days.',
  });

export const dashboardData = z.strictObject({
  window: windowData,
  ...figuresSchema.shape,
  series: seriesData.optional(),
  previous: z
    .strictObject({
      window: windowData.describe('As many days, up to the day before `window.from` of each location.'),
      ...windowFiguresSchema.shape,
      series: seriesData.optional(),
    })
    .describe(
      'With `compare=previous`: the window before. Figures of the state now have no earlier value and are left out.',
    )
    .optional(),
  company: z
    .strictObject({
      locations: z
        .int()
        .min(0)
        .max(MAX_COMPANY_LOCATIONS)
        .describe('How many locations the figures add up: those that the company has installed now.'),
      timeZones: z.array(z.string()).describe('The time zones of these locations, each once, in the order of names.'),
    })
    .describe('With `scope=company`.')
    .optional(),
});

export type DashboardData = z.output<typeof dashboardData>;
