import { z } from 'zod';
import { invalidRequest, notFound } from '../../api-error.ts';
import type { CreditReportQueries } from '../../queries/credit-reports.ts';
import { id } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import { creditReportData } from './credit-report-data.ts';

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
    data: creditReportData,
    caching: 'never-stored',
    reads: ['credit_reports'],
    parameters: z.object({
      contactId: id().optional().describe('Selects the latest stored report of this contact.'),
      requestId: id().optional().describe('Selects this stored report.'),
    }),
    structural: ['contactId', 'requestId'],
    prepare({ contactId, requestId }) {
      const read = selectReport(creditReports, contactId, requestId);
      return async ({ locationId }) => {
        const report = await read(locationId);
        if (report === null) throw notFound('The location has no such stored report.');
        return { data: [report] };
      };
    },
  });
}

function selectReport(
  creditReports: CreditReportQueries,
  contactId: string | undefined,
  requestId: string | undefined,
) {
  if (requestId !== undefined) {
    return (locationId: string) => creditReports.find(locationId, { requestId, contactId: contactId ?? null });
  }
  if (contactId === undefined) throw invalidRequest('contactId or requestId is required.');
  return (locationId: string) => creditReports.findLatest(locationId, contactId);
}
