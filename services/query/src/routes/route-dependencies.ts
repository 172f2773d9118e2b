import type { CursorKeys } from '../pagination/cursor.ts';
import type { PdfLink } from '../pdf-link.ts';
import type { ApplicationQueries } from '../queries/applications.ts';
import type { ChangeQueries } from '../queries/changes.ts';
import type { ContactQueries } from '../queries/contacts.ts';
import type { CreditReportQueries } from '../queries/credit-reports.ts';
import type { DashboardQueries } from '../queries/dashboards.ts';
import type { DealQueries } from '../queries/deals.ts';
import type { LocationQueries } from '../queries/locations.ts';

/** What routes read by; each takes what it needs. */
export type RouteDependencies = {
  readonly applications: ApplicationQueries;
  readonly changes: ChangeQueries;
  readonly contacts: ContactQueries;
  readonly creditReports: CreditReportQueries;
  readonly dashboards: DashboardQueries;
  readonly deals: DealQueries;
  readonly locations: LocationQueries;
  /** The given locations that are blocked. */
  readonly blockedLocations: (locationIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The stages of the desk's board, in its order. */
  readonly board: readonly string[];
  readonly cursors: CursorKeys;
  readonly links: {
    /** Absolute URL of a link. */
    readonly url: (link: PdfLink) => string;
    readonly lifeMs: number;
  };
  /** Epoch milliseconds. */
  readonly now: () => number;
};
