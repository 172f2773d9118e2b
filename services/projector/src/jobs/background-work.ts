import type { ChangedDocument } from '@fundlens/projection/writer/document-writer';
import { creditReports } from '@fundlens/read-models/credit-reports/credit-reports';
import type { ReadModelName } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import { documentKey } from '@fundlens/read-models/document';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { DashboardWork } from '../dashboards/dashboard-work.ts';
import type { PdfWork } from '../pdf/pdf-work.ts';
import type { EnqueueWakeUps, WakeUpWork } from './wake-ups.ts';

/** Changes of one batch, and of batches that follow at once, become one refresh. */
const DASHBOARD_GATHER_MS = 200;
const DASHBOARDS_AT_ONCE = 4;
/** One is rendered while the next is loaded and the last one stored. */
const PDFS_AT_ONCE = 3;

type BackgroundWorkOptions = {
  readonly dashboards: DashboardWork;
  readonly pdfs: PdfWork;
  /** What carries wake-ups; null: sweeps alone find the work. */
  readonly wakeUps: (Component & { take(work: WakeUpWork): EnqueueWakeUps }) | null;
};

/** The work on derived data: dashboards and PDFs. */
export type BackgroundWork = {
  /** Called after each batch with the documents whose derived data must be refreshed. Never throws. */
  readonly onDocumentsChanged: (changed: readonly ChangedDocument[]) => void;
  /** In the order of their start. */
  readonly components: readonly Component[];
};

export function createBackgroundWork({ dashboards, pdfs, wakeUps }: BackgroundWorkOptions): BackgroundWork {
  const wakeDashboards = wakeUps?.take({
    name: 'dashboards',
    concurrency: DASHBOARDS_AT_ONCE,
    gatherMs: DASHBOARD_GATHER_MS,
    first: 'oldest',
    work: dashboards.refresh,
  });
  const wakePdfs = wakeUps?.take({
    name: 'report-pdfs',
    concurrency: PDFS_AT_ONCE,
    gatherMs: 0,
    first: 'newest',
    work: pdfs.update,
  });
  return {
    onDocumentsChanged(changed) {
      wakeDashboards?.(changedLocations(changed));
      wakePdfs?.(changedReports(changed));
    },
    components: [dashboards.sweeper, ...pdfs.finders, ...(wakeUps === null ? [] : [wakeUps]), pdfs.renderer],
  };
}

const SOURCES: ReadonlySet<ReadModelName> = new Set(DASHBOARD_SOURCES);

/** The locations whose dashboard is made from one of the documents, each once. */
function changedLocations(changed: readonly ChangedDocument[]): Set<string> {
  return new Set(
    changed.flatMap(({ readModel, id }) => (SOURCES.has(readModel) && 'locationId' in id ? [id.locationId] : [])),
  );
}

function changedReports(changed: readonly ChangedDocument[]): string[] {
  return changed.filter(({ readModel }) => readModel === creditReports.name).map(({ id }) => documentKey(id));
}
