import { readWindow } from '@fundlens/read-models/dashboard-window';
import { expect, test } from 'vitest';
import { planRecount, refreshWindow } from './refresh-window.ts';

const DAY_MS = 86_400_000;
const TODAY = 20_000;
const noon = (day: number) => day * DAY_MS + DAY_MS / 2;

test('a report pulled today is in the window of one day, and one of yesterday is not', () => {
  const recount = planRecount(null, { dirtyDays: [], timeZone: 'UTC', today: TODAY });
  const facts = [TODAY, TODAY - 1].map((day) => ({ at: noon(day), amounts: { 'credit.reports': 1 } }));
  const document = refreshWindow(null, recount, facts);
  expect(readWindow(document, { today: TODAY, days: 1 }).credit.reportsPulled).toBe(1);
  expect(readWindow(document, { today: TODAY, days: 2 }).credit.reportsPulled).toBe(2);
  expect(readWindow(document, { today: TODAY + 1, days: 1 }).credit.reportsPulled).toBe(0);
});
