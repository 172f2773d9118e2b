import type { RenderInput } from '@fundlens/credit-reports/render-report';
import {
  REPORT_VIEW,
  reportOf,
  reportTextIn,
  STORED_REPORT,
} from '@fundlens/read-models/credit-reports/credit-reports';
import { documentKey, type StoredDocument, slotsOf } from '@fundlens/read-models/document';
import { LIST_KEY_END, LIST_KEY_START } from '@fundlens/read-models/list-key';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Abortable, Collection, FindOptions } from 'mongodb';
import { viewField, viewOf } from './documents.ts';
import { MAX_TIME_MS } from './mongodb-options.ts';
import type { ReadModelDocument, ReadModels } from './read-models-store.ts';

/** One exact report, which must be the contact's when one is named; or the contact's latest. */
export type ReportSelector =
  | { readonly requestId: string; readonly contactId: string | null }
  | { readonly requestId: null; readonly contactId: string };

/** A report that is not deleted, as a link to its PDF names it. */
export type StoredReport = {
  readonly requestId: string;
  /** Of everything in the report that its PDF shows. */
  readonly contentDigest: string;
  readonly renderable: boolean;
};

/** What the PDF shows of the report itself. */
export type PrintedReport = Omit<RenderInput, 'location'>;

export type CreditReportQueries = ReturnType<typeof createCreditReportQueries>;

/** Each report is read by itself: no request waits for another's large report. */
export function createCreditReportQueries(readModels: ReadModels) {
  const VIEW = viewField(REPORT_VIEW);
  const options = { promoteBuffers: true, maxTimeMS: MAX_TIME_MS.report } as const;
  return {
    /**
     * The report's JSON: one exact report, or the contact's latest by the time it was pulled. Null when there is none, it
     * was deleted, or it belongs to another contact than the selector's.
     */
    async find(locationId: string, selector: ReportSelector, signal: AbortSignal): Promise<Uint8Array | null> {
      const reports = await readModels.collection('credit_reports');
      const fields = { [VIEW]: 1 } as const;
      const report = await findReport(reports, { locationId, ...selector }, { fields, ...options, signal });
      return viewOf(report, REPORT_VIEW);
    },

    /** The same without its text. */
    async describe(locationId: string, selector: ReportSelector): Promise<StoredReport | null> {
      const reports = await readModels.collection('credit_reports');
      const fields = { entityId: 1, contentDigest: 1, renderable: 1 } as const;
      const report = await findReport(reports, { locationId, ...selector }, { fields, ...options });
      // A deleted report has no fields.
      if (typeof report?.contentDigest !== 'string') return null;
      const { contentDigest, renderable } = report;
      return { requestId: String(report.entityId), contentDigest, renderable: renderable === true };
    },

    /** What the PDF of exactly this content is made from; null when the report is missing or has changed. */
    async printed(
      {
        locationId,
        requestId,
        contentDigest,
      }: { locationId: string } & Pick<StoredReport, 'requestId' | 'contentDigest'>,
      signal: AbortSignal,
    ): Promise<PrintedReport | null> {
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

/** Read of every report for comparison. */
const COMPARED = { locationId: 1, contactId: 1 } as const;

/**
 * The report of a checked location; null when there is none, or when it belongs to another contact than the selector's.
 * @param fields what is read of it.
 */
async function findReport(
  reports: Collection<ReadModelDocument>,
  { locationId, requestId, contactId }: ReportSelector & { readonly locationId: string },
  { fields, ...options }: FindOptions & Abortable & { readonly fields: Readonly<Record<string, 1>> },
): Promise<ReadModelDocument | null> {
  const latest = { locationId, contactId, listKey: { $gt: LIST_KEY_START, $lt: LIST_KEY_END } };
  const [filter, sorted] =
    requestId === null
      ? [latest, { sort: { listKey: 1 } as const }]
      : [{ _id: documentKey({ kind: 'location-entity', locationId, entityId: requestId }), locationId }, {}];
  const one = { projection: { ...COMPARED, ...fields }, limit: 1, singleBatch: true };
  const [report] = await mapMongoErrors(() => reports.find(filter, { ...one, ...sorted, ...options }).toArray());
  if (report?.locationId !== locationId) return null;
  return contactId === null || report.contactId === contactId ? report : null;
}
