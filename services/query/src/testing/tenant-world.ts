import {
  byDimension,
  FIRST_STATE_DAY,
  labelled,
  MEASURES,
  STAGE_MEASURES,
} from '@fundlens/read-models/dashboards/dashboard-measures';
import { localDay } from '@fundlens/read-models/dashboards/local-day';
import { type Fixtures, newToken } from './read-model-fixtures.ts';

/** A location. All have documents of the same ids, so that only the location tells them apart. */
export type Tenant = {
  readonly locationId: string;
  readonly companyId: string;
  /** Oldest first, as all lists below. */
  readonly contactIds: readonly string[];
  /** Contacts with an application. */
  readonly applicantIds: readonly string[];
  /** Contacts with a credit summary, plans, results and next steps. */
  readonly recordIds: readonly string[];
  readonly deals: readonly { readonly dealId: string; readonly contactId: string }[];
  readonly reports: readonly TenantReport[];
  /** No other location has as many. */
  readonly reportsPulled: number;
};

export type TenantReport = { readonly requestId: string; readonly contactId: string; readonly renderable: boolean };

export type TenantKey = {
  readonly token: string;
  readonly credentialId: string;
  readonly companyId: string;
  /** Null for an agency key. */
  readonly pinnedLocationId: string | null;
  readonly permissions: readonly string[];
  readonly revoked: boolean;
};

export type TenantWorld = { readonly tenants: readonly Tenant[]; readonly keys: readonly TenantKey[] };

export type CanaryKind =
  | 'location'
  | 'contact'
  | 'application'
  | 'record'
  | 'deal'
  | 'pipeline'
  | 'field'
  | 'stage'
  | 'report';

/** Stands in every stored body, and nowhere twice. */
export function canary(locationId: string, kind: CanaryKind, id: string): string {
  return `canary-of-${locationId}-${kind}-${id}`;
}

export function canariesIn(text: string): string[] {
  return text.match(/canary-of-[a-z0-9-]+/g) ?? [];
}

const ALL = ['read', 'credit_reports'];
const PLENTY = 100_000_000;
const IDS = [0, 1, 2, 3, 4];

/** Companies with `locationsEach` locations, and keys of every kind for them. */
export async function createTenantWorld(
  fixtures: Fixtures,
  { companies, locationsEach }: { companies: number; locationsEach: number },
): Promise<TenantWorld> {
  const tenants: Tenant[] = [];
  const keys: TenantKey[] = [];
  const companyIds = Array.from({ length: companies }, (_, index) => `company${index}`);
  for (const companyId of companyIds) {
    await fixtures.company(companyId, { dailyQuota: PLENTY });
    for (let i = 0; i < locationsEach; i += 1) tenants.push(tenantOf(companyId, i, tenants.length));
  }
  await Promise.all(tenants.map((tenant) => fill(fixtures, tenant)));
  // Otherwise nothing is known to have changed.
  for (const stream of ['crm', 'funding'] as const) await fixtures.progress(stream, stream, [{ asOf: Date.now() }]);

  async function key(given: Pick<TenantKey, 'companyId'> & Partial<TenantKey>): Promise<void> {
    const defaults = {
      token: newToken(),
      credentialId: `key-${keys.length}`,
      pinnedLocationId: null,
      permissions: ALL,
    };
    const made: TenantKey = { ...defaults, revoked: false, ...given };
    const { token, credentialId, companyId, pinnedLocationId, permissions, revoked } = made;
    const reach = pinnedLocationId === null ? 'agency' : 'location';
    const revokedAt = revoked ? 1 : null;
    await fixtures.credential(
      { reach, companyId, pinnedLocationId, permissions: [...permissions], revokedAt, windowLimit: PLENTY },
      { token, credentialId },
    );
    keys.push(made);
  }
  for (const [index, companyId] of companyIds.entries()) {
    await key({ companyId });
    await key({ companyId });
    await key({ companyId, permissions: ['read'] });
    await key({ companyId, permissions: [] });
    await key({ companyId, revoked: true });
    // Of a location that the next company has by now.
    await key({ companyId, pinnedLocationId: `company${(index + 1) % companies}-0` });
  }
  for (const [index, { companyId, locationId: pinnedLocationId }] of tenants.entries()) {
    await key({ companyId, pinnedLocationId });
    if (index % 4 === 0) await key({ companyId, pinnedLocationId, permissions: ['read'] });
    if (index % 4 === 1) await key({ companyId, pinnedLocationId, permissions: ['credit_reports'] });
    if (index % 4 === 2) await key({ companyId, pinnedLocationId, revoked: true });
  }
  return { tenants, keys };
}

