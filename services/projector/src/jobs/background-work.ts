import type { ChangedDocument } from '@fundlens/projection/writer/document-writer';
import type { ReadModelName } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { DashboardWork } from '../dashboards/dashboard-work.ts';
import type { EnqueueWakeUps, WakeUpWork } from './wake-ups.ts';

/** Changes of one batch, and of batches that follow at once, become one refresh. */
const DASHBOARD_GATHER_MS = 200;
const DASHBOARDS_AT_ONCE = 4;

type BackgroundWorkOptions = {
  readonly dashboards: DashboardWork;
  /** What carries wake-ups; null: sweeps alone find the work. */
  readonly wakeUps: (Component & { take(work: WakeUpWork): EnqueueWakeUps }) | null;
};

/** The work on derived data: dashboards. */
export type BackgroundWork = {
  /** Called after each batch with the documents whose derived data must be refreshed. Never throws. */
  readonly onDocumentsChanged: (changed: readonly ChangedDocument[]) => void;
  /** In the order of their start. */
  readonly components: readonly Component[];
};

export function createBackgroundWork({ dashboards, wakeUps }: BackgroundWorkOptions): BackgroundWork {
  const wakeDashboards = wakeUps?.take({
    name: 'dashboards',
    concurrency: DASHBOARDS_AT_ONCE,
    gatherMs: DASHBOARD_GATHER_MS,
    first: 'oldest',
    work: dashboards.refresh,
  });
  return {
    onDocumentsChanged(changed) {
      wakeDashboards?.(changedLocations(changed));
    },
    components: [dashboards.sweeper, ...(wakeUps === null ? [] : [wakeUps])],
  };
}

const SOURCES: ReadonlySet<ReadModelName> = new Set(DASHBOARD_SOURCES);

/** The locations whose dashboard is made from one of the documents, each once. */
function changedLocations(changed: readonly ChangedDocument[]): Set<string> {
  return new Set(
    changed.flatMap(({ readModel, id }) => (SOURCES.has(readModel) && 'locationId' in id ? [id.locationId] : [])),
  );
}
