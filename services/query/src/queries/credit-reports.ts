import { REPORT_VIEW } from '@fundlens/read-models/credit-reports/credit-reports';
import { viewField, viewOf } from './documents.ts';
import type { ReadModels } from './model-versions-store.ts';
import { findReport, type ReportSelector } from './report-selector.ts';

/** A report may have 12 MiB. */
const MAX_TIME_MS = 5_000;

export type CreditReportQueries = {
  /**
   * The report's JSON: one exact report, or the contact's latest by the time it was pulled. Null when there is none, it
   * was deleted, or it belongs to another contact than the selector's. Each report is read by itself: no request
   * waits for another's large report.
   */
  find(locationId: string, selector: ReportSelector, signal: AbortSignal): Promise<Uint8Array | null>;
};

export function createCreditReportQueries(readModels: ReadModels): CreditReportQueries {
  const options = { fields: { [viewField(REPORT_VIEW)]: 1 }, promoteBuffers: true, maxTimeMS: MAX_TIME_MS } as const;
  return {
    async find(locationId, selector, signal) {
      const reports = await readModels.collection('credit_reports');
      return viewOf(await findReport(reports, { locationId, ...selector }, { ...options, signal }), REPORT_VIEW);
    },
  };
}
