import { createRefresher } from '@fundlens/dashboards/refresher';
import type { WindowStore } from '@fundlens/dashboards/window-store';
import type { Metrics } from '@fundlens/projection/health/metrics';
import type { PartitionHealth } from '@fundlens/projection/health/partition-health';
import { workPerVersion } from '@fundlens/projection/versions/per-version';
import type { WrittenVersions } from '@fundlens/projection/versions/written-versions';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { createSweeper } from '@fundlens/runtime/sweeper';

type DashboardWorkOptions = {
  /** Those written at the moment of each call. */
  readonly versions: () => WrittenVersions;
  /** Of one version of windows and of the models that they are made from. */
  readonly openStore: (version: number) => WindowStore;
  readonly pauseBeforeRound: (round: number) => Promise<void>;
  /** Waited for before each refresh: see `BacklogGate`. */
  readonly quiet: () => Promise<void>;
  readonly sweepMs: number;
  readonly metrics: Pick<Metrics, 'dashboardRefreshSeconds' | 'dashboardBacklog' | 'dashboardAge' | 'dashboardSweeps'>;
  readonly partitionHealth: Pick<PartitionHealth, 'setPart'>;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly clock: () => number;
};

/** The work on dashboards. */
export type DashboardWork = {
  /** Refreshes the dashboard of a location in every version. */
  refresh(locationId: string): Promise<void>;
  /** Finds dashboards whose wake-up was lost. */
  readonly sweeper: Component;
};

export function createDashboardWork(options: DashboardWorkOptions): DashboardWork {
  const { versions, openStore, pauseBeforeRound, quiet, sweepMs, metrics, partitionHealth, logger, clock } = options;
  const dashboards = workPerVersion(
    // Windows have the versions of the contacts, with which deals and locations are rebuilt.
    () => versions().get(contacts.name) ?? [],
    (version) => {
      const store = openStore(version);
      const refresh = createRefresher({
        store,
        clock,
        pauseBeforeRound,
        onRefreshed: (seconds) => metrics.dashboardRefreshSeconds.observe(seconds),
      });
      return { backlog: store.backlog, waiting: store.dirtyLocations, work: (key) => refresh(key) };
    },
  );
  async function refresh(locationId: string): Promise<void> {
    await quiet();
    await dashboards.work(locationId, { again: false });
  }
  const sweeper = createSweeper({
    name: 'dashboards',
    backlog: dashboards.backlog,
    waiting: dashboards.waiting,
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
