import type { RenderInput } from '@fundlens/credit-reports/render-report';
import {
  REPORT_VIEW,
  reportOf,
  reportTextIn,
  STORED_REPORT,
} from '@fundlens/read-models/credit-reports/credit-reports';
import { slotsOf, type StoredDocument } from '@fundlens/read-models/document';
import { viewField, viewOf } from './documents.ts';
import type { ReadModels } from './read-models-store.ts';
import { findReport, type ReportSelector } from './report-selector.ts';

/** A report may have 12 MiB. */
const MAX_TIME_MS = 5_000;

/** A report that is not deleted, as a link to its PDF names it. */
export type StoredReport = {
  readonly requestId: string;
  /** Of everything in the report that its PDF shows. */
  readonly contentDigest: string;
  readonly renderable: boolean;
};

/** What the PDF shows of the report itself. */
export type PrintedReport = Omit<RenderInput, 'location'>;

/** Each report is read by itself: no request waits for another's large report. */
export type CreditReportQueries = {
  /**
   * The report's JSON: one exact report, or the contact's latest by the time it was pulled. Null when there is none, it
   * was deleted, or it belongs to another contact than the selector's.
   */
  find(locationId: string, selector: ReportSelector, signal: AbortSignal): Promise<Uint8Array | null>;
  /** The same without its text. */
  describe(locationId: string, selector: ReportSelector): Promise<StoredReport | null>;
  /** What the PDF of exactly this content is made from; null when the report is missing or has changed. */
  printed(
    report: { readonly locationId: string; readonly requestId: string; readonly contentDigest: string },
    signal: AbortSignal,
  ): Promise<PrintedReport | null>;
};

export function createCreditReportQueries(readModels: ReadModels): CreditReportQueries {
  const VIEW = viewField(REPORT_VIEW);
  const options = { promoteBuffers: true, maxTimeMS: MAX_TIME_MS } as const;
  return {
    async find(locationId, selector, signal) {
      const reports = await readModels.collection('credit_reports');
      const fields = { [VIEW]: 1 } as const;
      return viewOf(
        await findReport(reports, { locationId, ...selector }, { fields, ...options, signal }),
        REPORT_VIEW,
      );
    },

    async describe(locationId, selector) {
      const reports = await readModels.collection('credit_reports');
      const fields = { entityId: 1, contentDigest: 1, renderable: 1 } as const;
      const report = await findReport(reports, { locationId, ...selector }, { fields, ...options });
      // A deleted report has no fields.
      if (typeof report?.contentDigest !== 'string') return null;
      const { contentDigest, renderable } = report;
      return { requestId: String(report.entityId), contentDigest, renderable: renderable === true };
    },

    async printed({ locationId, requestId, contentDigest }, signal) {
      const reports = await readModels.collection('credit_reports');
      const fields = { [VIEW]: 1, [`slots.${STORED_REPORT}`]: 1, contentDigest: 1 } as const;
      const selector = { locationId, requestId, contactId: null };
      const report = await findReport(reports, selector, { fields, ...options, signal });
      const slot = reportOf(slotsOf((report?.slots ?? {}) as StoredDocument['slots']));
      const view = viewOf(report, REPORT_VIEW);
      if (report?.contentDigest !== contentDigest || slot === null || view === null) return null;
      const { pulledAt, bureaus, format } = slot;
      return { requestId, pulledAt, bureaus, format, report: reportTextIn(view, slot) };
    },
  };
}
