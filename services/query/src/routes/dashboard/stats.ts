import { withoutState } from '@fundlens/read-models/dashboards/dashboard-figures';
import { type Days, openSums } from '@fundlens/read-models/dashboards/dashboard-sums';
import type { DashboardWindow } from '@fundlens/read-models/dashboards/dashboard-window';
import { FALLBACK_TIME_ZONE, isoDay, localDay } from '@fundlens/read-models/dashboards/local-day';
import { WindowTotals } from '@fundlens/read-models/dashboards/window-totals';
import type { DashboardData } from './dashboard-data.ts';

type StatsRequest = {
  /** Length of the window, which ends today. */
  readonly days: number;
  readonly series?: 'daily' | undefined;
  readonly compare?: 'previous' | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
};

/** Adds up locations, each with the window of its own zone. */
export class StatsTotals {
  readonly #request: StatsRequest;
  readonly #current: WindowTotals;
  readonly #previous: WindowTotals | null;
  readonly #zones = new Map<string, number>();

  constructor(request: StatsRequest) {
    const daily = request.series === 'daily';
    this.#request = request;
    this.#current = new WindowTotals({ daily });
    this.#previous = request.compare === 'previous' ? new WindowTotals({ daily }) : null;
  }

  /** @param document null: a location in which nothing has happened. */
  add(document: DashboardWindow | null): this {
    const { days, now } = this.#request;
    const timeZone = document?.timeZone ?? FALLBACK_TIME_ZONE;
    const to = localDay(now, timeZone);
    const sums = document === null ? [] : openSums(document.sums);
    this.#current.add(sums, { from: to - days + 1, to });
    this.#previous?.add(sums, { from: to - 2 * days + 1, to: to - days });
    this.#zones.set(timeZone, (this.#zones.get(timeZone) ?? 0) + 1);
    return this;
  }

  /** Of one location. */
  data(): DashboardData {
    const timeZone = mostFrequent(this.#zones) ?? FALLBACK_TIME_ZONE;
    const previous = this.#previous;
    return {
      window: windowOf(this.#request, timeZone, this.#current.days),
      ...this.#current.figures(),
      ...seriesOf(this.#current),
      ...(previous !== null && {
        previous: {
          window: windowOf(this.#request, timeZone, previous.days),
          ...withoutState(previous.figures()),
          ...seriesOf(previous),
        },
      }),
    };
  }

  /** Of all locations that were added. */
  companyData(): DashboardData {
    const timeZones = [...this.#zones.keys()].sort();
    const locations = [...this.#zones.values()].reduce((sum, count) => sum + count, 0);
    // A company without locations has the days of the fallback zone, and zeros.
    if (locations === 0) this.add(null);
    return { ...this.data(), company: { locations, timeZones } };
  }
}

function windowOf({ days }: StatsRequest, timeZone: string, { from, to }: Days): DashboardData['window'] {
  return { days, from: isoDay(from), to: isoDay(to), timeZone };
}

function seriesOf(totals: WindowTotals): Pick<DashboardData, 'series'> {
  const columns = totals.columns();
  if (columns === null) return {};
  const { from, to } = totals.days;
  const dates = Array.from({ length: to - from + 1 }, (_, index) => isoDay(from + index));
  return { series: { dates, ...columns } };
}

/** Of equally frequent ones the first by name; null for none. */
function mostFrequent(counts: ReadonlyMap<string, number>): string | null {
  const [first] = [...counts].sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1));
  return first?.[0] ?? null;
}
