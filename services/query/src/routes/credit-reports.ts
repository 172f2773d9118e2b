import { instant } from '@fundlens/read-models/bodies';
import { creditReportBody } from '@fundlens/read-models/credit-reports/credit-reports';
import { z } from 'zod';
import { invalidParameters, notFound } from '../api-error.ts';
import { jsonBytes } from '../envelope.ts';
import { LINK_PARAMETER, LINK_PATH, signLink } from '../pdf-link.ts';
import type { ReportSelector } from '../queries/credit-reports.ts';
import { id } from './parameters.ts';
import { get, type Route, type RouteDependencies } from './route.ts';

const NO_REPORT = 'The location has no such stored report.';

/** How a stored report is asked for, wherever one is. */
const parameters = z.object({
  contactId: id().optional().describe('Selects the latest stored report of this contact.'),
  requestId: id().optional().describe('Selects this stored report.'),
});
const REPORT_IDS = ['contactId', 'requestId'] as const;

export function creditReportRoutes({ creditReports, config, links, clock }: RouteDependencies): readonly Route[] {
  return [
    get('/credit-reports', {
      operation: 'credit-reports.find',
      tag: 'Credit',
      summary: 'Get a stored credit report',
      description:
        'One exact report by `requestId`, or the latest of the contact by `contactId`; one of them is required. With both, `requestId` selects and its report must belong to the contact. Never starts a credit pull.',
      parameters,
      audited: REPORT_IDS,
      permission: 'credit_reports',
      reads: ['credit_reports'],
      neverStored: true,
      data: creditReportBody,
      notFound: NO_REPORT,
      read(asked) {
        const selector = selectorOf(asked);
        return async (request) => {
          const report = await creditReports.find(request, selector);
          if (report === null) throw notFound(NO_REPORT, 'report_not_found');
          return report;
        };
      },
    }),
    get('/credit-reports/pdf-url', {
      operation: 'credit-reports.pdf-url',
      tag: 'Credit',
      summary: 'Get a link to the PDF of a stored credit report',
      description:
        'Selects a report as `/credit-reports` does. The link is short-lived and signed; it works without a credential and is refused once the credential it was made with is revoked or loses `credit_reports`, the location changes hands, or the report is deleted or replaced. Using it is audited and counts against the limits of that credential. The PDF is rendered when the link is used: beyond what is rendered at once, the answer is 503 with `Retry-After`. `error.reason` says why there is no link: `report_not_found` or `report_not_renderable`. Never starts a credit pull.',
      parameters,
      audited: REPORT_IDS,
      permission: 'credit_reports',
      reads: ['credit_reports'],
      neverStored: true,
      data: z
        .strictObject({
          url: z
            .url()
            .describe('Follow it with GET and without credential. It gives access to the report: do not log it.'),
          expiresAt: instant().describe('From then on it is refused.'),
          requestId: z.string().describe('Id of the stored report; not that of this request.'),
        })
        .meta({
          id: 'CreditReportPdfUrl',
          description: 'A short-lived signed link to the PDF of a stored credit report.',
        }),
      notFound: 'The location has no such stored report, or it cannot be rendered.',
      read(asked) {
        const selector = selectorOf(asked);
        return async (request) => {
          const { companyId, credentialId } = request.credential;
          const found = await creditReports.describe(request, selector);
          // A credential without a company reads no location.
          if (found === null || companyId === null) throw notFound(NO_REPORT, 'report_not_found');
          if (!found.renderable) throw notFound('The report cannot be rendered.', 'report_not_renderable');
          const { requestId, contentDigest } = found;
          const expiresAt = clock.now() + config.LINK_SECONDS * 1_000;
          const link = { locationId: request.locationId, companyId, credentialId, requestId, contentDigest, expiresAt };
          const url = `${config.PUBLIC_URL}${LINK_PATH}?${LINK_PARAMETER}=${signLink(links, link)}`;
          return jsonBytes({ url, expiresAt: new Date(expiresAt).toISOString(), requestId });
        };
      },
    }),
  ];
}

/** One exact report by `requestId`, which must be the contact's if that is named too; or the contact's latest. @throws ApiError 400 */
function selectorOf({ contactId, requestId }: z.output<typeof parameters>): ReportSelector {
  if (requestId !== undefined) return { requestId, contactId: contactId ?? null };
  if (contactId !== undefined) return { requestId: null, contactId };
  const message = 'contactId or requestId is required.';
  throw invalidParameters(REPORT_IDS.map((parameter) => ({ parameter, rule: 'either', message })));
}
