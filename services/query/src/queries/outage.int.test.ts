import { setTimeout as delay } from 'node:timers/promises';
import type { HealthReport } from '@fundlens/runtime/admin-server';
import { describe, expect, it } from 'vitest';
import { type Answered, queryHarness, type RunningQuery } from '../testing/query-harness.ts';
import { testStack } from '@fundlens/projection/testing/stack';

const harness = await queryHarness();
const { token } = await harness.fixtures.tenant({ report: '"in-report"' });
const { proxy, url: mongodbUrl } = await harness.proxied(testStack().mongodbUrl);

const find = (service: RunningQuery) => service.get('/contacts/c1', { token });
const findReport = (service: RunningQuery) => service.get('/credit-reports?requestId=r1', { token });

async function health(service: RunningQuery) {
  const { status, text } = await service.admin('/readyz');
  return { status, ...(JSON.parse(text) as HealthReport) };
}

async function recovered(ask: () => Promise<Answered>): Promise<void> {
  while ((await ask()).status !== 200) await delay(50);
}

/** A service of which the next record for the audit meets what is given. */
async function serviceWhoseAudit(happen: () => void, deadlineMs: string) {
  let armed = false;
  const own = await harness.start({ MONGODB_URL: mongodbUrl, REQUEST_DEADLINE_MS: deadlineMs }, (mongo) => {
    mongo.on('commandStarted', ({ commandName, command }) => {
      if (!armed || commandName !== 'insert' || command.insert !== 'audit_log') return;
      armed = false;
      happen();
    });
  });
  await recovered(() => findReport(own));
  armed = true;
  return own;
}

describe('with MongoDB away', () => {
  it('a request that needs access state only is refused as well, once the cached state expires', async () => {
    const own = await harness.start({ MONGODB_URL: mongodbUrl, REQUEST_DEADLINE_MS: '500' });
    const ask = () => own.get('/credential', { token });
    await recovered(ask);
    expect(await health(own)).toMatchObject({ status: 200, degraded: false });
    proxy.hang();
    harness.pass();
    const { status, json, headers } = await ask();
    // Clients get the 500 of an outage, and not that of a load balancer.
    const checks = { mongodb: 'away: mongodb_unavailable', access: 'unknown: mongodb_unavailable' };
    expect(await health(own)).toMatchObject({ status: 200, degraded: true, checks });
    expect(await own.metric('fundlens_query_mongodb_available')).toBe(0);
    expect(await own.metric('fundlens_query_access_age_seconds')).toBeGreaterThan(1);
    proxy.heal();
    expect([status, json.error.code, headers.get('retry-after')]).toEqual([500, 'internal_error', '2']);
    await recovered(ask);
  });

  it.each([
    ['is cut off', () => proxy.cut()],
    ['is reset', () => proxy.reset()],
  ])(
    'a report whose audit record is being stored while MongoDB %s is an outage to be tried again',
    async (_, happen) => {
      const own = await serviceWhoseAudit(happen, '3000');
      const response = await findReport(own);
      proxy.heal();
      expect([response.status, response.headers.get('retry-after')]).toEqual([500, '2']);
      expect(response.text).not.toContain('in-report');
      await recovered(() => findReport(own));
    },
  );

  it('a report whose audit record is stored too late is in the audit as not sent', async () => {
    const own = await serviceWhoseAudit(() => proxy.hang(), '500');
    const response = await findReport(own);
    proxy.heal();
    expect(response.status).toBe(500);
    const requestId = response.headers.get('x-request-id') ?? '';
    const log = harness.db.collection<{ _id: string }>('audit_log');
    const stored = log.find({ _id: { $gte: requestId, $lt: `${requestId};` } }).sort({ _id: 1 });
    const told = [{ status: 200 }, { status: 500, code: 'internal_error' }];
    await expect.poll(() => stored.clone().toArray(), { timeout: 10_000 }).toMatchObject(told);
  });

  it('the service starts, and answers once MongoDB is there', async () => {
    proxy.cut();
    const logged = harness.logLines.length;
    const own = await harness.start({ MONGODB_URL: mongodbUrl, REQUEST_DEADLINE_MS: '500' });
    const lines = () => harness.logLines.slice(logged).filter((line) => line.includes('"server":"MongoDB"'));
    expect((await find(own)).status).toBe(500);
    expect(await health(own)).toMatchObject({ status: 503, degraded: true });
    await expect.poll(lines, { timeout: 20_000 }).toEqual([expect.stringContaining('see MONGODB_URL.')]);
    proxy.heal();
    await recovered(() => find(own));
    expect(await health(own)).toMatchObject({ status: 200, degraded: false });
    await expect.poll(lines).toEqual([expect.any(String), expect.stringContaining('MongoDB is available')]);
    expect(lines().join()).not.toContain('stack');
  });

  it('read models that were never set up are an outage, not a bug', async () => {
    const own = await harness.start({ MONGODB_DATABASE: 'query_never_set_up', ACCESS_MAX_AGE: '0' });
    const response = await find(own);
    expect([response.status, response.headers.get('retry-after')]).toEqual([500, '2']);
  });
});
