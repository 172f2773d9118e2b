import { setTimeout as delay } from 'node:timers/promises';
import { startProxyOf } from '@fundlens/testing/proxied-url';
import type { TcpProxy } from '@fundlens/testing/tcp-proxy';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BurstResponse, type BurstClient, createBurstClient } from '../testing/burst-client.ts';
import { problemOf } from '../testing/expected-responses.ts';
import { type QueryHarness, queryHarness } from '../testing/query-harness.ts';
import { createRandom } from '../testing/random.ts';
import { testStack } from '../testing/stack.ts';
import { createTenantRequests, type TenantRequest } from '../testing/tenant-requests.ts';
import { createTenantWorld, type TenantWorld } from '../testing/tenant-world.ts';

/** `npm run fuzz:isolation` sends 100,000. */
const REQUESTS = Number(process.env.ISOLATION_REQUESTS ?? 6_000);
const SEED = Number(process.env.ISOLATION_SEED ?? 20_261_123);
const CONNECTIONS = 64;
/** Several on each connection: the server reads all of them in the same turn. */
const BURST = 256;
const MAX_PROBLEMS = 10;
const REPORTS = /^credit-reports\./;
/** A machine that does much else. */
const PATIENCE_MS = 20_000;

type AuditLog = Document & { _id: string };
type Responses = readonly (BurstResponse | null)[];
type Given = { readonly asked: TenantRequest; readonly status: number };

let harness: QueryHarness;
let client: BurstClient;
let world: TenantWorld;
const problems: string[] = [];
const statuses = new Map<number, number>();
/** By request id: what the audit has to tell of. */
const given = new Map<string, Given>();

beforeAll(async () => {
  harness = await queryHarness({ quiet: true });
  world = await createTenantWorld(harness.fixtures, { companies: 4, locationsEach: 3 });
  const query = await harness.start({ LINK_SECONDS: '900' });
  client = createBurstClient(query.port, { connections: CONNECTIONS });
});
afterAll(async () => {
  client?.close();
  await harness?.close();
});

const audit = () => harness.db.collection<AuditLog>('audit_log');

function note(asked: TenantRequest, problem: string): void {
  const by = asked.key === null ? 'no credential' : `${asked.key.credentialId} of ${asked.key.companyId}`;
  problems.push(`${asked.target.slice(0, 200)} by ${by}: ${problem}`);
}

function look(asked: TenantRequest, response: BurstResponse | null): void {
  const problem = response === null ? 'no answer' : problemOf(asked.expected, response);
  if (problem !== null) note(asked, problem);
  if (problem !== null || response === null) return;
  const { status } = response;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const requestId = response.headers.get('x-request-id') ?? '';
  if (given.has(requestId)) note(asked, 'a request id for the second time');
  given.set(requestId, { asked, status });
  if (status === 200) asked.keep?.(response);
}

/** Null when the record tells of exactly this request. */
function recordProblem(record: AuditLog, { asked, status }: Given): string | null {
  const { operation, key, locationId } = asked;
  if (record.credentialId !== key?.credentialId || record.companyId !== key?.companyId) return 'another credential';
  if (record.operation !== operation || record.status !== status) return 'another operation or status';
  return status === 200 && record.locationId !== locationId ? `the location ${record.locationId}` : null;
}

/** Reports are in the audit before they leave. */
async function lookAtReports(burst: readonly TenantRequest[], responses: Responses): Promise<void> {
  const sent = burst.flatMap((asked, index) => {
    const response = responses[index];
    if (!REPORTS.test(asked.operation) || response?.status !== 200) return [];
    return [{ asked, requestId: response.headers.get('x-request-id') ?? '' }];
  });
  const requestIds = sent.map(({ requestId }) => requestId);
  const found = await audit()
    .find({ _id: { $in: requestIds } })
    .toArray();
  const records = new Map(found.map((record) => [record._id, record]));
  for (const { asked, requestId } of sent) {
    const record = records.get(requestId);
    const problem = record === undefined ? 'it is in no audit record' : recordProblem(record, { asked, status: 200 });
    if (problem !== null) note(asked, `audit: ${problem}`);
  }
}

