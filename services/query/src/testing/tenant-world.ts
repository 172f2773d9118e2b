import {
  byDimension,
  FIRST_STATE_DAY,
  labelled,
  STAGE_MEASURES,
} from '@fundlens/read-models/dashboards/dashboard-measures';
import { localDay } from '@fundlens/read-models/dashboards/local-day';
import { type Fixtures, newToken } from './read-model-fixtures.ts';

/** A location. All have documents of the same ids, so that only the location tells them apart. */
export type Tenant = { readonly locationId: string; readonly companyId: string };

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

/** Stands in every stored body, and nowhere twice. */
function canary(locationId: string, kind: string, id: string): string {
  return `canary-of-${locationId}-${kind}-${id}`;
}

export type Canary = { readonly locationId: string; readonly kind: string };

export function canariesIn(text: string): Canary[] {
  const found = text.matchAll(/canary-of-(company\d+-\d+)-([a-z]+)-/g);
  return Array.from(found, ([, locationId = '', kind = '']) => ({ locationId, kind }));
}

/** Whether a key may be shown it at all. */
export function mayBeShown({ locationId, kind }: Canary, key: TenantKey | null): boolean {
  if (key === null || key.revoked || !key.permissions.includes('read')) return false;
  if (kind === 'report' && !key.permissions.includes('credit_reports')) return false;
  return locationId.startsWith(`${key.companyId}-`) && [null, locationId].includes(key.pinnedLocationId);
}

const ALL = ['read', 'credit_reports'];
const PLENTY = 100_000_000;
const IDS = [0, 1, 2, 3, 4];
const OLD = Date.UTC(2026, 0, 2);

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
    for (let i = 0; i < locationsEach; i += 1) tenants.push({ locationId: `${companyId}-${i}`, companyId });
  }
  await Promise.all(tenants.map((tenant, index) => fill(fixtures, tenant, index)));
  // Otherwise nothing is known to have changed. Long ago: the same is delayed throughout a test.
  const applied = { asOf: OLD, nextOffset: 1 };
  await fixtures.progress('crm', 'known', [applied, applied]);
  for (const stream of ['funding', 'access'] as const) await fixtures.progress(stream, stream, [applied]);

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
    const ofNext = `company${(index + 1) % companies}-0`;
    const kinds = [{}, {}, { permissions: ['read'] }, { permissions: [] }, { revoked: true }];
    // The last one is of a location that the next company has by now.
    for (const kind of [...kinds, { pinnedLocationId: ofNext }]) await key({ companyId, ...kind });
  }
  for (const [index, { companyId, locationId: pinnedLocationId }] of tenants.entries()) {
    await key({ companyId, pinnedLocationId });
    if (index % 4 === 0) await key({ companyId, pinnedLocationId, permissions: ['read'] });
    if (index % 4 === 1) await key({ companyId, pinnedLocationId, permissions: ['credit_reports'] });
    if (index % 4 === 2) await key({ companyId, pinnedLocationId, revoked: true });
  }
  return { tenants, keys };
}

async function fill(fixtures: Fixtures, { locationId, companyId }: Tenant, index: number): Promise<void> {
  const mark = (kind: string, id: string) => canary(locationId, kind, id);
  await fixtures.location(locationId, companyId, mark('location', locationId));
  for (const i of IDS) {
    const contactId = `c${i}`;
    const found = {
      createdAt: i,
      email: 'same@example.com',
      tags: ['tag-of-all'],
      deleted: i === 4 && index % 2 === 0,
    };
    await fixtures.contact(locationId, { contactId, companyName: mark('contact', contactId), ...found });
    const processor = mark('application', contactId);
    await fixtures.application(locationId, { contactId, submittedAt: i, stage: 'stage-of-all', processor });
    await fixtures.children(locationId, contactId, { canary: mark('record', contactId) });
    const deal = { dealId: `d${i}`, contactId, createdAt: i, name: mark('deal', `d${i}`) };
    await fixtures.deal(locationId, deal);
    const requestId = `r${i}`;
    const text = JSON.stringify({ says: mark('report', requestId), trades: [{ customerName: 'SAMPLE BANK' }] });
    await fixtures.creditReport(locationId, { requestId, contactId: `c${i % 2}`, pulledAt: i, text });
  }
  await fixtures.dealPipeline(locationId, 'p1', mark('pipeline', 'p1'));
  await fixtures.customField(locationId, 'f1', mark('field', 'f1'));
  const firstDay = localDay(Date.now(), 'UTC') - 1;
  const sums = new Map([['credit.reports', new Map([[firstDay + 1, 1_000 + index]])]]);
  const atStage = (measure: string) => labelled(byDimension(measure, 'stage'), mark('stage', 's1'));
  const stageSums = new Map([[atStage(STAGE_MEASURES.open), new Map([[FIRST_STATE_DAY, 1]])]]);
  await fixtures.dashboardWindow(locationId, { timeZone: 'UTC', firstDay, sums, stageSums });
}
