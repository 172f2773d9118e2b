import { notFound, notFoundYet } from '../../api-error.ts';
import type { PdfLink } from '../../pdf-link.ts';
import type { ReportPdf, ReportPdfQueries, ReportSelector } from '../../queries/report-pdfs.ts';
import { defineRoute, type Route } from '../route.ts';
import { pdfUrlData } from './pdf-url-data.ts';
import { REPORT_IDS, reportParameters, selectorOf } from './report-selection.ts';

export type PdfUrlDependencies = {
  readonly reportPdfs: Pick<ReportPdfQueries, 'find'>;
  readonly links: {
    /** Absolute URL of a link. */
    readonly url: (link: PdfLink) => string;
    readonly lifeMs: number;
  };
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Waits so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
};

/** A report that was stored a moment ago is waited for; these add up to two seconds (design §5). */
const PAUSES_MS = [50, 100, 150, 300, 400, 500, 500];
/** After which what is pending may well be ready. */
const RETRY_SECONDS = 2;
const NO_PDF = 'The location has no such stored report, or it cannot be rendered.';

/** GET /credit-reports/pdf-url: a signed link to the PDF of a report, which is selected as in /credit-reports. */
export function findPdfUrl({ reportPdfs, links, now, pause }: PdfUrlDependencies): Route {
  /** Null: there is no such report, or there will be no PDF of it. */
  async function whenReady(locationId: string, selector: ReportSelector): Promise<ReportPdf | null> {
    for (const wait of [...PAUSES_MS, null]) {
      const found = await reportPdfs.find(locationId, selector);
      if (found === null || !found.renderable || found.pdf === 'failed') return null;
      if (found.pdf === 'ready') return found;
      if (wait !== null) await pause(wait);
    }
    throw notFoundYet('The PDF of the report is not ready yet.', RETRY_SECONDS);
  }

  return defineRoute({
    path: '/credit-reports/pdf-url',
    operation: 'credit-reports.pdf-url',
    permission: 'credit_reports',
    location: 'one',
    tag: 'Credit',
    summary: 'Get a link to the PDF of a stored credit report',
    description:
      'Selects a report as `/credit-reports` does. The link is short-lived and signed; it works without a credential and is refused once the credential it was made with is revoked or loses `credit_reports`, the location changes hands, or the report is deleted or replaced. Using it is audited and counts against the limits of that credential. A PDF that is not ready yet is waited for up to two seconds; then the answer is 404 with `Retry-After`. Never starts a credit pull.',
    notFound: NO_PDF,
    data: pdfUrlData,
    caching: 'never-stored',
    reads: ['credit_reports'],
    parameters: reportParameters,
    structural: REPORT_IDS,
    prepare(parameters) {
      const selector = selectorOf(parameters);
      return async ({ locationId, holder: { credential } }) => {
        const found = await whenReady(locationId, selector);
        // Nobody without a company reads a location.
        if (found === null || credential.companyId === null) throw notFound(NO_PDF);
        const { requestId, contentDigest } = found;
        const { companyId, credentialId } = credential;
        const expiresAt = now() + links.lifeMs;
        const url = links.url({ locationId, companyId, credentialId, requestId, contentDigest, expiresAt });
        const data = { url, expiresAt: new Date(expiresAt).toISOString(), requestId };
        return { data: [Buffer.from(JSON.stringify(data))] };
      };
    },
  });
}
