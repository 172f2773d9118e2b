import type { LoadContact, LoadTenant } from './tenants.ts';
import { createWeightedChoice, createZipfChoice } from './zipf.ts';

/** What clients ask for, and how often: a front end that opens contacts, lists and the dashboard. */

export type MixedRequest = { readonly path: string; readonly token: string };

type Route = { readonly weight: number; pathOf(tenant: LoadTenant, contact: LoadContact): string };

const BASE_PATH = '/api/v1';
/** A page as a screen shows it. */
const PAGE = 'limit=25';
/** Of all requests those by agency keys, which name their location. */
const AGENCY_SHARE = 0.25;

/** Weights are percent. */
export const routes: readonly Route[] = [
  { weight: 40, pathOf: (_, { contactId }) => `/contacts/${contactId}` },
  { weight: 8, pathOf: (_, { contactId }) => `/contacts/${contactId}/credit-summary` },
  { weight: 6, pathOf: (_, { contactId }) => `/contacts/${contactId}/underwriting-results` },
  { weight: 5, pathOf: (_, { contactId }) => `/contacts/${contactId}/funding-plans` },
  { weight: 5, pathOf: (_, { contactId }) => `/contacts/${contactId}/next-steps` },
  { weight: 10, pathOf: () => `/contacts?${PAGE}` },
  { weight: 8, pathOf: () => `/pipeline?${PAGE}` },
  { weight: 5, pathOf: () => `/deals?${PAGE}` },
  { weight: 7, pathOf: () => '/dashboard/stats' },
  { weight: 5, pathOf: (_, { requestId }) => `/credit-reports?requestId=${requestId}` },
  { weight: 1, pathOf: ({ largeReportId }) => `/credit-reports?requestId=${largeReportId}` },
];

/** So many requests: locations by zipf, and in each of them contacts by zipf. */
export function mixedRequests(count: number, tenants: readonly LoadTenant[], random: () => number): MixedRequest[] {
  const chooseTenant = createZipfChoice(tenants.length, random);
  const chooseContact = createZipfChoice(tenants[0]?.contacts.length ?? 0, random);
  const chooseRoute = createWeightedChoice(
    routes.map(({ weight }) => weight),
    random,
  );
  return Array.from({ length: count }, () => {
    const tenant = tenants[chooseTenant()];
    const contact = tenant?.contacts[chooseContact()];
    const route = routes[chooseRoute()];
    if (tenant === undefined || contact === undefined || route === undefined) throw new TypeError('nothing to ask for');
    const path = `${BASE_PATH}${route.pathOf(tenant, contact)}`;
    if (random() >= AGENCY_SHARE) return { path, token: tenant.locationToken };
    const separator = path.includes('?') ? '&' : '?';
    return { path: `${path}${separator}locationId=${tenant.locationId}`, token: tenant.agencyToken };
  });
}
