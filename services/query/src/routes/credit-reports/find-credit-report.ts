import { creditReportBody } from '@fundlens/read-models/credit-reports/credit-reports';
import { notFound } from '../../api-error.ts';
import type { CreditReportQueries } from '../../queries/credit-reports.ts';
import { defineRoute, type Route } from '../route.ts';
import { REPORT_IDS, reportParameters, selectorOf } from './report-selection.ts';

/**
 * GET /credit-reports: one exact stored report by `requestId`, or the contact's latest by `contactId`. With both,
 * `requestId` selects and its report must be the contact's.
 */
export function findCreditReport({ creditReports }: { creditReports: CreditReportQueries }): Route {
  return defineRoute({
    path: '/credit-reports',
    operation: 'credit-reports.find',
    permission: 'credit_reports',
    location: 'one',
    tag: 'Credit',
    summary: 'Get a stored credit report',
    description:
      'One exact report by `requestId`, or the latest of the contact by `contactId`; one of them is required. With both, `requestId` selects and its report must belong to the contact. Never starts a credit pull.',
    notFound: 'The location has no such stored report.',
    data: creditReportBody,
    caching: 'never-stored',
    reads: ['credit_reports'],
    parameters: reportParameters,
    structural: REPORT_IDS,
    prepare(parameters) {
      const selector = selectorOf(parameters);
      return async ({ locationId }) => {
        const report =
          selector.requestId === null
            ? await creditReports.findLatest(locationId, selector.contactId)
            : await creditReports.find(locationId, selector);
        if (report === null) throw notFound('The location has no such stored report.');
        return { data: [report] };
      };
    },
  });
}
