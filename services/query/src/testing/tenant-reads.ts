import { CONTACT } from '@fundlens/read-models/contacts/slots';
import type { Expected } from './expected-responses.ts';
import { contactRecords } from './published-routes.ts';
import { canary, type Tenant, type TenantReport } from './tenant-world.ts';

/** The expected responses of the routes to a client that may read a location, from the table of tenants alone. */

const NOT_FOUND: Expected = { status: 404, canaries: [] };

/** The records that are made of a contact's children: a tenant's canary is in each of them. */
export const RECORD_ROUTES = contactRecords
  .filter(({ reads }) => reads.every((kind) => kind !== CONTACT))
  .map(({ name }) => name);

export function contactResponse({ locationId, contactIds }: Tenant, contactId: string): Expected {
  if (!contactIds.includes(contactId)) return NOT_FOUND;
  const canaries = [canary(locationId, 'contact', contactId)];
  return { status: 200, canaries, alsoAllowed: includable(locationId, contactId), members: { contactId } };
}

/** What `include` may put into the entry of a contact. */
function includable(locationId: string, contactId: string): string[] {
  return [canary(locationId, 'application', contactId), canary(locationId, 'record', contactId)];
}

export function recordResponse({ locationId, contactIds, recordIds }: Tenant, contactId: string): Expected {
  if (!contactIds.includes(contactId)) return NOT_FOUND;
  const canaries = recordIds.includes(contactId) ? [canary(locationId, 'record', contactId)] : [];
  return { status: 200, canaries, members: { contactId } };
}

/** The entry of the pipeline, which shows the contact and its records too. */
export function applicationResponse(tenant: Tenant, contactId: string): Expected {
  if (!tenant.applicantIds.includes(contactId)) return NOT_FOUND;
  const { canaryOf, alsoAllowed } = applicantList(tenant);
  return { status: 200, canaries: [canaryOf(contactId)], alsoAllowed: alsoAllowed(contactId), members: { contactId } };
}

export function dealResponse({ locationId, deals }: Tenant, dealId: string): Expected {
  const deal = deals.find((one) => one.dealId === dealId);
  if (deal === undefined) return NOT_FOUND;
  const { contactId } = deal;
  return { status: 200, canaries: [canary(locationId, 'deal', dealId)], members: { dealId, contactId } };
}

export type ReportSelection = { readonly requestId?: string; readonly contactId?: string };

function selectedReport({ reports }: Tenant, { requestId, contactId }: ReportSelection): TenantReport | null {
  const matching = reports.filter(
    (one) => (requestId ?? one.requestId) === one.requestId && (contactId ?? one.contactId) === one.contactId,
  );
  return matching.at(-1) ?? null;
}

export function reportResponse(tenant: Tenant, selection: ReportSelection): Expected {
  const report = selectedReport(tenant, selection);
  if (report === null) return NOT_FOUND;
  const canaries = [canary(tenant.locationId, 'report', report.requestId)];
  return { status: 200, canaries, members: { ...report } };
}

export function pdfUrlResponse(tenant: Tenant, selection: ReportSelection): Expected {
  const report = selectedReport(tenant, selection);
  if (report?.renderable !== true) return NOT_FOUND;
  return { status: 200, canaries: [], members: { requestId: report.requestId } };
}

export function dashboardResponse({ reportsPulled }: Tenant): Expected {
  return { status: 200, canaries: [], members: { 'credit.reportsPulled': reportsPulled } };
}

/** @param tenants all of a company. */
export function companyDashboardResponse(tenants: readonly Tenant[]): Expected {
  const pulled = tenants.reduce((sum, { reportsPulled }) => sum + reportsPulled, 0);
  const members = { 'credit.reportsPulled': pulled, 'company.locations': tenants.length };
  return { status: 200, canaries: [], members };
}

/** A list in full, before a page of it is cut out. */
export type FullList = {
  readonly path: string;
  readonly name: string;
  readonly idName: string;
  readonly ids: readonly string[];
  readonly canaryOf: (id: string) => string;
  readonly alsoAllowed: (id: string) => readonly string[];
  /** What is asked for beside page and location. */
  readonly asked?: Readonly<Record<string, string>>;
  /** Its last page has a cursor too. */
  readonly goesOn?: boolean;
};

const nothing = () => [];

export function contactList({ locationId, contactIds }: Tenant): FullList {
  const canaryOf = (id: string) => canary(locationId, 'contact', id);
  const ids = contactIds.toReversed();
  const alsoAllowed = (id: string) => includable(locationId, id);
  return { path: '/contacts', name: 'contacts', idName: 'contactId', ids, canaryOf, alsoAllowed };
}

export function applicantList({ locationId, applicantIds }: Tenant): FullList {
  return {
    path: '/pipeline',
    name: 'contacts',
    idName: 'contactId',
    ids: applicantIds.toReversed(),
    canaryOf: (id) => canary(locationId, 'application', id),
    alsoAllowed: (id) => [canary(locationId, 'contact', id), canary(locationId, 'record', id)],
  };
}

export function dealList({ locationId, deals }: Tenant, contactId: string | null): FullList {
  const ids = deals.filter((deal) => contactId === null || deal.contactId === contactId).map(({ dealId }) => dealId);
  const canaryOf = (id: string) => canary(locationId, 'deal', id);
  const asked = contactId === null ? {} : { contactId };
  return {
    path: '/deals',
    name: 'deals',
    idName: 'dealId',
    ids: ids.toReversed(),
    canaryOf,
    alsoAllowed: nothing,
    asked,
  };
}

/** Oldest change first; each deal was written once. */
export function updatedDealList(tenant: Tenant): FullList {
  const all = dealList(tenant, null);
  return { ...all, ids: all.ids.toReversed(), asked: { updatedSince: '1970-01-01T00:00:00Z' } };
}

export function dealChangeList(tenant: Tenant): FullList {
  const { ids } = updatedDealList(tenant);
  const shape = { path: '/changes', name: 'changes', idName: 'id', asked: { types: 'deal' }, goesOn: true };
  return { ...shape, ids, canaryOf: () => '', alsoAllowed: nothing };
}

export function dealPipelineList({ locationId }: Tenant): FullList {
  const canaryOf = (id: string) => canary(locationId, 'pipeline', id);
  const shape = { path: '/deal-pipelines', name: 'pipelines', idName: 'pipelineId' };
  return { ...shape, ids: ['p1'], canaryOf, alsoAllowed: nothing };
}

export function customFieldsResponse({ locationId }: Tenant): Expected {
  return { status: 200, canaries: [canary(locationId, 'field', 'f1')] };
}

export function stagesResponse({ locationId }: Tenant): Expected {
  return { status: 200, canaries: [canary(locationId, 'stage', 's1')] };
}

export function locationList(locationIds: readonly string[]): FullList {
  const canaryOf = (id: string) => canary(id, 'location', id);
  const shape = { path: '/locations', name: 'locations', idName: 'locationId' };
  return { ...shape, ids: locationIds, canaryOf, alsoAllowed: nothing };
}

export function pageOf(list: FullList, { from, limit }: { from: number; limit: number }): Expected {
  const { name, idName } = list;
  const ids = list.ids.slice(from, from + limit);
  return {
    status: 200,
    canaries: ids.map(list.canaryOf).filter((text) => text !== ''),
    alsoAllowed: ids.flatMap(list.alsoAllowed),
    members: { returned: ids.length },
    list: { name, idName, ids, more: list.goesOn === true || from + limit < list.ids.length },
  };
}
