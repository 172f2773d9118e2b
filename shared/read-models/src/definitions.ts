import { companies } from './companies/companies.ts';
import { contacts } from './contacts/contacts.ts';
import { credentials } from './credentials/credentials.ts';
import { creditReports } from './credit-reports/credit-reports.ts';
import { dealPipelines } from './deal-pipelines/deal-pipelines.ts';
import { deals } from './deals/deals.ts';
import type { ReadModelDefinition, ReadModelName } from './definition.ts';
import { locations } from './locations/locations.ts';

/**
 * One document per location, made by the refresher from the facts of its contacts and deals in the zone of the location:
 * `timeZone`, `firstDay` and `sums` of a WindowDocument, beside `revision`.
 */
export const dashboardWindows: ReadModelDefinition = {
  name: 'dashboard_windows',
  viewsVersion: 1,
  streams: [],
  views: [],
  indexes: [{ key: { locationId: 1 }, name: 'by_location' }],
};

/** The models whose documents the dashboard is made from: facts of the first two, the zone of the third. */
export const DASHBOARD_SOURCES = ['contacts', 'deals', 'locations'] as const satisfies readonly ReadModelName[];
export type DashboardSource = (typeof DASHBOARD_SOURCES)[number];

const byName: Readonly<Record<ReadModelName, ReadModelDefinition>> = {
  companies,
  locations,
  credentials,
  contacts,
  credit_reports: creditReports,
  dashboard_windows: dashboardWindows,
  deal_pipelines: dealPipelines,
  deals,
};

export const readModels: readonly ReadModelDefinition[] = Object.values(byName);

export function definitionOf(name: ReadModelName): ReadModelDefinition {
  return byName[name];
}
