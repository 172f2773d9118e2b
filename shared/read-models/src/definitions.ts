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
 * `timeZone`, `firstDay` and `sums` of a WindowDocument, beside `revision`. Its version follows that of the contacts.
 */
export const dashboardWindows: ReadModelDefinition = {
  name: 'dashboard_windows',
  version: contacts.version,
  madeFrom: 'contacts',
  streams: [],
  views: [],
  indexes: [{ key: { locationId: 1 }, name: 'by_location' }],
};

/**
 * The models whose documents the dashboard is made from: facts of the first two, the zone of the third. They have the same
 * version numbers and are rebuilt together, so that a window document is made from one set of them.
 */
export const DASHBOARD_SOURCES = ['contacts', 'deals', 'locations'] as const satisfies readonly ReadModelName[];
export type DashboardSource = (typeof DASHBOARD_SOURCES)[number];

/** `names` and the models that have to be rebuilt with them, each once. */
export function rebuiltTogether(names: readonly ReadModelName[]): ReadModelName[] {
  const isSource = (name: ReadModelName) => DASHBOARD_SOURCES.some((source) => source === name);
  return [...new Set(names.some(isSource) ? [...names, ...DASHBOARD_SOURCES] : names)];
}

export const readModels: readonly ReadModelDefinition[] = [
  companies,
  locations,
  credentials,
  contacts,
  creditReports,
  dashboardWindows,
  dealPipelines,
  deals,
];

export function definitionOf(name: ReadModelName): ReadModelDefinition {
  const found = readModels.find((definition) => definition.name === name);
  if (found === undefined) throw new TypeError(`no read model is called ${name}`);
  return found;
}
