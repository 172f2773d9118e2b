import { setTimeout as delay } from 'node:timers/promises';
import { startProxyOf } from '@fundlens/testing/proxied-url';
import { propertySeed } from '@fundlens/testing/property-config';
import type { TcpProxy } from '@fundlens/testing/tcp-proxy';
import fc from 'fast-check';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_PATH } from '../routes/route.ts';
import { type BurstClient, type BurstRequest, type BurstResponse, createBurstClient } from '../testing/burst-client.ts';
import { type DocumentRequest, documentRequests } from '../testing/document-requests.ts';
import { publishedDocument, publishedRoutes } from '../testing/published-routes.ts';
import { queryHarness } from '../testing/query-harness.ts';
import { createResponseContract } from '../testing/response-contract.ts';
import { testStack } from '@fundlens/projection/testing/stack';
import {
  canariesIn,
  createTenantWorld,
  mayBeShown,
  type TenantKey,
  type TenantWorld,
} from '../testing/tenant-world.ts';

/** `npm run fuzz:isolation` sends 100,000, and each once more alone. */
const REQUESTS = Number(process.env.ISOLATION_REQUESTS ?? 800);
const { seed } = propertySeed();
const LONG_RUN = 20_000;
const CONNECTIONS = 64;
/** Several on each connection: the server reads all of them in the same turn. */
const BURST = 192;
const MAX_PROBLEMS = 10;
/** A longer one may end the connection, with the requests behind it. */
const MAX_TARGET = 4_000;
/** A machine that does much else. */
const PATIENCE_MS = 20_000;

type Asked = BurstRequest & {
  readonly key: TenantKey | null;
  readonly request: DocumentRequest;
  readonly operation: string;
  /** The location that it names. */
  readonly named: string | undefined;
};
type Responses = readonly (BurstResponse | null)[];

const contract = createResponseContract();
/** What each is answered when nothing else is asked. */
const alone: string[] = [];
const problems: string[] = [];

const harness = await queryHarness({ quiet: true });
const world = await createTenantWorld(harness.fixtures, { companies: 3, locationsEach: 2 });
const client = createBurstClient((await harness.start()).port, { connections: CONNECTIONS });
afterAll(async () => {
  client.close();
  await harness.close();
});
const requests = await requestsOf(world);

/** Random requests of all keys: what the document allows and what it does not, of own locations and of others'. */
async function requestsOf({ tenants, keys }: TenantWorld): Promise<Asked[]> {
  const ids = (letter: string) => [0, 1, 2, 3, 4, 9].map((i) => `${letter}${i}`);
  const locationId = tenants.map((tenant) => tenant.locationId);
  const known = {
    locationId: [...locationId, 'nowhere', 'company0', 'company0-0:c0'],
    contactId: [...ids('c'), 'company0-0:c0', ':company1-0:c0', '../company2-0:c1', 'c0,c1'],
    requestId: [...ids('r'), 'company0-0:r0'],
    dealId: [...ids('d'), 'company0-0:d0'],
    email: ['same@example.com'],
    tag: ['tag-of-all'],
    stage: ['stage-of-all'],
    updatedSince: ['1970-01-01T00:00:00Z'],
    cursor: await cursors(keys),
  };
  const document = publishedDocument();
  const asker = fc.tuple(fc.constantFrom(null, ...keys), fc.constantFrom('any', 'owner', 'owner'), fc.nat());
  const drawn = fc.sample(fc.tuple(documentRequests(document, known), asker), { numRuns: REQUESTS, seed });
  return drawn.flatMap(([request, [any, who, number]]) => {
    const { target, headers, operation, given: parameters } = request;
    const named = parameters.find(({ name }) => name === 'locationId')?.raw;
    const owners = keys.filter((one) => mayBeShown({ locationId: named ?? '', kind: 'contact' }, one));
    // Most random keys may not read most random locations.
    const key = who === 'any' || owners.length === 0 ? any : (owners[number % owners.length] ?? null);
    const asked = { target: `${BASE_PATH}${target}`, token: key?.token ?? 'fmk_unknown', key, named, request, headers };
    const isOfNoRoute = parameters.some(({ parameter, raw }) => parameter?.in === 'path' && raw === '');
    return isOfNoRoute || target.length > MAX_TARGET ? [] : [{ ...asked, operation: operation.operationId }];
  });
}

