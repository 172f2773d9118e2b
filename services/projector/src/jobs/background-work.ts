import { creditReports, dashboardFacts } from '@fundlens/read-models/definitions';
import { documentKey } from '@fundlens/read-models/document';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { PdfWork } from '../pdf/pdf-work.ts';
import type { DashboardWork } from '../dashboards/dashboard-work.ts';
import type { ChangedDocument } from '@fundlens/projection/writer/document-writer';
import type { EnqueueWakeUps, WakeUpWork } from './wake-ups.ts';

/** Changes of one batch, and of batches that follow at once, become one refresh. */
const DASHBOARD_GATHER_MS = 200;
const DASHBOARDS_AT_ONCE = 4;
/** One is rendered while the next is loaded and the last one stored. */
const PDFS_AT_ONCE = 3;

export type BackgroundWorkOptions = {
  readonly dashboards: DashboardWork;
  readonly pdfs: PdfWork;
  /** What carries hints; null: sweeps alone find the work. */
  readonly hints: (Component & { take(work: WakeUpWork): EnqueueWakeUps }) | null;
};

/** What is made of documents beside the way of events. */
export type BackgroundWork = {
  /** To be told of documents from which something has to be made anew, once they are written. Never throws. */
  readonly onDocumentsChanged: (dirtied: readonly ChangedDocument[]) => void;
  /** In the order of their start. */
  readonly components: readonly Component[];
};

export function createBackgroundWork({ dashboards, pdfs, hints }: BackgroundWorkOptions): BackgroundWork {
  const giveDashboards = hints?.take({
    name: 'dashboards',
    concurrency: DASHBOARDS_AT_ONCE,
    gatherMs: DASHBOARD_GATHER_MS,
    first: 'oldest',
    work: dashboards.refresh,
  });
  const givePdfs = hints?.take({
    name: 'report-pdfs',
    concurrency: PDFS_AT_ONCE,
    gatherMs: 0,
    first: 'newest',
    work: pdfs.look,
  });
  return {
    onDocumentsChanged(dirtied) {
      giveDashboards?.(dirtiedLocations(dirtied));
      givePdfs?.(dirtiedReports(dirtied));
    },
    components: [dashboards.sweeper, ...pdfs.sweepers, ...(hints === null ? [] : [hints]), pdfs.renderer],
  };
}

/** Of dashboards, each once. */
function dirtiedLocations(dirtied: readonly ChangedDocument[]): Set<string> {
  return new Set(
    dirtied.flatMap(({ readModel, id }) =>
      readModel === dashboardFacts.name && 'locationId' in id ? [id.locationId] : [],
    ),
  );
}

function dirtiedReports(dirtied: readonly ChangedDocument[]): string[] {
  return dirtied.filter(({ readModel }) => readModel === creditReports.name).map(({ id }) => documentKey(id));
}
