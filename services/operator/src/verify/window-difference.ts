import { planRecount, refreshWindow } from '@fundlens/dashboards/refresh-window';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { PAST_DAYS, type WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { type Fact, factsIn } from '@fundlens/read-models/dashboards/fact';
import { zoneOrFallback } from '@fundlens/read-models/dashboards/local-day';
import { deals } from '@fundlens/read-models/deals/deals';
import { locations, timeZoneOf } from '@fundlens/read-models/locations/locations';
import { RetryableError } from '@fundlens/runtime/errors';
import type { Recomputed } from './log-recomputation.ts';

const FACTS_VIEW = 'facts';

/** In what the dashboard of a location is not what its recomputed documents give; null: in nothing. */
export function windowDifference(
  stored: WindowDocument | null,
  documents: ReadonlyMap<string, Recomputed>,
  locationId: string,
): string | null {
  const facts = recomputedFacts(documents, locationId);
  if (stored === null) return facts.length === 0 ? null : 'is missing';
  const location = documents.get(`${locations.name}/${locationId}`);
  const timeZone = zoneOrFallback(location === undefined ? null : timeZoneOf(location.slots));
  if (stored.timeZone !== timeZone) return 'time zone differs';
  const today = stored.firstDay + PAST_DAYS;
  const counted = refreshWindow(null, planRecount(null, { dirtyDays: [], timeZone, today }), facts);
  if (counted === null) throw new RetryableError('window_not_countable', 'A window cannot be counted.');
  const isSame = (name: 'sums' | 'stageSums') => Buffer.compare(counted[name], stored[name]) === 0;
  return isSame('sums') && isSame('stageSums') ? null : 'sums differ';
}

/** What the documents of the location contribute to its dashboard. */
function recomputedFacts(documents: ReadonlyMap<string, Recomputed>, locationId: string): Fact[] {
  const starts = [contacts, deals].map(({ name }) => `${name}/${locationId}:`);
  const facts: Fact[] = [];
  for (const [key, document] of documents) {
    if (!starts.some((start) => key.startsWith(start))) continue;
    const view = document.readModel.views.find(({ name }) => name === FACTS_VIEW);
    facts.push(...factsIn(view?.render(document) ?? null));
  }
  return facts;
}
