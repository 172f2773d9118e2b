import { BASE_PATH } from '../app.ts';
import { LINK_PATH } from '../pdf-link.ts';
import type { BurstResponse, BurstRequest } from './burst-client.ts';
import type { Expected } from './expected-responses.ts';
import type { Random } from './random.ts';
import * as reads from './tenant-reads.ts';
import { onlyIn, type Tenant, type TenantKey, type TenantWorld } from './tenant-world.ts';

/** A request with the one answer that is right. */
export type TenantRequest = BurstRequest & {
  readonly expected: Expected;
  readonly key: TenantKey | null;
  readonly operation: string;
  /** The one location that it reads when it is answered with 200; null for what a key reaches. */
  readonly locationId: string | null;
  /** Takes what later requests may use: cursors and links. */
  readonly keep?: (response: BurstResponse) => void;
};

type Cursor = { readonly text: string; readonly walk: string; readonly from: number };
type Link = {
  readonly target: string;
  readonly key: TenantKey;
  readonly locationId: string;
  readonly requestId: string;
};
type Parameters = Record<string, string>;

/** How a route answers a caller that passed every check. `wrong`: its own parameters are refused. */
type Asked = {
  readonly operation: string;
  readonly path: string;
  readonly parameters: Parameters;
  readonly wrong: boolean;
  readonly needsReports?: boolean;
  /** True for routes that read what the key reaches, whatever location is named. */
  readonly byReach?: boolean;
  /** True for requests that must not name a location. */
  readonly unnamed?: boolean;
  readonly response: (tenant: Tenant) => Expected;
  readonly keep?: (response: BurstResponse, tenant: Tenant) => void;
};

/** An id as it stands in the request target. `wrong`: the service refuses it with 400; otherwise it is the id of nothing. */
type AskedId = { readonly raw: string; readonly id: string; readonly wrong: boolean };

/** Ids that try to lead out of the key `<locationId>:<id>`, to be read as an operator, or to be another member of a batch. */
function hostileIds(otherLocationId: string): readonly AskedId[] {
  const missing = [
    ...[`${otherLocationId}:c0`, `:${otherLocationId}:c0`, `../${otherLocationId}:c1`, ':c0', 'c0:', 'c0,c1'],
    ...['$ne', '{"$ne":null}', '["c0","c1"]', '$in', '/c0/', '.*', 'c0\0', ' c0', 'c0 ', 'C0', 'ｃ0', 'c0\n'],
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'undefined', 'null', '0'],
    'c'.repeat(128),
  ];
  const wrong = ['c'.repeat(129), 'c'.repeat(2_000), '%E0%A4%A', '%ff'];
  return [
    ...missing.map((id) => ({ raw: encodeURIComponent(id), id, wrong: false })),
    ...wrong.map((raw) => ({ raw, id: raw, wrong: true })),
  ];
}

const refused = (status: number): Expected => ({ status, canaries: [] });
const KEPT = 500;
/** No list is longer. */
const DEFAULT_PAGE = 50;

