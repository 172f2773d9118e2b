import { REPORT_VIEW } from '@fundlens/read-models/credit-reports/credit-reports';
import { documentKey } from '@fundlens/read-models/document';
import { LIST_KEY_END, LIST_KEY_START } from '@fundlens/read-models/list-key';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import { viewField, viewOf } from './documents.ts';
import type { ReadModels } from './model-versions-store.ts';
import type { ReportSelector } from './report-selector.ts';

/** A report may have 12 MiB. */
const MAX_TIME_MS = 5_000;

export type CreditReportQueries = {
  /**
   * The report's JSON: one exact report, or the contact's latest by the time it was pulled. Null when there is none, it
   * was deleted, or it belongs to another contact than the selector's. Each report is read by itself: a large one makes
   * nobody wait for it.
   */
  find(locationId: string, selector: ReportSelector, signal: AbortSignal): Promise<Uint8Array | null>;
};

export function createCreditReportQueries(readModels: ReadModels): CreditReportQueries {
  const projection = { locationId: 1, contactId: 1, [viewField(REPORT_VIEW)]: 1 };
  const options = { projection, limit: 1, singleBatch: true, promoteBuffers: true, maxTimeMS: MAX_TIME_MS };
  const latestFirst = { listKey: 1 } as const;

  return {
    async find(locationId, { requestId, contactId }, signal) {
      const reports = await readModels.collection('credit_reports');
      const range = { locationId, contactId, listKey: { $gt: LIST_KEY_START, $lt: LIST_KEY_END } };
      const filter =
        requestId === null ? range : { _id: documentKey({ kind: 'location-entity', locationId, entityId: requestId }) };
      const sorted = requestId === null ? { sort: latestFirst } : {};
      const [report] = await mapMongoErrors(() => reports.find(filter, { ...options, ...sorted, signal }).toArray());
      if (report?.locationId !== locationId || (contactId !== null && report.contactId !== contactId)) return null;
      return viewOf(report, REPORT_VIEW);
    },
  };
}
