import { createRefresher } from '@fundlens/dashboards/refresher';
import type { WindowStore } from '@fundlens/dashboards/window-store';
import type { Metrics } from '@fundlens/projection/health/metrics';
import type { PartitionHealth } from '@fundlens/projection/health/partition-health';
import type { ChangedDocument } from '@fundlens/projection/writer/document-writer';
import type { ReadModelName } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import type { Logger } from '@fundlens/runtime/logger';
import { createSweeper } from '@fundlens/runtime/sweeper';

type DashboardWorkOptions = {
  readonly store: WindowStore;
  /** False: nobody reads them, and what is to be counted changes on: nothing is refreshed or looked for. */
  readonly isDue: () => boolean;
  readonly pauseBeforeRound: (round: number) => Promise<void>;
  /** Waited for before each refresh: see `BacklogGate`. */
  readonly quiet: () => Promise<void>;
  readonly sweepMs: number;
  readonly metrics: Pick<Metrics, 'dashboardBacklog' | 'dashboardAge' | 'dashboardSweeps'>;
  readonly partitionHealth: Pick<PartitionHealth, 'setPart'>;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly clock: () => number;
};

const NOTHING = { documents: 0, dirtySince: null };

/** Refreshes the dashboard of a location, and finds those whose wake-up was lost. */
export function createDashboardWork(options: DashboardWorkOptions) {
  const { store, isDue, pauseBeforeRound, quiet, sweepMs, metrics, partitionHealth, logger, clock } = options;
  const recount = createRefresher({ store, clock, pauseBeforeRound });
  async function refresh(locationId: string): Promise<void> {
    if (!isDue()) return;
    await quiet();
    await recount(locationId);
  }
  const sweeper = createSweeper({
    name: 'dashboards',
    backlog: async () => (isDue() ? await store.backlog() : NOTHING),
    waiting: store.dirtyLocations,
    work: refresh,
    intervalMs: sweepMs,
    onSwept({ documents, dirtySince }) {
      metrics.dashboardBacklog.set(documents);
      metrics.dashboardAge.setSince(dirtySince);
    },
    onTrouble(code) {
      metrics.dashboardSweeps.inc({ outcome: code === null ? 'ok' : 'failed' });
      partitionHealth.setPart('dashboards', code);
    },
    logger,
  });
  return { refresh, sweeper };
}

const SOURCES: ReadonlySet<ReadModelName> = new Set(DASHBOARD_SOURCES);

/** The locations whose dashboard is made from one of the documents, each once. */
export function changedLocations(changed: readonly ChangedDocument[]): Set<string> {
  return new Set(
    changed.flatMap(({ readModel, id }) => (SOURCES.has(readModel) && 'locationId' in id ? [id.locationId] : [])),
  );
}