/** Of every list and key that has a further page. */
async function cursors(keys: readonly TenantKey[]): Promise<string[]> {
  const paths = ['/contacts', '/pipeline', '/deals', '/changes', '/locations'];
  const first = keys.flatMap(({ token, companyId }) =>
    paths.map((path) => ({ target: `${BASE_PATH}${path}?limit=2&locationId=${companyId}-0`, token })),
  );
  const bodies = (await client.send(first)).map((response) => response?.body ?? '');
  return bodies.flatMap((body) => /"nextCursor":"([^"]+)"/.exec(body)?.[1] ?? []);
}

const OWN_HEADERS = /^(date|x-request-id|.*ratelimit.*)$/;

/** All of a response but what is of this one request: its id, its place in the limits, and the life of a link. */
function comparable({ status, headers, body }: BurstResponse): string {
  const shared = [...headers].filter(([name]) => !OWN_HEADERS.test(name) && !/^content-length$/.test(name)).sort();
  const text = body
    .replaceAll(/req_[0-9a-f]{32}/g, 'req_')
    .replaceAll(/"(url|expiresAt|resetsAt)":"[^"]*"|"(remaining)":\d+/g, '"$1$2"');
  return JSON.stringify({ status, shared, text });
}

const isShareExceeded = ({ status, body }: BurstResponse) => status === 429 && body.includes('"company_share"');

function note(asked: Asked, problem: string): void {
  const by = asked.key === null ? 'no credential' : `${asked.key.credentialId} of ${asked.key.companyId}`;
  problems.push(`${asked.target.slice(0, 200)} by ${by}: ${problem}`);
}

/** Holds the responses to what their requests are answered alone; an outage is one too where that is allowed. */
function compare(from: number, responses: Responses, isAllowed: (response: BurstResponse) => boolean): void {
  for (const [index, response] of responses.entries()) {
    const [asked, expected] = [requests[from + index], alone[from + index]];
    if (asked === undefined) continue;
    if (response === null) note(asked, 'no answer');
    else if (!isAllowed(response) && comparable(response) !== expected) {
      note(asked, `${comparable(response).slice(0, 300)} instead of ${expected?.slice(0, 300)}`);
    }
  }
}

/** What is wrong with the answer to a request alone: by the document, and by what its key may see. */
function problemsOf(asked: Asked, response: BurstResponse): string[] {
  const { key, named, operation, request } = asked;
  const { status, body } = response;
  const headers = new Headers([...response.headers]);
  const undocumented = contract({ method: 'GET', target: request.target, status, headers, body });
  const ofReach = operation === 'locations.list' || key?.pinnedLocationId !== null;
  const shown = canariesIn(body).filter(
    (canary) => !mayBeShown(canary, key) || !(ofReach || canary.locationId === named),
  );
  return [
    ...undocumented,
    ...(status >= 500 ? [`${status}: ${body}`] : []),
    ...shown.map(({ kind, locationId }) => `shows ${kind} of ${locationId}`),
  ];
}

const audit = () => harness.db.collection<Document & { _id: string }>('audit_log');

