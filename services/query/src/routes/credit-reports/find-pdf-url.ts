import { notFound, notFoundYet } from '../../api-error.ts';
import { validate } from '../../middleware/validate.ts';
import type { PdfLink } from '../../pdf-link.ts';
import type { ReportPdf, ReportPdfQueries } from '../../queries/report-pdfs.ts';
import type { ReportSelector } from '../../queries/report-selector.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';
import { pdfUrlData } from './pdf-url-data.ts';
import { REPORT_IDS, reportParameters, selectorOf } from './report-selection.ts';

export type PdfUrlDependencies = {
  readonly steps: Steps;
  readonly reportPdfs: Pick<ReportPdfQueries, 'find'>;
  /** Has the PDF of a report rendered before those that no client waits for. */
  readonly requestPdf: (report: { readonly locationId: string; readonly requestId: string }) => Promise<void>;
  /** The PDF is made all the same, only later. */
  readonly onPdfNotRequested: (error: unknown) => void;
  readonly links: {
    /** Absolute URL of a link. */
    readonly url: (link: PdfLink) => string;
    readonly lifeMs: number;
  };
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Waits so many milliseconds, or until the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

/** Pauses while the PDF of a new report is rendered; two seconds in total (design §5). */
const PAUSES_MS = [50, 100, 150, 300, 400, 500, 500];
const RETRY_SECONDS = 2;
const NO_PDF = 'The location has no such stored report, or it cannot be rendered.';
const NO_REPORT = 'The location has no such stored report.';

/** GET /credit-reports/pdf-url: a signed link to the PDF of a report, which is selected as in /credit-reports. */
export function findPdfUrl(dependencies: PdfUrlDependencies): Route {
  const { steps, reportPdfs, requestPdf, onPdfNotRequested, links, now, pause } = dependencies;
  /** @throws ApiError 404, whose reason says whether there is no report, no PDF of it ever, or none yet. */
  async function whenReady(locationId: string, selector: ReportSelector, signal: AbortSignal): Promise<ReportPdf> {
    let isRequested = false;
    for (const wait of [...PAUSES_MS, null]) {
      const found = await reportPdfs.find(locationId, selector);
      if (found === null) throw notFound(NO_REPORT, 'report_not_found');
      if (!found.renderable) throw notFound('The report cannot be rendered.', 'report_not_renderable');
      if (found.pdf === 'failed') throw notFound('Rendering the PDF of the report has failed.', 'pdf_failed');
      if (found.pdf === 'ready') return found;
      if (!isRequested) await requestPdf({ locationId, requestId: found.requestId }).catch(onPdfNotRequested);
      isRequested = true;
      if (wait !== null) await pause(wait, signal);
      signal.throwIfAborted();
    }
    throw notFoundYet('The PDF of the report is not ready yet.', {
      reason: 'pdf_pending',
      retrySeconds: RETRY_SECONDS,
    });
  }

  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf } = steps;
  const { neverStored, recheckBeforeSending, boundBytes } = steps;
  return defineRoute(
    {
      path: '/credit-reports/pdf-url',
      tag: 'Credit',
      summary: 'Get a link to the PDF of a stored credit report',
      description:
        'Selects a report as `/credit-reports` does. The link is short-lived and signed; it works without a credential and is refused once the credential it was made with is revoked or loses `credit_reports`, the location changes hands, or the report is deleted or replaced. Using it is audited and counts against the limits of that credential. A PDF that is not ready yet is rendered next and waited for up to two seconds; then the answer is 404 with `Retry-After`. `error.reason` says why there is none: `report_not_found`, `report_not_renderable` or `pdf_failed` for good, `pdf_pending` for now. Never starts a credit pull.',
      notFound: NO_PDF,
      data: pdfUrlData,
    },
    authenticate,
    audit({ operation: 'credit-reports.pdf-url', structural: REPORT_IDS }),
    requirePermission('read'),
    limit,
    requirePermission('credit_reports'),
    validate(reportParameters, { understand: selectorOf }),
    checkLocation,
    dataAsOf('credit_reports'),
    neverStored,
    recheckBeforeSending,
    boundBytes,
    async ({ state }) => {
      const { locationId } = state;
      const found = await whenReady(locationId, state.parameters, state.signal);
      const { companyId, credentialId } = state.credential;
      // A credential without a company reads no location.
      if (companyId === null) throw notFound(NO_REPORT, 'report_not_found');
      const { requestId, contentDigest } = found;
      const expiresAt = now() + links.lifeMs;
      const url = links.url({ locationId, companyId, credentialId, requestId, contentDigest, expiresAt });
      const data = { url, expiresAt: new Date(expiresAt).toISOString(), requestId };
      state.found(Buffer.from(JSON.stringify(data)));
    },
  );
}
