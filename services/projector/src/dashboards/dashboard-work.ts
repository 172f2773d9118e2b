import { createRefresher } from '@fundlens/dashboards/refresher';
import type { WindowStore } from '@fundlens/dashboards/window-store';
import type { Metrics } from '@fundlens/projection/health/metrics';
import type { PartitionHealth } from '@fundlens/projection/health/partition-health';
import type { ChangedDocument } from '@fundlens/projection/writer/document-writer';
import type { ReadModelName } from '@fundlens/read-models/definition';
import type { Backlog } from '@fundlens/read-models/dashboards/dashboard-window';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import type { Sleep } from '@fundlens/runtime/backoff';
import { failureCode } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import { createPeriodic } from '@fundlens/runtime/periodic';

type DashboardWorkOptions = {
  readonly store: WindowStore;
  /** False: nobody reads them, and what is to be counted changes on: nothing is refreshed or looked for. */
  readonly isDue: () => boolean;
  readonly pauseBeforeRound: (round: number) => Promise<void>;
  /** Waited for before each refresh: see `BacklogGate`. */
  readonly quiet: () => Promise<void>;
  /** Milliseconds between two sweeps. */
  readonly sweepMs: number;
  readonly metrics: Pick<Metrics, 'dashboardBacklog' | 'dashboardAge' | 'dashboardSweeps'>;
  readonly partitionHealth: Pick<PartitionHealth, 'setPart'>;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Replaced in simulated time. */
  readonly sleep?: Sleep;
};

/** Per sweep, the longest waiting first; the next sweep takes the others. */
const MAX_LOCATIONS_PER_SWEEP = 500;

/**
 * Refreshes the dashboard of a location, and finds those whose wake-up was lost: correctness does not depend on Redis. A
 * location whose refresh fails does not block the others.
 */
export function createDashboardWork(options: DashboardWorkOptions) {
  const { store, isDue, pauseBeforeRound, quiet, sweepMs, metrics, partitionHealth, logger, clock, sleep } = options;
  const recount = createRefresher({ store, clock, pauseBeforeRound });
  async function refresh(locationId: string): Promise<void> {
    if (!isDue()) return;
    await quiet();
    await recount(locationId);
  }

  function swept({ documents, dirtySince }: Backlog): void {
    metrics.dashboardBacklog.set(documents);
    metrics.dashboardAge.setSince(dirtySince);
  }

  /** @returns why not everything is done; null: it is. */
  async function sweepAll(stopping?: AbortSignal): Promise<string | null> {
    const found = isDue() ? await store.backlog() : { documents: 0, dirtySince: null };
    swept(found);
    if (found.documents === 0) return null;
    let trouble: string | null = null;
    for (const locationId of await store.dirtyLocations(MAX_LOCATIONS_PER_SWEEP)) {
      if (stopping?.aborted) return trouble;
      await refresh(locationId).catch((error: unknown) => {
        logger.error({ error, locationId }, 'a dashboard is not refreshed');
        trouble = failureCode(error);
      });
    }
    swept(await store.backlog());
    return trouble;
  }

  async function sweep(stopping?: AbortSignal): Promise<void> {
    const trouble = await sweepAll(stopping).catch((error: unknown) => {
      logger.warn({ error }, 'a sweep of dashboards is not finished');
      return failureCode(error);
    });
    metrics.dashboardSweeps.inc({ outcome: trouble === null ? 'ok' : 'failed' });
    partitionHealth.setPart('dashboards', trouble);
  }

  const sweeper = createPeriodic({ name: 'sweeper of dashboards', everyMs: sweepMs, work: sweep, sleep });
  return { refresh, sweep, sweeper };
}

const SOURCES: ReadonlySet<ReadModelName> = new Set(DASHBOARD_SOURCES);

/** The locations whose dashboard is made from one of the documents, each once. */
export function changedLocations(changed: readonly ChangedDocument[]): Set<string> {
  return new Set(
    changed.flatMap(({ readModel, id }) => (SOURCES.has(readModel) && 'locationId' in id ? [id.locationId] : [])),
  );
}
