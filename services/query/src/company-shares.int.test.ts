import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { testStack } from '@fundlens/projection/testing/stack';
import { expect, it } from 'vitest';
import { BASE_PATH } from './routes/route.ts';
import { createBurstClient } from './testing/burst-client.ts';
import { queryHarness } from './testing/query-harness.ts';

const MIB = 1024 * 1024;
const REPORT_BYTES = 11 * MIB;

const harness = await queryHarness();
const { fixtures } = harness;
const report = JSON.stringify('x'.repeat(REPORT_BYTES));
const { token: slow } = await fixtures.tenant({ companyId: 'acme', locationId: 'l1', report });
const pinned = { reach: 'location', companyId: 'acme', pinnedLocationId: 'l1' } as const;
/** Of the same company. */
const sibling = await fixtures.credential({ ...pinned, permissions: ['read', 'credit_reports'] });
const { token: other } = await fixtures.tenant({ report });
// The headers of freshness are in every response, as documented.
await fixtures.progress('funding', 'funding', [{ asOf: Date.now() }]);
const query = await harness.start({ MAX_BYTES_IN_FLIGHT: String(64 * MIB) });

const REPORT = '/credit-reports?requestId=r1';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
function heldMib(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers / MIB;
}

const inFlight = () => query.metric('fundlens_query_in_flight_bytes');

it('refuses further long responses to the company of a client that does not read, serves the others, and releases what is read', async () => {
  const headers = { authorization: `Bearer ${slow}`, 'accept-encoding': 'identity' };
  const unread = await fetch(`http://127.0.0.1:${query.port()}${BASE_PATH}${REPORT}`, { headers });
  expect(await inFlight()).toBeGreaterThan(REPORT_BYTES);

  for (const token of [slow, sibling]) {
    const { status, headers, json } = await query.get(REPORT, { token });
    expect([status, json.error.reason, headers.get('retry-after')]).toEqual([429, 'company_share', '1']);
  }
  expect((await query.get('/contacts/c1', { token: slow })).status).toBe(200);
  expect((await query.get(REPORT, { token: other })).status).toBe(200);

  await unread.body?.cancel();
  await expect.poll(inFlight).toBe(0);
  expect((await query.get(REPORT, { token: slow })).status).toBe(200);
  await expect.poll(inFlight).toBe(0);
});

it('reads a report of another company after a few of many that one asks for at once, all of which it reads', async () => {
  const client = createBurstClient(query.port, { connections: 8 });
  const target = (requestId: string) => `${BASE_PATH}/credit-reports?requestId=${requestId}`;
  const many = Array.from({ length: 40 }, (_, index) => ({ target: target(`none-${index}`), token: slow }));
  harness.commands.length = 0;
  const responses = await client.send([...many, { target: target('r1'), token: other }]);
  client.close();
  expect(responses.pop()?.status).toBe(200);
  expect(new Set(responses.map((response) => response?.status))).toEqual(new Set([404]));
  const read = harness.commands.flatMap(({ command }) =>
    command.aggregate === 'credit_reports_1' ? command.pipeline[0].$match._id.$in : [],
  );
  expect(read).toHaveLength(many.length + 1);
  // Eight of a company are read at once; before, those that had come earlier were read first.
  expect(read.findIndex((id: string) => id.endsWith(':r1'))).toBeLessThan(16);
  await expect.poll(inFlight).toBe(0);
});

it('keeps of reports that were read together only the one that its client has not taken yet', async () => {
  // The driver keeps replies for those who watch commands.
  const quiet = await queryHarness({ quiet: true });
  const { locationId, token } = await quiet.fixtures.tenant();
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const requestId of ids)
    await quiet.fixtures.creditReport(locationId, { requestId, contactId: 'c1', pulledAt: 1, text: report });
  const own = await quiet.start({ MAX_BYTES_IN_FLIGHT: String(64 * MIB) });
  const before = heldMib();
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' };
  const address = `http://127.0.0.1:${own.port()}${BASE_PATH}/credit-reports?requestId=`;
  const unread = await Promise.all(ids.map((id) => fetch(address + id, { headers })));
  expect(unread.map(({ status }) => status).sort()).toEqual([200, ...ids.slice(1).map(() => 429)]);
  await expect.poll(() => heldMib() - before, { timeout: 10_000 }).toBeLessThan((2 * REPORT_BYTES) / MIB);
  await Promise.all(unread.map(({ body }) => body?.cancel()));
});

it('leaves connections to a point read of another company while many pages of one are read', async () => {
  const { proxy, url } = await harness.proxied(testStack().mongodbUrl);
  const far = await harness.start({ MONGODB_URL: url, MONGODB_POOL_SIZE: '8' });
  expect((await far.get('/contacts/c1', { token: other })).status).toBe(200);
  proxy.slow({ latencyMs: 20, jitterMs: 0, bytesPerSecond: null });
  let read = 0;
  const pages = Array.from({ length: 40 }, async () => {
    const { status } = await far.get('/contacts?query=ada+lovelace', { token: slow });
    read += 1;
    return status;
  });
  await expect.poll(() => read, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
  const startedAt = read;
  expect((await far.get('/contacts/c1', { token: other })).status).toBe(200);
  // While it asks four times, two pages at once are read; before, it stood behind all of them each time.
  expect(read - startedAt).toBeLessThan(25);
  proxy.heal();
  expect(new Set(await Promise.all(pages))).toEqual(new Set([200]));
});

const HEAVY = [
  '/contacts?limit=500&include=creditSummary',
  '/pipeline?limit=300',
  '/changes?limit=500',
  '/deals?limit=101',
  '/deal-pipelines',
  '/dashboard/stats?scope=company',
  '/dashboard/stats?days=365&series=daily',
];

it.each(HEAVY)(
  'serves some of many %s at once of one company, refuses the others, and serves another company',
  async (path) => {
    const agency = await fixtures.credential({ reach: 'agency', companyId: 'acme' });
    const keys = path.includes('scope') ? [agency] : [slow, sibling];
    const client = createBurstClient(query.port, { connections: 8 });
    const target = `${BASE_PATH}${path}`;
    const many = Array.from({ length: 120 }, (_, index) => ({ target, token: keys[index % keys.length] ?? null }));
    const light = { target: `${BASE_PATH}/contacts?limit=1`, token: other };
    const responses = await client.send([...many, light]);
    client.close();
    const others = responses.pop();
    expect(others?.status).toBe(200);
    const refused = responses.filter((response) => response?.status === 429);
    const served = responses.filter((response) => response?.status === 200);
    expect([served.length > 0, refused.length > 0, served.length + refused.length]).toEqual([true, true, many.length]);
    for (const response of refused) {
      const { error } = JSON.parse(response?.body ?? '');
      expect([error.code, error.reason]).toEqual(['rate_limited', 'company_share']);
      const shown = ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) =>
        response?.headers.get(name),
      );
      expect(shown).toEqual(['1', '1', '0']);
    }
    expect((await query.get(path, { token: keys[0] ?? '' })).status).toBe(200);
  },
);
