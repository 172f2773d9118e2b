import type { RenderInput } from '@fundlens/credit-reports/render-report';
import { REPORT_VIEW, reportTextIn, STORED_REPORT } from '@fundlens/read-models/credit-reports/credit-reports';
import { type StoredDocument, slotsOf } from '@fundlens/read-models/document';
import { LIST_KEY_END, LIST_KEY_START } from '@fundlens/read-models/list-key';
import { slotValue } from '@fundlens/read-models/slot';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import { type DocumentQueries, viewField, viewOf } from './documents.ts';
import { MAX_TIME_MS } from './mongodb-options.ts';
import type { ReadModelDocument, Tenant } from './read-models-store.ts';

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

type Printed = Omit<RenderInput, 'location'>;

export type CreditReportQueries = ReturnType<typeof createCreditReportQueries>;

const VIEW = viewField(REPORT_VIEW);

export function createCreditReportQueries(documents: Pick<DocumentQueries, 'read'>) {
  /**
   * The report of a checked location; null when there is none, or when it belongs to another contact than the selector's.
   * @param fields what is read of it.
   */
  async function read(
    tenant: Tenant,
    { requestId, contactId }: ReportSelector,
    fields: readonly string[],
  ): Promise<ReadModelDocument | null> {
    const entityId = requestId === null ? await latest(tenant, contactId) : requestId;
    if (entityId === null) return null;
    const report = await documents.read(tenant, { model: 'credit_reports', entityId }, ['contactId', ...fields]);
    return contactId === null || report?.contactId === contactId ? report : null;
  }

  /** Its id: a report itself is read with others, so that many leave their connections to shorter reads. */
  async function latest({ served, locationId }: Tenant, contactId: string): Promise<string | null> {
    const reports = served.collection('credit_reports');
    const filter = { locationId, contactId, listKey: { $gt: LIST_KEY_START, $lt: LIST_KEY_END } };
    const options = { projection: { entityId: 1 }, sort: 'listKey', maxTimeMS: MAX_TIME_MS.documents } as const;
    const found = await mapMongoErrors(() => reports.findOne(filter, options));
    return found === null ? null : String(found.entityId);
  }

  return {
    /**
     * The report's JSON: one exact report, or the contact's latest by the time it was pulled. Null when there is none, it
     * was deleted, or it belongs to another contact than the selector's.
     */
    find: async (tenant: Tenant, selector: ReportSelector): Promise<Uint8Array | null> =>
      viewOf(await read(tenant, selector, [VIEW]), REPORT_VIEW),

    /** The same without its text. */
    async describe(tenant: Tenant, selector: ReportSelector): Promise<StoredReport | null> {
      const report = await read(tenant, selector, ['entityId', 'contentDigest', 'renderable']);
      // A deleted report has no fields.
      if (typeof report?.contentDigest !== 'string') return null;
      const { contentDigest, renderable } = report;
      return { requestId: String(report.entityId), contentDigest, renderable: renderable === true };
    },

    /** What the PDF of exactly this content is made from; null when the report is missing or has changed. */
    async printed(link: Omit<StoredReport, 'renderable'> & Tenant): Promise<Printed | null> {
      const { requestId, contentDigest } = link;
      const fields = [VIEW, `slots.${STORED_REPORT}`, 'contentDigest'];
      const report = await read(link, { requestId, contactId: null }, fields);
      const slot = slotValue(slotsOf((report?.slots ?? {}) as StoredDocument['slots']), STORED_REPORT);
      const view = viewOf(report, REPORT_VIEW);
      if (report?.contentDigest !== contentDigest || slot === null || view === null) return null;
      const { pulledAt, bureaus, format } = slot;
      return { requestId, pulledAt, bureaus, format, report: reportTextIn(view, slot) };
    },
  };
}
