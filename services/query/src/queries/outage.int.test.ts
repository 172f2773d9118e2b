import { setTimeout as delay } from 'node:timers/promises';
import { startProxyOf } from '@fundlens/testing/proxied-url';
import type { TcpProxy } from '@fundlens/testing/tcp-proxy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type QueryHarness, queryHarness, type RunningQuery } from '../testing/query-harness.ts';
import { testStack } from '../testing/stack.ts';

let harness: QueryHarness;
let query: RunningQuery;
let proxy: TcpProxy;
let token: string;
let mongodbUrl: string;

beforeAll(async () => {
  harness = await queryHarness();
  await harness.fixtures.company('acme');
  await harness.fixtures.location('l1', 'acme');
  await harness.fixtures.contact('l1', { contactId: 'c1' });
  token = await harness.fixtures.credential({ reach: 'location', companyId: 'acme', pinnedLocationId: 'l1' });
  ({ proxy, url: mongodbUrl } = await startProxyOf(testStack().mongodbUrl));
  query = await harness.start({ MONGODB_URL: mongodbUrl, REQUEST_DEADLINE_MS: '3000', ACCESS_CACHE_MS: '0' });
});
afterAll(async () => {
  await harness.close();
  await proxy.stop();
});

const find = () => query.get('/contacts/c1', { token });

async function recovered(): Promise<void> {
  while ((await find()).status !== 200) await delay(50);
}

describe('with MongoDB away', () => {
  it.each([
    ['refuses connections', () => proxy.cut()],
    ['takes connections and never answers', () => proxy.hang()],
  ])('a request is an outage with Retry-After when it %s', async (_, takeAway) => {
    await recovered();
    const askReady = () => fetch(`http://127.0.0.1:${query.adminPort()}/readyz`);
    expect((await askReady()).status).toBe(200);
    takeAway();
    const responses = await Promise.all([find(), find(), find()]);
    const ready = await askReady();
    const live = await fetch(`http://127.0.0.1:${query.adminPort()}/livez`);
    proxy.heal();
    for (const { status, headers, json } of responses) {
      expect([status, json.error.code, headers.get('retry-after')]).toEqual([500, 'internal_error', '2']);
    }
    expect([ready.status, live.status]).toEqual([200, 200]);
    expect(await ready.json()).toMatchObject({ degraded: true, checks: { mongodb: 'away: mongodb_unavailable' } });
    await recovered();
  });

  it('a request that needs access state only is refused as well, once the cached state expires', async () => {
    const own = await harness.start({ MONGODB_URL: mongodbUrl, REQUEST_DEADLINE_MS: '3000', ACCESS_CACHE_MS: '500' });
    const ask = () => own.get('/credential', { token });
    while ((await ask()).status !== 200) await delay(50);
    proxy.hang();
    await delay(500);
    const responses = await Promise.all([ask(), ask(), ask()]);
    proxy.heal();
    for (const { status, headers, json } of responses) {
      expect([status, json.error.code, headers.get('retry-after')]).toEqual([500, 'internal_error', '2']);
    }
    while ((await ask()).status !== 200) await delay(50);
  });

  it.each([
    ['is cut off', () => proxy.cut()],
    ['is reset', () => proxy.reset()],
  ])(
    'a report whose audit record is being stored while MongoDB %s is an outage to be tried again',
    async (_, takeAway) => {
      const reader = await harness.fixtures.credential({
        reach: 'location',
        companyId: 'acme',
        pinnedLocationId: 'l1',
        permissions: ['read', 'credit_reports'],
      });
      await harness.fixtures.creditReport('l1', { requestId: 'r1', contactId: 'c1', pulledAt: 1, text: '"in-report"' });
      let armed = false;
      const own = await harness.start({ MONGODB_URL: mongodbUrl, REQUEST_DEADLINE_MS: '3000' }, (mongo) => {
        mongo.on('commandStarted', ({ commandName, command }) => {
          if (!armed || commandName !== 'insert' || command.insert !== 'audit_log') return;
          takeAway();
        });
      });
      const ask = () => own.get('/credit-reports?requestId=r1', { token: reader });
      while ((await ask()).status !== 200) await delay(50);
      armed = true;
      const response = await ask();
      armed = false;
      proxy.heal();
      expect([response.status, response.headers.get('retry-after')]).toEqual([500, '2']);
      expect(response.text).not.toContain('in-report');
      while ((await ask()).status !== 200) await delay(50);
    },
  );

  it('a report whose audit record is stored too late is in the audit as not sent', async () => {
    const { fixtures, db } = harness;
    const permissions = ['read', 'credit_reports'];
    const reader = await fixtures.credential({
      ...{ reach: 'location', companyId: 'acme', pinnedLocationId: 'l1', permissions },
    });
    await fixtures.creditReport('l1', { requestId: 'r1', contactId: 'c1', pulledAt: 1, text: '"in-report"' });
    let armed = false;
    const own = await harness.start({ MONGODB_URL: mongodbUrl, REQUEST_DEADLINE_MS: '1000' }, (mongo) => {
      mongo.on('commandStarted', ({ commandName, command }) => {
        if (armed && commandName === 'insert' && command.insert === 'audit_log') proxy.hang();
        armed &&= command.insert !== 'audit_log';
      });
    });
    const ask = () => own.get('/credit-reports?requestId=r1', { token: reader });
    while ((await ask()).status !== 200) await delay(50);
    armed = true;
    const response = await ask();
    proxy.heal();
    expect(response.status).toBe(500);
    const requestId = response.headers.get('x-request-id') ?? '';
    const entries = () =>
      db
        .collection<{ _id: string }>('audit_log')
        .find({ _id: { $gte: requestId, $lt: `${requestId};` } })
        .toArray();
    await expect.poll(entries).toMatchObject([{ status: 200 }, { status: 500, code: 'internal_error' }]);
  });

  it('the service starts, and answers once MongoDB is there', async () => {
    proxy.cut();
    const logged = harness.logLines.length;
    const own = await harness.start({ MONGODB_URL: mongodbUrl, REQUEST_DEADLINE_MS: '3000' });
    const before = await own.get('/contacts/c1', { token });
    proxy.heal();
    let after = await own.get('/contacts/c1', { token });
    while (after.status !== 200) {
      await delay(50);
      after = await own.get('/contacts/c1', { token });
    }
    expect(before.status).toBe(500);
    const lines = harness.logLines.slice(logged).filter((line) => line.includes('"server":"MongoDB"'));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('the environment variable MONGODB_URL.');
    expect(lines[1]).toContain('MongoDB is available');
    expect(lines.join()).not.toContain('stack');
  });

  it('read models that were never set up are an outage, not a bug', async () => {
    const own = await harness.start({ MONGODB_DATABASE: 'query_never_set_up', ACCESS_MAX_AGE: '0' });
    const response = await own.get('/contacts/c1', { token });
    expect([response.status, response.headers.get('retry-after')]).toEqual([500, '2']);
  });
});
