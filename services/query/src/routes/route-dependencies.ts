import type { AccessStore } from '../credentials/access-store.ts';
import type { LinkKeys } from '../pdf-link.ts';
import type { ProcessContext } from '../process-context.ts';
import type { ChangeQueries } from '../queries/changes.ts';
import type { CreditReportQueries } from '../queries/credit-reports.ts';
import type { DashboardQueries } from '../queries/dashboards.ts';
import type { DocumentQueries } from '../queries/documents.ts';
import type { ListQueries } from '../queries/lists.ts';
import type { LocationQueries } from '../queries/locations.ts';
import type { SealKeys } from '../sealed-text.ts';

/** What routes read by; each takes what it needs. */
export type RouteDependencies = Pick<ProcessContext, 'config' | 'clock'> & {
  readonly changes: ChangeQueries;
  readonly creditReports: CreditReportQueries;
  readonly dashboards: DashboardQueries;
  readonly documents: DocumentQueries;
  readonly lists: ListQueries;
  readonly locations: LocationQueries;
  readonly accessStore: Pick<AccessStore, 'blockedLocations'>;
  readonly cursors: SealKeys;
  readonly links: LinkKeys;
};
