import { notFound } from '../../api-error.ts';
import { validate } from '../../middleware/validate.ts';
import type { PdfLink } from '../../pdf-link.ts';
import type { CreditReportQueries } from '../../queries/credit-reports.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';
import { pdfUrlData } from './pdf-url-data.ts';
import { REPORT_IDS, reportParameters, selectorOf } from './report-selection.ts';

export type PdfUrlDependencies = {
  readonly steps: Steps;
  readonly creditReports: Pick<CreditReportQueries, 'describe'>;
  readonly links: {
    /** Absolute URL of a link. */
    readonly url: (link: PdfLink) => string;
    readonly lifeMs: number;
  };
  /** Epoch milliseconds. */
  readonly now: () => number;
};

const NO_PDF = 'The location has no such stored report, or it cannot be rendered.';
const NO_REPORT = 'The location has no such stored report.';

/** GET /credit-reports/pdf-url: a signed link to the PDF of a report, which is selected as in /credit-reports. */
export function findPdfUrl({ steps, creditReports, links, now }: PdfUrlDependencies): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf } = steps;
  const { neverStored, auditedFirst, boundBytes, accessChecked } = steps;
  return defineRoute(
    {
      path: '/credit-reports/pdf-url',
      tag: 'Credit',
      summary: 'Get a link to the PDF of a stored credit report',
      description:
        'Selects a report as `/credit-reports` does. The link is short-lived and signed; it works without a credential and is refused once the credential it was made with is revoked or loses `credit_reports`, the location changes hands, or the report is deleted or replaced. Using it is audited and counts against the limits of that credential. The PDF is rendered when the link is used: beyond what is rendered at once, the answer is 503 with `Retry-After`. `error.reason` says why there is no link: `report_not_found` or `report_not_renderable`. Never starts a credit pull.',
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
    auditedFirst,
    boundBytes,
    accessChecked,
    async ({ state }) => {
      const { locationId } = state;
      const found = await creditReports.describe(locationId, state.parameters);
      if (found === null) throw notFound(NO_REPORT, 'report_not_found');
      if (!found.renderable) throw notFound('The report cannot be rendered.', 'report_not_renderable');
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
