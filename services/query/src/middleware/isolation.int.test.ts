import { labelled, MEASURES } from '@fundlens/read-models/dashboards/dashboard-measures';
import { localDay } from '@fundlens/read-models/dashboards/local-day';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type QueryHarness, queryHarness, type RunningQuery } from '../testing/query-harness.ts';

const COMPANIES = ['acme', 'rival', 'third'];
const LOCATIONS_EACH = 3;
const REQUESTS = 2_400;
/** At the same time: enough that requests of different tenants interleave. */
const CONCURRENCY = 24;

type Tenant = { readonly locationId: string; readonly companyId: string; readonly canary: string };
type Key = { readonly token: string; readonly companyId: string; readonly pinned: Tenant | null };

let harness: QueryHarness;
let query: RunningQuery;
const tenants: Tenant[] = [];
const keys: Key[] = [];

beforeAll(async () => {
  harness = await queryHarness();
  const { fixtures } = harness;
  for (const companyId of COMPANIES) {
    await fixtures.company(companyId);
    const agency = { reach: 'agency' as const, companyId, windowLimit: 100_000 };
    keys.push({
      token: await fixtures.credential({ ...agency, permissions: ['read', 'credit_reports'] }),
      companyId,
      pinned: null,
    });
    for (let i = 0; i < LOCATIONS_EACH; i += 1) {
      const tenant = { locationId: `${companyId}-${i}`, companyId, canary: `canary-of-${companyId}-${i}` };
      tenants.push(tenant);
      await fill(tenant);
      const pin = { reach: 'location' as const, companyId, pinnedLocationId: tenant.locationId, windowLimit: 100_000 };
      const permissions = i === 0 ? ['read'] : ['read', 'credit_reports'];
      keys.push({ token: await fixtures.credential({ ...pin, permissions }), companyId, pinned: tenant });
    }
  }
  // Otherwise nothing is known to have changed.
  for (const stream of ['crm', 'funding'] as const) await fixtures.progress(stream, stream, [{ asOf: Date.now() }]);
  query = await harness.start();
});
afterAll(() => harness.close());

/** The same ids in every location, so that only the location tells them apart. */
async function fill({ locationId, companyId, canary }: Tenant): Promise<void> {
  const { fixtures } = harness;
  await fixtures.location(locationId, companyId, canary);
  for (let i = 0; i < 5; i += 1) {
    const contactId = `c${i}`;
    const found = { createdAt: i, email: 'same@example.com', tags: ['same'] };
    await fixtures.contact(locationId, { contactId, companyName: canary, ...found });
    await fixtures.application(locationId, { contactId, submittedAt: i, stage: 'same' });
    const text = JSON.stringify({ canary });
    await fixtures.creditReport(locationId, { requestId: `r${i}`, contactId, pulledAt: i, text });
  }
  const firstDay = localDay(Date.now(), 'UTC') - 1;
  const once = new Map([[firstDay + 1, 1n]]);
  const sums = new Map([
    [MEASURES.evaluated, once],
    [labelled(MEASURES.declined, canary), once],
  ]);
  await fixtures.dashboardWindow(locationId, { timeZone: 'UTC', firstDay, sums });
}

