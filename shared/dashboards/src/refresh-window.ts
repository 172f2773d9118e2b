import {
  byDimension,
  DIMENSIONS,
  FIRST_STATE_DAY,
  isStageMeasure,
  LABEL_GROUPS,
  labelled,
  WHOLE_LOCATION,
  ZONE_CHANGED,
} from '@fundlens/read-models/dashboards/dashboard-measures';
import { areReadable } from '@fundlens/read-models/dashboards/dashboard-sums';
import { FUTURE_DAYS, PAST_DAYS, type WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import type { Fact } from '@fundlens/read-models/dashboards/fact';
import { localDay, MAX_DAYS_FROM_UTC } from '@fundlens/read-models/dashboards/local-day';
import { WindowDraft } from './window-draft.ts';
import { admitLabels } from './window-labels.ts';

/** A recount of more days than these reads every fact of the location: one scan is cheaper than so many look-ups. */
const MAX_DAYS_ONE_BY_ONE = 100;

type Recount = {
  readonly timeZone: string;
  /** The first local day that the new document keeps. */
  readonly firstDay: number;
  /** Local days and state days whose sums are made anew; null: all of them. */
  readonly days: ReadonlySet<number> | null;
  /** The refresh needs every fact on these days, as documents list them in `days`; null: every fact of the location. */
  readonly factDays: readonly number[] | null;
};

/**
 * What has to be recounted so that the window document is right again.
 *
 * @param previous the document as it is; null when there is none: everything is counted.
 * @param change `dirtyDays`: the days that documents of the location name as changed. `timeZone`: as `zoneOrFallback`
 *   gives it. `today`: the local day in that zone.
 */
export function planRecount(
  previous: WindowDocument | null,
  { dirtyDays, timeZone, today }: { dirtyDays: Iterable<number>; timeZone: string; today: number },
): Recount {
  const firstDay = today - PAST_DAYS;
  const everything = { timeZone, firstDay, days: null, factDays: null };
  if (previous === null || previous.timeZone !== timeZone) return everything;
  if (!areReadable(previous.sums) || !areReadable(previous.stageSums)) return everything;
  const days = new Set<number>();
  for (const day of dirtyDays) {
    if (day === WHOLE_LOCATION) return everything;
    if (day === ZONE_CHANGED) continue;
    if (day >= FIRST_STATE_DAY) days.add(day);
    else for (const local of around(day)) if (isKept(local, firstDay)) days.add(local);
  }
  // Days that the document did not keep when it was made: new ones at the far end, or old ones if a clock went back.
  for (let day = firstDay; day < previous.firstDay && days.size <= MAX_DAYS_ONE_BY_ONE; day += 1) days.add(day);
  const unknownFrom = Math.max(lastDayOf(previous.firstDay) + 1, firstDay);
  for (let day = unknownFrom; day <= lastDayOf(firstDay) && days.size <= MAX_DAYS_ONE_BY_ONE; day += 1) days.add(day);
  if (days.size > MAX_DAYS_ONE_BY_ONE) return everything;
  const factDays = new Set([...days].flatMap((day) => (day >= FIRST_STATE_DAY ? [day] : around(day))));
  return { timeZone, firstDay, days, factDays: [...factDays].sort((a, b) => a - b) };
}

/** Local days that a UTC day's facts may be on, and UTC days that a local day's facts may be on. */
function around(day: number): number[] {
  return Array.from({ length: 2 * MAX_DAYS_FROM_UTC + 1 }, (_, index) => day - MAX_DAYS_FROM_UTC + index);
}

function lastDayOf(firstDay: number): number {
  return firstDay + PAST_DAYS + FUTURE_DAYS;
}

function isKept(day: number, firstDay: number): boolean {
  return day >= firstDay && (day <= lastDayOf(firstDay) || day >= FIRST_STATE_DAY);
}

/**
 * The window document after the recount. It is the same, byte for byte, as one counted from all facts.
 *
 * @param previous the document that the recount was planned with.
 * @param facts at least every fact on `recount.factDays`; others change nothing. Each fact once.
 * @returns null when only a count of everything can tell (labels that had been counted together must be told apart now):
 *   plan again with `null` as the previous document.
 */
export function refreshWindow(
  previous: WindowDocument | null,
  recount: Recount,
  facts: Iterable<Fact>,
): WindowDocument | null {
  const { timeZone, firstDay, days } = recount;
  const draft = new WindowDraft(days && previous, (day) => isKept(day, firstDay) && days?.has(day) !== true);
  for (const fact of facts) {
    const day = 'at' in fact ? localDay(fact.at, timeZone) : fact.stateDay;
    if (days === null ? isKept(day, firstDay) : days.has(day)) add(draft, day, fact);
  }
  for (const group of LABEL_GROUPS) {
    if (!admitLabels(draft, group)) return null;
  }
  return { timeZone, firstDay, ...draft.packed() };
}

function add(draft: WindowDraft, day: number, { amounts, by }: Fact): void {
  for (const [measure, amount] of Object.entries(amounts)) {
    // A stage has no figure over all stages.
    if (!isStageMeasure(measure)) draft.add(measure, day, amount);
    if (by === undefined) continue;
    for (const dimension of DIMENSIONS) {
      const label = by[dimension];
      if (label !== undefined) draft.add(labelled(byDimension(measure, dimension), label), day, amount);
    }
  }
}
