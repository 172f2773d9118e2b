import { REPORT_VIEW } from '@fundlens/read-models/credit-reports/credit-reports';
import { LIST_KEY_END, LIST_KEY_START } from '@fundlens/read-models/list-key';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import { findEntity, viewField, viewOf } from './documents.ts';
import type { ReadModels } from './model-versions-store.ts';

/** A report may have 12 MiB. */
const MAX_TIME_MS = 5_000;

export type CreditReportQueries = {
  /** The report's JSON; null when there is none, it was deleted, or it belongs to another contact than `contactId`. */
  find(locationId: string, selector: { requestId: string; contactId: string | null }): Promise<Uint8Array | null>;
  /** The contact's latest report by the time it was pulled; null when it has none. */
  findLatest(locationId: string, contactId: string): Promise<Uint8Array | null>;
};

export function createCreditReportQueries(readModels: ReadModels): CreditReportQueries {
  return {
    async find(locationId, { requestId, contactId }) {
      const reports = await readModels.collection('credit_reports');
      const asked = { locationId, entityId: requestId, view: REPORT_VIEW, fields: ['contactId'] };
      const report = await findEntity(reports, asked);
      if (report === null || (contactId !== null && report.contactId !== contactId)) return null;
      return viewOf(report, REPORT_VIEW);
    },
    async findLatest(locationId, contactId) {
      const reports = await readModels.collection('credit_reports');
      const [latest] = await mapMongoErrors(() =>
        reports
          .find(
            { locationId, contactId, listKey: { $gt: LIST_KEY_START, $lt: LIST_KEY_END } },
            {
              projection: { [viewField(REPORT_VIEW)]: 1 },
              sort: { listKey: 1 },
              limit: 1,
              promoteBuffers: true,
              maxTimeMS: MAX_TIME_MS,
            },
          )
          .toArray(),
      );
      return viewOf(latest, REPORT_VIEW);
    },
  };
}
