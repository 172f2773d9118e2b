import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '@fundlens/read-models/audit';
import type { Credential } from '../credentials/access-state.ts';
import { Access } from '../credentials/access.ts';
import type { AccessStore } from '../credentials/access-store.ts';
import { createCompanyShares } from '../company-shares.ts';
import { type Chain, createChain } from '../middleware/chain.ts';
import { RequestState } from '../middleware/request-state.ts';
import type { LimitName } from '../quota/limits.ts';
import { AGENCY_CREDENTIAL, testContext, testLimiter } from '../testing/test-context.ts';
import { createRoutes } from './all.ts';
import { cursorKeys } from './paging.ts';
import type { Route, RouteDependencies } from './route.ts';

const CONTEXT = testContext({ ACCESS_MAX_AGE: '0' });

/** The state of access and limits. */
type World = {
  credential: Credential | null;
  active: boolean;
  refusedBy: LimitName | null;
  /** Of the location that is asked for. */
  ownerCompanyId: string;
  /** Of the company; null: too many. */
  locations: readonly string[] | null;
};

function scene(changes: Partial<World> = {}) {
  const world: World = {
    credential: AGENCY_CREDENTIAL,
    active: true,
    refusedBy: null,
    ownerCompanyId: 'acme',
    locations: [],
    ...changes,
  };
  const reads: string[] = [];
  const records: AuditRecord[] = [];
  /** Tells of whatever is called on it. */
  const read = (name: string) => async () => void reads.push(name);
  const queries = new Proxy({}, { get: (_, name) => read(String(name)) });
  const store: Partial<AccessStore> = {
    credential: async () => world.credential,
    company: async () => ({ active: world.active, dailyQuota: null }),
    ownerOf: async () => world.ownerCompanyId,
    locationsOf: async () => world.locations,
    blockedLocations: async () => new Set(),
  };
  const chain = createChain({
    ...CONTEXT,
    access: new Access({ ...CONTEXT, accessStore: store as AccessStore }),
    limiter: testLimiter(CONTEXT, world.refusedBy),
    auditLog: {
      storeNow: async (record) => void records.push(record),
      storeSoon: (entry) => void records.push(entry as AuditRecord),
      count: () => undefined,
    },
    asOf: { of: async () => null },
    waits: { wait: async () => [] },
    shares: createCompanyShares(CONTEXT),
  });
  const routes = createRoutes({
    ...CONTEXT,
    locations: queries,
    documents: queries,
    lists: read('lists'),
    creditReports: queries,
    dashboards: queries,
    changes: read('changes'),
    accessStore: { blockedLocations: async () => new Set() },
    cursors: cursorKeys('a secret for tests that is long enough'),
  } as unknown as RouteDependencies);
  return { routes, chain, reads, records };
}

/** @returns what it ended with: a status, or 200. */
async function ask(chain: Chain, route: Route, query: string): Promise<number> {
  const path = route.template.replaceAll(/:\w+/g, 'id-1');
  const state = new RequestState({ requestId: 'req_1', startedAt: 0, target: { path, query } });
  const req = { headers: { authorization: 'Bearer fmk_x' }, socket: {} } as unknown as IncomingMessage;
  const context = { req, state } as unknown as Parameters<ReturnType<Chain>>[0];
  const status = await chain(route)(context, async () => undefined).then(
    () => 200,
    (error: { status?: number }) => error.status ?? 500,
  );
  state.onAnswered?.(status, null);
  return status;
}

const allowed = (route: Route) =>
  route.path.startsWith('/credit-reports') ? 'locationId=l1&requestId=r1' : 'locationId=l1';
const refusals: readonly [string, Partial<World>, number, (route: Route) => string, (route: Route) => boolean][] = [
  ['an unknown credential', { credential: null }, 401, allowed, () => true],
  ['a credential without read', { credential: { ...AGENCY_CREDENTIAL, permissions: [] } }, 403, allowed, () => true],
  ['whose limit is used up', { refusedBy: 'day' }, 429, allowed, () => true],
  [
    'a credential without credit_reports',
    { credential: { ...AGENCY_CREDENTIAL, permissions: ['read'] } },
    403,
    allowed,
    ({ permission }) => permission !== undefined,
  ],
  ['an unknown parameter', {}, 400, (route) => `${allowed(route)}&nonsense=1`, () => true],
  [
    'an agency key without a location',
    {},
    400,
    (route) => allowed(route).replace('locationId=l1', ''),
    ({ location }) => location !== 'reach',
  ],
  ["whose location is another's", { ownerCompanyId: 'other' }, 403, allowed, ({ location }) => location !== 'reach'],
  [
    'a company that is not active',
    { active: false },
    403,
    () => 'scope=company',
    ({ location }) => location === 'scoped',
  ],
  [
    'a company with too many locations',
    { locations: null },
    400,
    () => 'scope=company',
    ({ location }) => location === 'scoped',
  ],
];

describe.each(refusals)('with %s', (what, world, status, query, concerns) => {
  const { routes } = scene();
  it.each(routes.filter(concerns).map(({ operation }) => operation))('%s reads nothing', async (operation) => {
    const { routes: own, chain, reads, records } = scene(world);
    const route = own.find((each) => each.operation === operation);
    expect(route && (await ask(chain, route, query(route)))).toBe(status);
    expect(reads).toEqual([]);
    const isCounted = [401, 429].includes(status) || what === 'a credential without read';
    expect(records.map((record) => [record.operation, record.status])).toEqual(isCounted ? [] : [[operation, status]]);
  });
});

it('every other request reads, in every route but that of the credential itself', async () => {
  for (const { operation } of scene().routes) {
    const { routes, chain, reads } = scene();
    const route = routes.find((each) => each.operation === operation);
    if (route !== undefined) await ask(chain, route, allowed(route));
    expect(reads.length > 0 || operation === 'credential.show', operation).toBe(true);
  }
});