it(`requests made from the document are answered as it says, and show what their keys may see (${REQUESTS}, seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  const statuses = new Map<number, number>();
  const seen = new Set<string>();
  const succeeded = new Set<string>();
  for (const asked of requests) {
    const [response] = await client.send([asked]);
    if (response === null || response === undefined) throw new TypeError(`no answer to ${asked.target}`);
    alone.push(comparable(response));
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    for (const { kind } of canariesIn(response.body)) seen.add(kind);
    if (response.status === 200) succeeded.add(asked.operation);
    for (const problem of problemsOf(asked, response)) note(asked, problem);
  }
  expect(problems.slice(0, MAX_PROBLEMS)).toEqual([]);
  // A run that only saw refusals would have proved little; one in seven is not refused, in a short run by chance fewer.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 12);
  for (const status of [304, 400, 401, 403, 404]) expect(statuses.get(status) ?? 0).toBeGreaterThan(REQUESTS / 500);
  // By chance a short run may miss what is shown most rarely.
  const [kinds, operations] = REQUESTS < LONG_RUN ? [6, 1] : [9, publishedRoutes().length];
  expect(seen.size).toBeGreaterThanOrEqual(kinds);
  expect(succeeded.size).toBeGreaterThanOrEqual(operations);
});

it('requests that are read in one turn of the event loop are each answered as alone, and are in the audit once', {
  timeout: 600_000,
}, async () => {
  await audit().deleteMany({});
  /** By request id: what the audit has to tell of. */
  const recorded = new Map<string, { readonly asked: Asked; readonly status: number }>();
  for (let from = 0; from < requests.length && problems.length < MAX_PROBLEMS; from += BURST) {
    const burst = requests.slice(from, from + BURST);
    const responses = await client.send(burst);
    compare(from, responses, isShareExceeded);
    for (const [index, response] of responses.entries()) {
      const requestId = response?.headers.get('x-request-id') ?? '';
      const asked = burst[index];
      if (asked === undefined || response === null) continue;
      if (recorded.has(requestId)) note(asked, 'a request id for the second time');
      if (hasRecord(asked, response.status)) recorded.set(requestId, { asked, status: response.status });
    }
  }
  expect(problems.slice(0, MAX_PROBLEMS)).toEqual([]);

  const stored = () => audit().countDocuments({ kind: 'request', _id: { $in: [...recorded.keys()] } });
  await expect.poll(stored, { timeout: PATIENCE_MS }).toBe(recorded.size);
  for (const record of await audit().find({ kind: 'request' }).toArray()) {
    const expected = recorded.get(record._id);
    if (expected === undefined) continue;
    const { asked, status } = expected;
    const { credentialId, companyId } = asked.key ?? {};
    expect(record).toMatchObject({ operation: asked.operation, status, credentialId, companyId });
    const contactId = record.arguments.contactId ?? '***';
    if (status === 200 && asked.operation === 'contacts.find' && contactId !== '***') {
      expect(decodeURIComponent(asked.target)).toContain(`/contacts/${contactId}`);
    }
  }
});

describe('a burst on connections of its own', () => {
  const DEADLINE_MS = 1_500;
  const HUNG_UP = CONNECTIONS / 2;
  let behindProxy: BurstClient;
  let proxy: TcpProxy;
  let from = 0;

  beforeAll(async () => {
    const proxied = await startProxyOf(testStack().mongodbUrl);
    proxy = proxied.proxy;
    // Without a cache every request reads access state from MongoDB.
    const deadline = { REQUEST_DEADLINE_MS: String(DEADLINE_MS), ACCESS_CACHE_MS: '0' };
    const query = await harness.start({ MONGODB_URL: proxied.url, ...deadline });
    behindProxy = createBurstClient(query.port, { connections: CONNECTIONS });
    // The first requests open connections, and take longer.
    await expectRecovery();
  });
  afterAll(async () => {
    behindProxy?.close();
    await proxy?.stop();
  });

  const isOutage = (response: BurstResponse) =>
    response.status === 500 && Number(response.headers.get('retry-after')) > 0;

  /** The next requests, one on each connection. @returns their responses, held to what they are alone or to an outage. */
  async function burst({ happen, hungUp = 0 }: { happen?: () => unknown; hungUp?: number } = {}): Promise<Responses> {
    from = (from + CONNECTIONS) % (requests.length - CONNECTIONS);
    const answering = behindProxy.send(requests.slice(from, from + CONNECTIONS));
    await happen?.();
    const responses = await answering;
    proxy.heal();
    const told = responses.slice(hungUp);
    compare(from + hungUp, told, (response) => isOutage(response) || isShareExceeded(response));
    expect(problems.slice(0, MAX_PROBLEMS)).toEqual([]);
    return told;
  }

  const outagesIn = (responses: Responses) => responses.filter((response) => response !== null && isOutage(response));

  /** Until a whole burst is answered as if nothing had been. */
  async function expectRecovery(): Promise<void> {
    while (outagesIn(await burst()).length > 0) await delay(50);
  }

  it.each([
    ['takes commands and never answers', () => proxy.hang()],
    ['refuses connections', () => proxy.cut()],
    ['breaks its connections', () => proxy.reset()],
  ])('gets its own answers or outages when MongoDB %s, and its own once that is over', async (_, happen) => {
    await burst({ happen });
    await expectRecovery();
  });

  it.each([0, 10])('gets its own answers when other clients hang up (after %d ms)', async (after) => {
    const happen = () => delay(after).then(() => behindProxy.hangUp(HUNG_UP));
    expect(outagesIn(await burst({ happen, hungUp: HUNG_UP }))).toEqual([]);
    expect(outagesIn(await burst())).toEqual([]);
  });
});

/** Refusals of unknown callers, and of keys without `read`, are counted instead. */
function hasRecord({ key }: Asked, status: number): boolean {
  if (status === 403 && key?.permissions.includes('read') === false) return false;
  return status !== 401 && status !== 429;
}
