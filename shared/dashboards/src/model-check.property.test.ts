import type { AnyEvent } from '@fundlens/contracts/event-types';
import { figuresSchema } from '@fundlens/read-models/dashboards/dashboard-figures';
import { MAX_WINDOW_DAYS, type WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { isoDay, localDay } from '@fundlens/read-models/dashboards/local-day';
import { readPipelineStages } from '@fundlens/read-models/dashboards/pipeline-stages';
import { readWindow } from '@fundlens/read-models/dashboards/testing/read-window';
import { propertyRuns, propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createMemoryLocation, type MemoryLocation } from './testing/memory-location.ts';
import { dateIn, plainRecounts, plainStages } from './testing/plain-recount.ts';
import { type WindowHistory, windowHistory } from './testing/window-histories.ts';

const run = propertySeed();
const HISTORIES = propertyRuns(50);
const seen = { histories: 0, windows: 0, refreshes: 0, stages: 0 };

afterAll(() => console.info(`dashboard windows: ${JSON.stringify({ ...seen, seed: run.seed })}`));

function expectEqualWindows(
  document: WindowDocument,
  events: readonly AnyEvent[],
  at: { readonly now: number; readonly windows: readonly number[] },
): void {
  const { timeZone } = document;
  const today = localDay(at.now, timeZone);
  expect(isoDay(today)).toBe(dateIn(timeZone, at.now));
  const recount = plainRecounts(events, { timeZone, today: isoDay(today) });
  for (const days of at.windows) {
    const read = JSON.stringify(readWindow(document, { today, days }));
    const recounted = JSON.stringify(recount(days));
    if (days === 30) expect(figuresSchema.safeParse(JSON.parse(read)).error).toBeUndefined();
    if (read !== recounted) expect(JSON.parse(read), `${days} days in ${timeZone}`).toEqual(JSON.parse(recounted));
    seen.windows += 1;
  }
}

const ALL_WINDOWS = Array.from({ length: MAX_WINDOW_DAYS }, (_, index) => index + 1);
const SOME_WINDOWS = [1, 2, 30, MAX_WINDOW_DAYS];

/** Lives through the history; compares every refreshed document with a full count, and some windows with the recount. */
function live(location: MemoryLocation, { steps }: WindowHistory): { document: WindowDocument; events: AnyEvent[] } {
  const events: AnyEvent[] = [];
  let document: WindowDocument | null = null;
  for (const step of steps) {
    if (step.kind === 'event') {
      location.apply(step.event);
      events.push(step.event);
    } else {
      document = location.refresh(step.now);
      expectSameBytes(document, location.countedAnew(step.now));
      expectEqualWindows(document, events, { now: step.now, windows: SOME_WINDOWS });
      const { stages } = plainStages(events);
      expect(readPipelineStages(document.stageSums, [])).toEqual(plainStages(events));
      seen.stages += stages.length;
      seen.refreshes += 1;
    }
  }
  if (document === null) throw new Error('a history ends with a refresh');
  return { document, events };
}

function expectSameBytes(a: WindowDocument, b: WindowDocument): void {
  const inHex = ({ sums, stageSums, ...rest }: WindowDocument) => ({
    ...rest,
    sums: Buffer.from(sums).toString('hex'),
    stageSums: Buffer.from(stageSums).toString('hex'),
  });
  expect(inHex(a)).toEqual(inHex(b));
}

test('every window of 1 to 365 days equals a plain recount, at the last refresh and days later, and a refresh gives the bytes of a full count', () => {
  fc.assert(
    fc.property(windowHistory, (history) => {
      seen.histories += 1;
      const { document, events } = live(createMemoryLocation(), history);
      expectEqualWindows(document, events, { now: history.readAt, windows: ALL_WINDOWS });
    }),
    { ...run, numRuns: HISTORIES },
  );
});