/** Deterministic, so that a failure can be repeated. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomPath(random: (below: number) => number, cursors: readonly string[]): string {
  const locationIds = [...tenants.map(({ locationId }) => locationId), 'nowhere', 'acme', 'acme-0%3Ac1', 'acme-0:', ''];
  const contactIds = ['c0', 'c1', 'nope', 'acme-0%3Ac1', '..%2Facme-0', '%24ne', 'rival-1:c1'];
  const pick = (values: readonly string[]) => values[random(values.length)] ?? '';
  const parameters: string[] = [];
  if (random(10) > 0) parameters.push(`locationId=${pick(locationIds)}`);
  const path = pick([
    '/locations',
    '/contacts',
    '/contacts',
    '/contacts/',
    '/contacts/application',
    '/pipeline',
    '/changes',
    '/credit-reports',
    '/credit-reports/pdf-url',
    '/dashboard/stats',
  ]);
  if (path.startsWith('/dashboard')) {
    if (random(2) === 0) return `/dashboard/stats?scope=company&${pick(['', 'series=daily', parameters.join('&')])}`;
    if (random(3) === 0) parameters.push(pick(['series=daily', 'compare=previous', 'scope=all']));
  } else if (path.startsWith('/credit-reports')) {
    if (random(2) === 0) parameters.push(`contactId=${pick(contactIds)}`);
    if (random(2) === 0) parameters.push(`requestId=${pick(['r0', 'r1', 'nope', 'acme-0%3Ar1'])}`);
  } else if (!path.startsWith('/contacts/')) {
    if (random(2) === 0) parameters.push(`limit=${random(6)}`);
    if (random(3) === 0) parameters.push(`cursor=${pick(cursors)}`);
  }
  if (path === '/contacts' && random(2) === 0) {
    parameters.push(
      pick(['email=same%40example.com', 'tag=same', 'email[$ne]=x', 'phone=5550102345', 'query=missing+here']),
    );
  }
  if (path === '/pipeline' && random(2) === 0) {
    parameters.push(pick(['contactId=c1', 'contactId=acme-0%3Ac1', 'stage=same', 'outcome=open', 'processor=Dana']));
  }
  if (/^\/(contacts|pipeline)$/.test(path) && random(3) === 0) {
    parameters.push(`updatedSince=${pick(['1970-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z', '2026', ''])}`);
  }
  if (/^\/(contacts|contacts\/|pipeline)$/.test(path) && random(3) === 0) {
    parameters.push(pick(['include=application', 'include=creditSummary,nextSteps', 'include=contact']));
  }
  const named = path.replace('/contacts/', `/contacts/${pick(contactIds)}/`).replace(/\/$/, '');
  return `${named}?${parameters.join('&')}`;
}

describe('isolation', () => {
  it(`holds over ${REQUESTS} random requests: no credential sees what is another's`, { timeout: 120_000 }, async () => {
    const random = createRandom(20_260_101);
    const cursors: string[] = ['abc'];
    const statuses = new Map<number, number>();
    const leaks: string[] = [];
    let left = REQUESTS;

    async function client(): Promise<void> {
      while (left > 0) {
        left -= 1;
        const key = keys[random(keys.length)];
        if (key === undefined) return;
        const path = randomPath(random, cursors);
        const { status, text, json } = await query.get(path, { token: key.token });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (json?.data?.nextCursor) cursors.push(json.data.nextCursor);
        for (const tenant of tenants) {
          const allowed = key.pinned === null ? tenant.companyId === key.companyId : tenant === key.pinned;
          const asked =
            key.pinned === tenant ||
            path.startsWith('/locations') ||
            path.includes('scope=company') ||
            path.includes(`locationId=${tenant.locationId}`);
          if (text.includes(`${tenant.canary}"`) && !(allowed && asked)) leaks.push(`${path} shows ${tenant.canary}`);
        }
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, client));

    expect(leaks).toEqual([]);
    // The requests reached every kind of answer; otherwise the test would show nothing.
    for (const status of [200, 400, 403, 404]) expect(statuses.get(status) ?? 0).toBeGreaterThan(100);
    expect(statuses.get(500)).toBeUndefined();
  });

  it('sums with scope=company show what exactly the locations of the company have', async () => {
    // At the same time, so that requests of one turn may share what is the same.
    const asked = Array.from({ length: 10 }, () => keys.filter(({ pinned }) => pinned === null)).flat();
    const askFor = async ({ token, companyId }: Key) => {
      const { json } = await query.get('/dashboard/stats?scope=company&series=daily', { token });
      return { companyId, json };
    };
    for (const { companyId, json } of await Promise.all(asked.map(askFor))) {
      const shown = json.data.underwriting.declinedByReason.map(({ reason }: { reason: string }) => reason);
      const own = tenants.filter((tenant) => tenant.companyId === companyId).map(({ canary }) => canary);
      expect(shown.toSorted()).toEqual(own.toSorted());
      expect(json.data.company.locations).toBe(LOCATIONS_EACH);
    }
    for (const { token } of keys.filter(({ pinned }) => pinned !== null)) {
      expect((await query.get('/dashboard/stats?scope=company', { token })).status).toBe(400);
    }
  });

  it('holds in every command: each carries its tenant, and none on tenant data precedes admission', async () => {
    const tenantData = harness.commands.filter(isOnTenantData);
    expect(tenantData.length).toBeGreaterThan(500);
    const locationIds = new Set(tenants.map(({ locationId }) => locationId));
    expect(tenantData.filter(({ commandName }) => commandName === 'aggregate').length).toBeGreaterThan(10);
    for (const { command } of tenantData) {
      const filter = command.filter ?? command.pipeline?.[0]?.$match;
      expect(tenantProblem(command.find ?? command.aggregate, filter, locationIds)).toBeNull();
    }

    const exhausted = await harness.fixtures.credential({
      reach: 'agency',
      companyId: 'acme',
      permissions: ['read', 'credit_reports'],
      windowLimit: 0,
    });
    const blind = await harness.fixtures.credential({ reach: 'agency', companyId: 'acme', permissions: [] });
    const full = keys.find(({ companyId, pinned }) => companyId === 'acme' && pinned === null)?.token ?? '';
    const readOnly = await harness.fixtures.credential({ reach: 'agency', companyId: 'acme' });
    harness.commands.length = 0;
    for (const path of [
      '/contacts/c1',
      '/contacts/c1/application',
      '/contacts/c1?include=application',
      '/contacts',
      '/pipeline',
      '/changes',
      '/pipeline?updatedSince=2026-01-01T00:00:00Z',
      '/pipeline?contactId=c1',
      '/credit-reports?requestId=r1',
      '/credit-reports/pdf-url?requestId=r1',
      '/locations',
    ]) {
      const located = `${path}${path.includes('?') ? '&' : '?'}locationId=acme-0`;
      expect((await query.get(located)).status).toBe(401);
      expect((await query.get(located, { token: exhausted })).status).toBe(429);
      expect((await query.get(located, { token: blind })).status).toBe(403);
      expect((await query.get(`${located}&nonsense=1`, { token: full })).status).toBe(400);
    }
    const company = '/dashboard/stats?scope=company';
    expect((await query.get(company)).status).toBe(401);
    expect((await query.get(company, { token: exhausted })).status).toBe(429);
    expect((await query.get(company, { token: blind })).status).toBe(403);
    expect((await query.get(`${company}&locationId=acme-0`, { token: full })).status).toBe(400);
    expect((await query.get('/credit-reports?requestId=r1&locationId=acme-0', { token: readOnly })).status).toBe(403);
    expect((await query.get('/contacts/c1?locationId=rival-0', { token: readOnly })).status).toBe(403);
    expect(harness.commands.filter(isOnTenantData)).toEqual([]);
  });
});

/** Everything that belongs to a location; its owner is asked for by `companyId` alone and is access state. */
function isOnTenantData({ command }: CommandStartedEvent): boolean {
  const collection = String(command.find ?? command.aggregate ?? command.getMore ?? '');
  if (!/^(contacts|deals|credit_reports|dashboard_windows|locations)_v/.test(collection)) return false;
  return !(collection.startsWith('locations_') && JSON.stringify(command.projection) === '{"companyId":1}');
}

/** Invariant 4. Null when the filter carries its tenant. */
function tenantProblem(collection: unknown, filter: unknown, locationIds: ReadonlySet<string>): string | null {
  if (typeof filter !== 'object' || filter === null) return 'no filter';
  const { _id, locationId, companyId } = filter as Record<string, unknown>;
  const named: unknown[] = isOneOf(locationId) ? locationId.$in : [locationId];
  if (named.length > 0 && named.every((id) => typeof id === 'string' && locationIds.has(id))) return null;
  // Reads of one turn of the event loop share a query; each identity in it begins with a location that was checked.
  const ids: unknown[] = isOneOf(_id) ? _id.$in : [_id];
  if (ids.length > 0 && ids.every((id) => typeof id === 'string' && locationIds.has(id.split(':')[0] ?? '')))
    return null;
  if (String(collection).startsWith('locations_') && typeof companyId === 'string') return null;
  return `${String(collection)} is asked for ${Object.keys(filter).join(', ')} only`;
}

function isOneOf(value: unknown): value is { readonly $in: unknown[] } {
  return typeof value === 'object' && value !== null && '$in' in value && Array.isArray(value.$in);
}