/** The id of what exists in one location alone. */
export function onlyIn(locationId: string): string {
  return `only-${locationId}`;
}

function tenantOf(companyId: string, number: number, index: number): Tenant {
  const locationId = `${companyId}-${number}`;
  const only = onlyIn(locationId);
  const contactIds = ['c0', 'c1', 'c2', ...(index % 2 === 0 ? ['even'] : []), only];
  const deals = IDS.map((i) => ({ dealId: `d${i}`, contactId: `c${i % 3}` }));
  const reports = IDS.map((i) => ({ requestId: `r${i}`, contactId: `c${i % 2}`, renderable: i !== 2 }));
  return {
    locationId,
    companyId,
    contactIds,
    applicantIds: ['c0', 'c2', only],
    recordIds: ['c0', 'c1'],
    deals: [...deals, { dealId: only, contactId: only }],
    reports: [...reports, { requestId: only, contactId: only, renderable: true }],
    reportsPulled: 1_000 + index,
  };
}

async function fill(fixtures: Fixtures, tenant: Tenant): Promise<void> {
  const { locationId } = tenant;
  const mark = (kind: CanaryKind, id: string) => canary(locationId, kind, id);
  await fixtures.location(locationId, tenant.companyId, mark('location', locationId));
  for (const [createdAt, contactId] of tenant.contactIds.entries()) {
    await fixtures.contact(locationId, {
      contactId,
      createdAt,
      companyName: mark('contact', contactId),
      email: 'same@example.com',
      tags: ['same'],
    });
  }
  if (!tenant.contactIds.includes('even')) await fixtures.contact(locationId, { contactId: 'even', deleted: true });
  for (const [submittedAt, contactId] of tenant.applicantIds.entries()) {
    const processor = mark('application', contactId);
    await fixtures.application(locationId, { contactId, submittedAt, stage: 'same', processor });
  }
  for (const contactId of tenant.recordIds) {
    await fixtures.children(locationId, contactId, { canary: mark('record', contactId) });
  }
  for (const [createdAt, deal] of tenant.deals.entries()) {
    await fixtures.deal(locationId, { ...deal, createdAt, name: mark('deal', deal.dealId) });
  }
  await fixtures.dealPipeline(locationId, 'p1', mark('pipeline', 'p1'));
  await fixtures.customField(locationId, 'f1', mark('field', 'f1'));
  for (const [pulledAt, report] of tenant.reports.entries()) {
    const text = JSON.stringify({ says: mark('report', report.requestId) });
    await fixtures.creditReport(locationId, { ...report, pulledAt, text });
  }
  const firstDay = localDay(Date.now(), 'UTC') - 1;
  const sums = new Map([[MEASURES.reportsPulled, new Map([[firstDay + 1, BigInt(tenant.reportsPulled)]])]]);
  const atStage = (measure: string) => labelled(byDimension(measure, 'stage'), mark('stage', 's1'));
  const stageSums = new Map([[atStage(STAGE_MEASURES.open), new Map([[FIRST_STATE_DAY, 1n]])]]);
  await fixtures.dashboardWindow(locationId, { timeZone: 'UTC', firstDay, sums, stageSums });
}
