import type { CursorKey } from '../pagination/cursor.ts';
import type { ApplicantQueries } from '../queries/applicants.ts';
import type { ContactQueries } from '../queries/contacts.ts';
import type { CreditReportQueries } from '../queries/credit-reports.ts';
import type { LocationQueries } from '../queries/locations.ts';
import { findContact } from './contacts/find-contact.ts';
import { listContacts } from './contacts/list-contacts.ts';
import { findCreditReport } from './credit-reports/find-credit-report.ts';
import { listLocations } from './locations/list-locations.ts';
import { listPipeline } from './pipeline/list-pipeline.ts';
import type { Route } from './route.ts';

export type RouteDependencies = {
  readonly locations: LocationQueries;
  readonly contacts: ContactQueries;
  readonly applicants: ApplicantQueries;
  readonly creditReports: CreditReportQueries;
  readonly blockedLocations: (locationIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly cursors: CursorKey;
};

/** Every route of the API. */
export function createRoutes(dependencies: RouteDependencies): readonly Route[] {
  return [
    listLocations(dependencies),
    listContacts(dependencies),
    findContact(dependencies),
    listPipeline(dependencies),
    findCreditReport(dependencies),
  ];
}