describe('requests of many tenants that are read in one turn of the event loop', () => {
  it(`each get their own response (${REQUESTS}, seed ${SEED})`, { timeout: 600_000 }, async () => {
    const next = createTenantRequests(world, createRandom(SEED));
    const startedAt = performance.now();
    for (let left = REQUESTS; left > 0 && problems.length < MAX_PROBLEMS; left -= BURST) {
      const burst = Array.from({ length: Math.min(BURST, left) }, next);
      const responses = await client.send(burst);
      for (const [index, asked] of burst.entries()) look(asked, responses[index] ?? null);
      await lookAtReports(burst, responses);
    }
    const rate = Math.round((REQUESTS * 1_000) / (performance.now() - startedAt));
    console.info(`isolation: ${rate} requests/s, ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`);
    expect(problems, `seed ${SEED}`).toEqual([]);
    // A run that only saw refusals would have proved little.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 5);
    for (const status of [400, 401, 403, 404]) expect(statuses.get(status) ?? 0).toBeGreaterThan(REQUESTS / 100);
  });

  it('are each in the audit once, with operation and credential', async () => {
    const recorded = new Map([...given].filter(([, { asked, status }]) => hasRecord(asked, status)));
    const stored = () => audit().countDocuments({ kind: 'request' });
    await expect.poll(stored, { timeout: PATIENCE_MS }).toBe(recorded.size);
    const records = await audit().find({ kind: 'request' }).toArray();
    const wrong = records.flatMap((record) => {
      const expected = recorded.get(record._id);
      return expected === undefined ? 'a record of no request' : (recordProblem(record, expected) ?? []);
    });
    expect(wrong.slice(0, MAX_PROBLEMS)).toEqual([]);
    const structural = records.filter(({ operation, status }) => operation === 'contacts.find' && status === 200);
    const mixed = structural.filter(({ _id, arguments: { contactId } }) => {
      const { pathname } = new URL(recorded.get(_id)?.asked.target ?? '', 'http://localhost');
      return !pathname.endsWith(`/contacts/${contactId}`);
    });
    expect([structural.length > 0, mixed]).toEqual([true, []]);
  });
});

describe('a burst on connections of its own', () => {
  const DEADLINE_MS = 2_000;
  const HUNG_UP = CONNECTIONS / 2;
  let behindProxy: BurstClient;
  let proxy: TcpProxy;
  let next: () => TenantRequest;

  beforeAll(async () => {
    next = createTenantRequests(world, createRandom(SEED + 1));
    const proxied = await startProxyOf(testStack().mongodbUrl);
    proxy = proxied.proxy;
    const query = await harness.start({
      MONGODB_URL: proxied.url,
      REQUEST_DEADLINE_MS: String(DEADLINE_MS),
      // Every request reads access state from MongoDB.
      ACCESS_CACHE_MS: '0',
      LINK_SECONDS: '900',
    });
    behindProxy = createBurstClient(query.port, { connections: CONNECTIONS });
    // The first requests open connections, and take longer.
    await expectRecovery();
  });
  afterAll(async () => {
    behindProxy?.close();
    await proxy?.stop();
  });

  const isOutage = (response: BurstResponse | null) =>
    response?.status === 500 && Number(response.headers.get('retry-after')) > 0;

  type Meanwhile = { readonly outageAllowed: boolean; readonly hungUp?: number; readonly happen?: () => unknown };

  /** @returns the responses, of which each is its request's own, or that of an outage where one is allowed. */
  async function burst({ outageAllowed, hungUp = 0, happen }: Meanwhile): Promise<Responses> {
    const requests = Array.from({ length: CONNECTIONS }, next);
    const answering = behindProxy.send(requests);
    await happen?.();
    const responses = await answering;
    proxy.heal();
    for (const [index, asked] of requests.entries()) {
      const response = responses[index] ?? null;
      if (response === null && index < hungUp) continue;
      const expected = outageAllowed && isOutage(response) ? { status: 500, canaries: [] } : asked.expected;
      const problem = response === null ? 'no answer' : problemOf(expected, response);
      if (problem !== null) note(asked, problem);
      else if (response?.status === 200) asked.keep?.(response);
    }
    await lookAtReports(requests, responses);
    expect(problems.slice(0, MAX_PROBLEMS)).toEqual([]);
    return responses;
  }

  /** Until a whole burst is answered as if nothing had been. */
  async function expectRecovery(): Promise<void> {
    let responses = await burst({ outageAllowed: true });
    while (responses.some(isOutage)) {
      await delay(50);
      responses = await burst({ outageAllowed: true });
    }
  }

  it.each([
    ['takes commands and never answers', () => proxy.hang()],
    ['refuses connections', () => proxy.cut()],
    ['breaks its connections', () => proxy.reset()],
  ])('gets its own answers or outages when MongoDB %s, and its own once that is over', async (_, happen) => {
    await burst({ outageAllowed: true, happen });
    await expectRecovery();
  });

  it('is an outage in every request that needs MongoDB while that never answers, and in no other', async () => {
    proxy.hang();
    const responses = await burst({ outageAllowed: true });
    expect(responses.filter(isOutage).length).toBeGreaterThan(CONNECTIONS / 2);
    expect(responses.filter((response) => response?.status === 200)).toEqual([]);
    await expectRecovery();
  });

  it.each([0, 10])('gets its own answers when other clients hang up (after %d ms)', async (after) => {
    const happen = () => delay(after).then(() => behindProxy.hangUp(HUNG_UP));
    await burst({ outageAllowed: false, hungUp: HUNG_UP, happen });
    await burst({ outageAllowed: false });
  });
});

/** Refusals of unknown callers, of keys without `read`, and of forged links, are counted instead. */
function hasRecord({ operation, key }: TenantRequest, status: number): boolean {
  if (status === 403 && key?.permissions.includes('read') === false) return false;
  return status !== 401 && !(operation === 'credit-reports.pdf' && status === 404);
}
