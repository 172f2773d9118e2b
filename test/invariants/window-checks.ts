import { isDeepStrictEqual } from 'node:util';
import type { AnyEvent } from '@fundlens/contracts/event-types';
import { planRecount, refreshWindow } from '@fundlens/dashboards/refresh-window';
import { plainRecounts } from '@fundlens/dashboards/testing/plain-recount';
import { FACT_SOURCES } from '@fundlens/dashboards/window-store';
import type { ReferenceDocuments } from '@fundlens/projection/fold/testing/reference-fold';
import { PAST_DAYS, type WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { factsIn } from '@fundlens/read-models/dashboards/fact';
import { isoDay, localDay, zoneOrFallback } from '@fundlens/read-models/dashboards/local-day';
import { readWindow } from '@fundlens/read-models/dashboards/testing/read-window';

/**
 * The window document has the bytes of one that is counted from all facts of the reference. `document` is null where the
 * location has none: then there must be nothing to count.
 */
export function wrongWindow(
  locationId: string,
  document: WindowDocument | null,
  reference: ReferenceDocuments,
): string[] {
  const ofLocation = [...reference.values()].filter(({ id }) => 'locationId' in id && id.locationId === locationId);
  const facts = ofLocation.flatMap(({ readModel, views }) =>
    FACT_SOURCES.some((source) => source === readModel.name) ? factsIn(views.get('facts') ?? null) : [],
  );
  if (document === null) return facts.length === 0 ? [] : [`${locationId} has facts and no window document`];
  const stated = ofLocation.find(({ readModel }) => readModel.name === 'locations')?.fields.timeZone;
  const timeZone = zoneOrFallback(typeof stated === 'string' ? stated : null);
  if (document.timeZone !== timeZone) return [`the window of ${locationId} is in ${document.timeZone}`];
  const recount = planRecount(null, { dirtyDays: [], timeZone, today: document.firstDay + PAST_DAYS });
  const counted = refreshWindow(null, recount, facts);
  if (counted === null) return [`the window of ${locationId} cannot be counted`];
  const isSame =
    Buffer.compare(counted.sums, document.sums) === 0 && Buffer.compare(counted.stageSums, document.stageSums) === 0;
  return isSame ? [] : [`the window of ${locationId} differs from a count`];
}

/** Windows equal the plain recount of the location's events, which knows nothing of facts, folds and sums. */
export function wrongFigures(
  document: WindowDocument | null,
  events: readonly AnyEvent[],
  { now, windows }: { readonly now: number; readonly windows: readonly number[] },
): string[] {
  const timeZone = document?.timeZone ?? zoneOrFallback(null);
  const today = localDay(now, timeZone);
  const recount = plainRecounts(events, { timeZone, today: isoDay(today) });
  return windows.flatMap((days) => {
    const read = readWindow(document, { today, days });
    return isDeepStrictEqual(read, recount(days)) ? [] : [`the window of ${days} days in ${timeZone} differs`];
  });
}
