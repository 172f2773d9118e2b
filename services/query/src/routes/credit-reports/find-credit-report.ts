import { creditReportBody } from '@fundlens/read-models/credit-reports/credit-reports';
import { notFound } from '../../api-error.ts';
import { validate } from '../../middleware/validate.ts';
import type { CreditReportQueries } from '../../queries/credit-reports.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';
import { REPORT_IDS, reportParameters, selectorOf } from './report-selection.ts';

export type FindCreditReportDependencies = { readonly steps: Steps; readonly creditReports: CreditReportQueries };

/**
 * GET /credit-reports: one exact stored report by `requestId`, or the contact's latest by `contactId`. With both,
 * `requestId` selects and its report must be the contact's.
 */
export function findCreditReport({ steps, creditReports }: FindCreditReportDependencies): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf } = steps;
  const { neverStored, auditedFirst, boundBytes, accessChecked } = steps;
  return defineRoute(
    {
      path: '/credit-reports',
      tag: 'Credit',
      summary: 'Get a stored credit report',
      description:
        'One exact report by `requestId`, or the latest of the contact by `contactId`; one of them is required. With both, `requestId` selects and its report must belong to the contact. Never starts a credit pull.',
      notFound: 'The location has no such stored report.',
      data: creditReportBody,
    },
    authenticate,
    audit({ operation: 'credit-reports.find', structural: REPORT_IDS }),
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
      const report = await creditReports.find(state.locationId, state.parameters, state.signal);
      if (report === null) throw notFound('The location has no such stored report.', 'report_not_found');
      state.found(report);
    },
  );
}
