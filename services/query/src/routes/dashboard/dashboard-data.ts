import { figuresSchema } from '@fundlens/read-models/dashboards/dashboard-figures';
import { MAX_WINDOW_DAYS } from '@fundlens/read-models/dashboards/dashboard-window';
import { z } from 'zod';

export const dashboardData = z.strictObject({
  window: z.strictObject({
    days: z.int().min(1).max(MAX_WINDOW_DAYS).describe('Calendar days in the window, today included.'),
    from: z.iso.date().describe('The first day.'),
    to: z.iso.date().describe('The last day: today in the time zone below.'),
    timeZone: z
      .string()
      .describe(
        "The location's time zone (IANA), whose days these are; UTC while none, or none that exists, is known.",
      ),
  }),
  ...figuresSchema.shape,
});
