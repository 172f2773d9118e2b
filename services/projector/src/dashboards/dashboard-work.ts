import { createRefresher } from '@fundlens/dashboards/refresher';
import type { WindowStore } from '@fundlens/dashboards/window-store';
import type { Metrics } from '@fundlens/projection/health/metrics';
import type { PartitionHealth } from '@fundlens/projection/health/partition-health';
import type { ChangedDocument } from '@fundlens/projection/writer/document-writer';
import type { ReadModelName } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import type { Sleep } from '@fundlens/runtime/backoff';
import { failureCode } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import { createPeriodic } from '@fundlens/runtime/periodic';

type DashboardWorkOptions = {
  readonly store: WindowStore;
  /** Whether readers use this generation. */
  readonly isRead: () => boolean;
  /** Records that wait in all partitions; null: not known. */
  readonly lag: () => number | null;
  readonly pauseBeforeRound: (round: number) => Promise<void>;
  /** Milliseconds between two sweeps. */
  readonly sweepMs: number;
  readonly metrics: Pick<Metrics, 'dashboardSweeps'>;
  readonly partitionHealth: Pick<PartitionHealth, 'setPart'>;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly sleep: Sleep;
};

/** Per sweep, the longest waiting first; the next sweep takes the others. */
const MAX_LOCATIONS_PER_SWEEP = 500;
/** While MongoDB answers one, another is counted. */
export const REFRESHES_AT_ONCE = 4;
/** More than live events have waiting while it is asked. */
const BACKLOG_RECORDS = 1_000;
/** In an endless backlog the work continues, slowly. */
const BACKLOG_SWEEP_MS = 60_000;

/**
 * Refreshes the dashboard of a location, and finds those whose wake-up was lost: correctness does not depend on Redis. A
 * location whose refresh fails does not block the others.
 *
 * While a backlog of events is worked off, a refresh would compete with them for the processor and be outdated by each of
 * the next ones: it waits for the sweep after that, and what a new generation has is counted once, when that is filled.
 */
export function createDashboardWork(options: DashboardWorkOptions) {
  const { store, isRead, lag, pauseBeforeRound, sweepMs, metrics, partitionHealth, logger, clock, sleep } = options;
  const recount = createRefresher({ store, clock, pauseBeforeRound });
  const isDue = () => (lag() ?? (isRead() ? 0 : BACKLOG_RECORDS)) < BACKLOG_RECORDS;
  let sweptAt = clock();

  async function refresh(locationId: string): Promise<void> {
    if (isDue()) await recount(locationId);
  }

  /** @returns why not everything is done; null: it is. */
  async function sweepAll(stopping?: AbortSignal): Promise<string | null> {
    if (!isDue() && !(isRead() && clock() - sweptAt >= BACKLOG_SWEEP_MS)) return null;
    sweptAt = clock();
    let trouble: string | null = null;
    const left = (await store.dirtyLocations(MAX_LOCATIONS_PER_SWEEP)).values();
    const worker = async () => {
      for (const locationId of left) {
        if (stopping?.aborted) return;
        await recount(locationId).catch((error: unknown) => {
          logger.error({ error, locationId }, 'a dashboard is not refreshed');
          trouble = failureCode(error);
        });
      }
    };
    await Promise.all(Array.from({ length: REFRESHES_AT_ONCE }, worker));
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
  return { isDue, refresh, sweep, sweeper };
}

const SOURCES: ReadonlySet<ReadModelName> = new Set(DASHBOARD_SOURCES);

/** The locations whose dashboard is made from one of the documents, each once. */
export function changedLocations(changed: readonly ChangedDocument[]): Set<string> {
  return new Set(
    changed.flatMap(({ readModel, id }) => (SOURCES.has(readModel) && 'locationId' in id ? [id.locationId] : [])),
  );
}