/** Random requests of all tenants; the same for the same random numbers and answers. */
export function createTenantRequests({ tenants, keys }: TenantWorld, random: Random) {
  const byId = new Map(tenants.map((tenant) => [tenant.locationId, tenant]));
  const cursors: Cursor[] = [];
  const links: Link[] = [];
  const { pick, oneIn, below } = random;

  /** Kept up to a bound, beyond which it takes the place of another. */
  function keepIn<Kept>(kept: Kept[], one: Kept): void {
    if (kept.length < KEPT) kept.push(one);
    else kept[below(KEPT)] = one;
  }

  function anId(own: readonly string[]): AskedId {
    if (oneIn(3)) return pick(hostileIds(pick(tenants).locationId));
    const id = oneIn(4) ? onlyIn(pick(tenants).locationId) : pick(own);
    return { raw: id, id, wrong: false };
  }

  function included(): Parameters {
    return oneIn(3) ? { include: pick(['application', 'creditSummary,nextSteps', 'fundingPlans']) } : {};
  }

  function point(key: TenantKey): Asked {
    const { raw, id, wrong } = anId(['c0', 'c1', 'c2', 'even', 'd0', 'd1', 'd4', 'none']);
    const record = pick(reads.RECORD_ROUTES);
    const one = (operation: string, path: string, response: Asked['response']): Asked => {
      return { operation, path, parameters: {}, wrong, response };
    };
    const whole = (operation: string, path: string, response: Asked['response']): Asked => {
      return { ...one(operation, path, response), wrong: false };
    };
    const contact = one('contacts.find', `/contacts/${raw}`, (of) => reads.contactResponse(of, id));
    return pick([
      () => contact,
      () => ({ ...contact, parameters: included() }),
      () => one('contacts.application', `${contact.path}/application`, (of) => reads.applicationResponse(of, id)),
      () => one(`contacts.${record}`, `${contact.path}/${record}`, (of) => reads.recordResponse(of, id)),
      () => one('deals.find', `/deals/${raw}`, (of) => reads.dealResponse(of, id)),
      () => whole('custom-fields.list', '/custom-fields', reads.customFieldsResponse),
      () => whole('pipeline.stages', '/pipeline/stages', reads.stagesResponse),
      () => whole('dashboard.stats', '/dashboard/stats', reads.dashboardResponse),
      () => companyDashboard(key),
      () => report(false, key),
      () => report(false, key),
      () => report(true, key),
    ])();
  }

  function companyDashboard({ companyId, pinnedLocationId }: TenantKey): Asked {
    const own = tenants.filter((tenant) => tenant.companyId === companyId);
    return {
      operation: 'dashboard.stats',
      path: '/dashboard/stats',
      parameters: { scope: 'company', ...(oneIn(2) && { series: 'daily' }) },
      wrong: pinnedLocationId !== null,
      byReach: true,
      unnamed: true,
      response: () => reads.companyDashboardResponse(own),
    };
  }

  function report(asLink: boolean, key: TenantKey): Asked {
    const contact = oneIn(2) ? anId(['c0', 'c1', 'c2']) : null;
    const request = contact === null || oneIn(3) ? anId(['r0', 'r1', 'r2', 'r4', 'none']) : null;
    // Which it has to be, when both are given.
    const parameters: Parameters = {};
    const selection: { contactId?: string; requestId?: string } = {};
    if (contact !== null) [parameters.contactId, selection.contactId] = [contact.raw, contact.id];
    if (request !== null) [parameters.requestId, selection.requestId] = [request.raw, request.id];
    const wrong = contact?.wrong === true || request?.wrong === true || (contact === null && request === null);
    const shared = { parameters, wrong, needsReports: true };
    if (!asLink) {
      const response = (of: Tenant) => reads.reportResponse(of, selection);
      return { ...shared, path: '/credit-reports', operation: 'credit-reports.find', response };
    }
    return {
      ...shared,
      path: '/credit-reports/pdf-url',
      operation: 'credit-reports.pdf-url',
      response: (of) => reads.pdfUrlResponse(of, selection),
      keep({ body }, { locationId }) {
        const { url, requestId } = (JSON.parse(body) as { data: { url: string; requestId: string } }).data;
        keepIn(links, { target: `${LINK_PATH}${new URL(url).search}`, key, locationId, requestId });
      },
    };
  }

  function list(key: TenantKey): Asked {
    const contactId = oneIn(2) ? pick(['c0', 'c1', 'none']) : null;
    const [operation, of]: [string, (tenant: Tenant) => reads.FullList] = pick<
      [string, (tenant: Tenant) => reads.FullList]
    >([
      ['contacts.list', reads.contactList],
      ['pipeline.list', reads.applicantList],
      ['deals.list', (tenant) => reads.dealList(tenant, contactId)],
      ['deals.list', reads.updatedDealList],
      ['changes.list', reads.dealChangeList],
      ['deal-pipelines.list', reads.dealPipelineList],
      ['locations.list', () => reads.locationList(locationsOf(key))],
    ]);
    const { path, asked = {} } = of(pick(tenants));
    const byReach = path === '/locations';
    const parameters: Parameters = { ...asked, ...((path === '/contacts' || path === '/pipeline') && included()) };
    const filter = path === '/contacts' && oneIn(3) ? pick(['tag=same', 'email=same%40example.com']) : '';
    const [filterName = '', filterValue = ''] = filter.split('=');
    if (filter !== '') parameters[filterName] = filterValue;
    const limit = oneIn(3) ? null : below(5);
    if (limit !== null) parameters.limit = String(limit);
    const cursor = cursors.length > 0 && oneIn(2) ? pick(cursors) : null;
    if (cursor !== null) parameters.cursor = cursor.text;
    const reach = key.pinnedLocationId === null ? 'agency' : 'location';
    const walkOf = ({ locationId }: Tenant) =>
      [
        path,
        reach,
        key.companyId,
        byReach && reach === 'agency' ? null : locationId,
        filter,
        JSON.stringify(asked),
      ].join('|');
    const page = { from: cursor?.from ?? 0, limit: limit ?? DEFAULT_PAGE };
    return {
      operation,
      path,
      parameters,
      wrong: limit === 0,
      byReach,
      response: (tenant) =>
        cursor === null || cursor.walk === walkOf(tenant) ? reads.pageOf(of(tenant), page) : refused(400),
      keep({ body }, tenant) {
        const { nextCursor } = (JSON.parse(body) as { data: { nextCursor: string | null } }).data;
        const from = page.from + page.limit;
        if (nextCursor !== null) keepIn(cursors, { text: nextCursor, walk: walkOf(tenant), from });
      },
    };
  }

  function credential(key: TenantKey): Asked {
    const members = { credentialId: key.credentialId, companyId: key.companyId };
    const response = () => ({ status: 200, canaries: [], members });
    return { operation: 'credential.show', path: '/credential', parameters: {}, wrong: false, byReach: true, response };
  }

  function locationsOf({ companyId, pinnedLocationId }: TenantKey): string[] {
    if (pinnedLocationId !== null) return [pinnedLocationId];
    return tenants.filter((tenant) => tenant.companyId === companyId).map(({ locationId }) => locationId);
  }

  /** In the order of design §7. */
  function expectedOf(
    asked: Asked,
    key: TenantKey | null,
    named: string | null,
  ): { expected: Expected; tenant: Tenant | null } {
    const no = (status: number) => ({ expected: refused(status), tenant: null });
    if (key === null || key.revoked) return no(401);
    if (!key.permissions.includes('read')) return no(403);
    if (asked.needsReports === true && !key.permissions.includes('credit_reports')) return no(403);
    if ('nonsense' in asked.parameters) return no(400);
    const isAgency = key.pinnedLocationId === null;
    const locationId = isAgency ? named : key.pinnedLocationId;
    if (isAgency && asked.byReach !== true && (locationId === null || locationId === '')) return no(400);
    if (asked.wrong) return no(400);
    const tenant = isAgency && asked.byReach === true ? byCompany(key.companyId) : byId.get(locationId ?? '');
    // A cursor is refused before it is looked whether the location may be read.
    const expected = asked.response(tenant ?? stranger(key.companyId, locationId ?? ''));
    if (expected.status === 400) return no(400);
    if (tenant === undefined || tenant.companyId !== key.companyId) return no(403);
    return { expected, tenant };
  }

  const byCompany = (companyId: string) => tenants.find((tenant) => tenant.companyId === companyId);
  const [anyTenant] = tenants;
  function stranger(companyId: string, locationId: string): Tenant {
    if (anyTenant === undefined) throw new TypeError('a world without tenants');
    return { ...anyTenant, companyId, locationId };
  }

  function linked(): TenantRequest {
    const { key, locationId, target: whole } = pick(links);
    // Parts of two links make none.
    const target = `${whole.slice(0, 120)}${pick(links).target.slice(120)}A`;
    return { target, token: null, expected: refused(404), key, operation: 'credit-reports.pdf', locationId };
  }

  return function next(): TenantRequest {
    if (links.length > 0 && oneIn(40)) return linked();
    const known = oneIn(30) ? null : pick(keys);
    const stand = known ?? pick(keys);
    const asked = oneIn(20) ? credential(stand) : oneIn(3) ? list(stand) : point(stand);
    const own = pick(locationsOf(stand));
    const named =
      asked.unnamed === true || oneIn(8)
        ? null
        : oneIn(4)
          ? pick([...byId.keys(), 'nowhere', '', 'company0', 'company0-0:c0'])
          : own;
    const parameters = {
      ...asked.parameters,
      ...(named !== null && { locationId: encodeURIComponent(named) }),
      ...(oneIn(40) && { nonsense: '1' }),
    };
    const { expected, tenant } = expectedOf({ ...asked, parameters }, known, named);
    const query = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
    const { keep, operation, path } = asked;
    return {
      target: `${BASE_PATH}${path}?${query.join('&')}`,
      token: known === null ? pick([null, 'fmk_unknown', `fmk_${below(10 ** 9)}`, 'other']) : known.token,
      expected,
      key: known,
      operation,
      locationId: asked.byReach === true && stand.pinnedLocationId === null ? null : (tenant?.locationId ?? null),
      ...(keep !== undefined && tenant !== null && { keep: (response: BurstResponse) => keep(response, tenant) }),
    };
  };
}
