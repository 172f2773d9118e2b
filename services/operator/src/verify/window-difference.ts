import { planRecount, refreshWindow } from '@fundlens/dashboards/refresh-window';
import type { Recomputation } from '@fundlens/projection/fold/recomputation';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { PAST_DAYS, type WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { type Fact, factsIn } from '@fundlens/read-models/dashboards/fact';
import { zoneOrFallback } from '@fundlens/read-models/dashboards/local-day';
import { deals } from '@fundlens/read-models/deals/deals';
import { jsonBytes } from '@fundlens/read-models/json-text';
import { locations, timeZoneOf } from '@fundlens/read-models/locations/locations';
import { RetryableError } from '@fundlens/runtime/errors';

const FACTS_VIEW = 'facts';

/** In what the dashboard of a location is not what its recomputed documents give; null: in nothing. */
export function windowDifference(
  stored: WindowDocument | null,
  recomputation: Recomputation,
  locationId: string,
): string | null {
  const facts = recomputedFacts(recomputation, locationId);
  if (stored === null) return facts.length === 0 ? null : 'is missing';
  const location = recomputation.source(`${locations.name}/${locationId}`);
  const timeZone = zoneOrFallback(location === null ? null : timeZoneOf(location.slots));
  if (stored.timeZone !== timeZone) return 'time zone differs';
  const today = stored.firstDay + PAST_DAYS;
  const counted = refreshWindow(null, planRecount(null, { dirtyDays: [], timeZone, today }), facts);
  if (counted === null) throw new RetryableError('window_not_countable', 'A window cannot be counted.');
  const isSame = (name: 'sums' | 'stageSums') => Buffer.compare(counted[name], stored[name]) === 0;
  return isSame('sums') && isSame('stageSums') ? null : 'sums differ';
}

/** What the documents of the location contribute to its dashboard. */
function recomputedFacts(recomputation: Recomputation, locationId: string): Fact[] {
  const starts = [contacts, deals].map(({ name }) => `${name}/${locationId}:`);
  const facts: Fact[] = [];
  for (const key of recomputation.keys()) {
    const source = starts.some((start) => key.startsWith(start)) ? recomputation.source(key) : null;
    if (source === null) continue;
    const text = source.readModel.views.find(({ name }) => name === FACTS_VIEW)?.render(source) ?? null;
    facts.push(...factsIn(text && jsonBytes(text)));
  }
  return facts;
}
