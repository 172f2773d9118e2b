import type { CursorKeys } from '../pagination/cursor.ts';
import type { ApplicationQueries } from '../queries/applications.ts';
import type { ChangeQueries } from '../queries/changes.ts';
import type { ContactQueries } from '../queries/contacts.ts';
import type { CreditReportQueries } from '../queries/credit-reports.ts';
import type { DealQueries } from '../queries/deals.ts';
import type { LocationQueries } from '../queries/locations.ts';
import type { PipelineStageQueries } from '../queries/pipeline-stages.ts';
import { listChanges } from './changes/list-changes.ts';
import { findApplication } from './contact-records/application.ts';
import { findCreditSummary } from './contact-records/credit-summary.ts';
import { listFundingPlans } from './contact-records/funding-plans.ts';
import { listNextSteps } from './contact-records/next-steps.ts';
import { listUnderwritingResults } from './contact-records/underwriting-results.ts';
import { findContact } from './contacts/find-contact.ts';
import { listContacts } from './contacts/list-contacts.ts';
import { showCredential } from './credential/show-credential.ts';
import { findCreditReport } from './credit-reports/find-credit-report.ts';
import { findPdfUrl, type PdfUrlDependencies } from './credit-reports/find-pdf-url.ts';
import { type DashboardDependencies, findDashboardStats } from './dashboard/find-stats.ts';
import { findDeal } from './deals/find-deal.ts';
import { listDealPipelines } from './deals/list-deal-pipelines.ts';
import { listDeals } from './deals/list-deals.ts';
import { listCustomFields } from './locations/list-custom-fields.ts';
import { listLocations } from './locations/list-locations.ts';
import { listPipeline } from './pipeline/list-pipeline.ts';
import { listPipelineStages } from './pipeline/list-stages.ts';
import type { Route } from './route.ts';
import type { Steps } from './steps.ts';

export type RouteDependencies = DashboardDependencies &
  PdfUrlDependencies & {
    readonly steps: Steps;
    readonly locations: LocationQueries;
    readonly contacts: ContactQueries;
    readonly applications: ApplicationQueries;
    readonly pipelineStages: PipelineStageQueries;
    readonly board: readonly string[];
    readonly creditReports: CreditReportQueries;
    readonly deals: DealQueries;
    readonly changes: ChangeQueries;
    readonly blockedLocations: (locationIds: readonly string[]) => Promise<ReadonlySet<string>>;
    readonly cursors: CursorKeys;
    readonly now: () => number;
  };

/** Every route of the API. */
export function createRoutes(dependencies: RouteDependencies): readonly Route[] {
  return [
    listLocations(dependencies),
    listContacts(dependencies),
    findContact(dependencies),
    listCustomFields(dependencies),
    findCreditSummary(dependencies),
    listUnderwritingResults(dependencies),
    listFundingPlans(dependencies),
    listNextSteps(dependencies),
    findApplication(dependencies),
    listPipeline(dependencies),
    listPipelineStages(dependencies),
    listDeals(dependencies),
    findDeal(dependencies),
    listDealPipelines(dependencies),
    findCreditReport(dependencies),
    findPdfUrl(dependencies),
    listChanges(dependencies),
    showCredential(dependencies),
    findDashboardStats(dependencies),
  ];
}
