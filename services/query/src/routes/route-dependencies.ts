import type { PdfLink } from '../pdf-link.ts';
import type { ChangeQueries } from '../queries/changes.ts';
import type { CreditReportQueries } from '../queries/credit-reports.ts';
import type { DashboardQueries } from '../queries/dashboards.ts';
import type { DocumentQueries } from '../queries/documents.ts';
import type { ListQueries } from '../queries/lists.ts';
import type { LocationQueries } from '../queries/locations.ts';
import type { SealKeys } from '../sealed-text.ts';

/** What routes read by; each takes what it needs. */
export type RouteDependencies = {
  readonly changes: ChangeQueries;
  readonly creditReports: CreditReportQueries;
  readonly dashboards: DashboardQueries;
  readonly documents: DocumentQueries;
  readonly lists: ListQueries;
  readonly locations: LocationQueries;
  /** The given locations that are blocked. */
  readonly blockedLocations: (locationIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The stages of the desk's board, in its order. */
  readonly board: readonly string[];
  readonly cursors: SealKeys;
  readonly links: {
    /** Absolute URL of a link. */
    readonly url: (link: PdfLink) => string;
    readonly lifeMs: number;
  };
  /** Epoch milliseconds. */
  readonly now: () => number;
};
