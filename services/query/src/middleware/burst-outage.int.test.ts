import { setTimeout as delay } from 'node:timers/promises';
import { startProxyOf } from '@fundlens/testing/proxied-url';
import type { TcpProxy } from '@fundlens/testing/tcp-proxy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BurstResponse, type BurstClient, createBurstClient } from '../testing/burst-client.ts';
import { problemOf } from '../testing/expected-responses.ts';
import { type QueryHarness, queryHarness } from '../testing/query-harness.ts';
import { createRandom } from '../testing/random.ts';
import { testStack } from '../testing/stack.ts';
import { createTenantRequests, type TenantRequest } from '../testing/tenant-requests.ts';
import { createTenantWorld } from '../testing/tenant-world.ts';

const SEED = 20_261_124;
const DEADLINE_MS = 2_000;
/** For writing answers where other tests share the processors. With the deadline less than the six seconds after which the driver gives up. */
const LATE_MS = 3_500;
const CONNECTIONS = 200;
const BURST = 200;
const HUNG_UP = 100;
const SOON_MS = 10;

let harness: QueryHarness;
let client: BurstClient;
let proxy: TcpProxy;
let next: () => TenantRequest;

beforeAll(async () => {
  harness = await queryHarness({ quiet: true });
  const world = await createTenantWorld(harness.fixtures, { companies: 3, locationsEach: 3 });
  next = createTenantRequests(world, createRandom(SEED));
  const proxied = await startProxyOf(testStack().mongodbUrl);
  proxy = proxied.proxy;
  const query = await harness.start({
    MONGODB_URL: proxied.url,
    REQUEST_DEADLINE_MS: String(DEADLINE_MS),
    // Every request reads access state from MongoDB.
    ACCESS_CACHE_MS: '0',
    LINK_SECONDS: '900',
  });
  client = createBurstClient(query.port, { connections: CONNECTIONS });
  // The first requests open connections, and take longer.
  await expectRecovery();
});
afterAll(async () => {
  client?.close();
  await harness?.close();
  await proxy?.stop();
});

type Answered = { readonly asked: TenantRequest; readonly response: BurstResponse | null };

/** Also holds the deadline, whatever happens meanwhile. */
async function burst(): Promise<Answered[]> {
  const requests = Array.from({ length: BURST }, next);
  const startedAt = performance.now();
  const responses = await client.send(requests);
  expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS + LATE_MS);
  return requests.map((asked, index) => ({ asked, response: responses[index] ?? null }));
}

function isOutage({ status, headers }: BurstResponse): boolean {
  return status === 500 && Number(headers.get('retry-after')) > 0;
}

/** Those that got neither their own answer nor, where one is allowed, that of an outage. */
function problemsOf(answered: readonly Answered[], { outageAllowed }: { outageAllowed: boolean }): string[] {
  return answered.flatMap(({ asked, response }) => {
    if (response === null) return `${asked.target}: no answer`;
    const expected = outageAllowed && isOutage(response) ? { status: 500, canaries: [] } : asked.expected;
    const problem = problemOf(expected, response);
    if (problem === null && response.status === 200) asked.keep?.(response);
    return problem === null ? [] : `${asked.target}: ${problem}`;
  });
}

const outagesIn = (answered: readonly Answered[]) =>
  answered.filter(({ response }) => response !== null && isOutage(response));

/** Reports that left without an audit record. */
async function unrecordedReports(answered: readonly Answered[]): Promise<string[]> {
  const given = answered.flatMap(({ asked, response }) => {
    const isReport = asked.operation.startsWith('credit-reports.') && response?.status === 200;
    return isReport ? [{ asked, requestId: response.headers.get('x-request-id') ?? '' }] : [];
  });
  const log = harness.db.collection<{ _id: string; credentialId: string; locationId: string }>('audit_log');
  const records = await log.find({ _id: { $in: given.map(({ requestId }) => requestId) } }).toArray();
  const byId = new Map(records.map((record) => [record._id, record]));
  return given.flatMap(({ asked, requestId }) => {
    const record = byId.get(requestId);
    const same = record?.credentialId === asked.key?.credentialId && record?.locationId === asked.locationId;
    return same ? [] : asked.target;
  });
}

/** Until a whole burst is answered as if nothing had been. */
async function expectRecovery(): Promise<void> {
  let answered = await burst();
  while (outagesIn(answered).length > 0) {
    expect(problemsOf(answered, { outageAllowed: true })).toEqual([]);
    await delay(50);
    answered = await burst();
  }
  expect(problemsOf(answered, { outageAllowed: false })).toEqual([]);
}

const failures = [
  { what: 'takes commands and never answers', happen: () => proxy.hang() },
  { what: 'refuses connections', happen: () => proxy.cut() },
  { what: 'breaks its connections', happen: () => proxy.reset() },
];

describe.each(failures)('while MongoDB $what', ({ happen }) => {
  it.each([
    ['before a burst', null],
    ['in the middle of a burst', 0],
    ['late in a burst', SOON_MS],
  ])('every request gets its own answer or an outage in time, and its own once that is over (%s)', async (_, after) => {
    if (after === null) happen();
    const answering = burst();
    if (after !== null) {
      await delay(after);
      happen();
    }
    const answered = await answering;
    proxy.heal();
    expect(problemsOf(answered, { outageAllowed: true })).toEqual([]);
    await expectRecovery();
    expect(await unrecordedReports(answered)).toEqual([]);
  });
});

describe('outages', () => {
  it('reach every request that needs MongoDB, and no other', async () => {
    proxy.hang();
    const answered = await burst();
    proxy.heal();
    const told = outagesIn(answered);
    expect(told.length).toBeGreaterThan(BURST / 2);
    expect(answered.filter(({ response }) => response?.status === 200)).toEqual([]);
    await expectRecovery();
  });
});

describe('clients that hang up in the middle of a burst', () => {
  it.each([0, 2, SOON_MS, 50])('disturb no other request (after %d ms)', async (after) => {
    const answering = burst();
    await delay(after);
    client.hangUp(HUNG_UP);
    const answered = await answering;
    const others = answered.filter((_, index) => index % CONNECTIONS >= HUNG_UP);
    expect(problemsOf(others, { outageAllowed: false })).toEqual([]);
    const theirs = answered.filter(({ response }, index) => index % CONNECTIONS < HUNG_UP && response !== null);
    expect(problemsOf(theirs, { outageAllowed: false })).toEqual([]);
    expect(problemsOf(await burst(), { outageAllowed: false })).toEqual([]);
  });
});
