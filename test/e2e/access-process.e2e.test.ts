import type { HealthReport } from '@fundlens/runtime/admin-server';
import { contactChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { applicationOf } from '../bench/src/workload.ts';
import { accessEndings } from '../harness/access-endings.ts';
import { startBulkImport } from '../harness/bulk-import.ts';
import { watchRefusal } from '../harness/refusal-watch.ts';
import { isReady, type ServiceProcess } from '../harness/service-process.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';

/** The two consumer groups, each in processes of its own: one after the other dies. */

/** Several heartbeats, which come every two seconds, also where other tests keep the processors busy. */
const ACCESS_MAX_AGE_S = 12;
/** A service that holds access state is polled this often. */
const PAUSE_MS = 50;
/** Longer than any cache may hold what it knows. */
const AFTERWARDS_MS = 1_500;
const GIVE_UP_MS = 60_000;
const OUTAGE = 500;

const COMPANY = 'company-apart';
const LOCATION = 'location-apart';
const reader = issueCredential({ credentialId: 'reader-apart', companyId: COMPANY, locationId: LOCATION });

let system: TestSystem;
let access: ServiceProcess;
let changes: ServiceProcess;
let query: QueryService;

/** Needs nothing of what only dashboards and PDFs need. */
const startAccess = () => system.startProjector({ CONSUMER_GROUPS: 'access', REDIS_URL: '' });
const startChanges = () => system.startProjector({ CONSUMER_GROUPS: 'changes' });

beforeAll(async () => {
  system = await createTestSystem({ name: 'apart', stack: inject('stack') });
  [access, changes] = await Promise.all([startAccess(), startChanges()]);
  await system.publish([company(COMPANY), ...installedLocation(LOCATION, COMPANY), reader.event]);
  await system.applied.all();
  query = await system.startQuery({ ACCESS_MAX_AGE: String(ACCESS_MAX_AGE_S) });
});

afterAll(() => system?.stop());

async function healthOf({ adminPort }: ServiceProcess): Promise<HealthReport> {
  return (await (await fetch(`http://127.0.0.1:${adminPort}/readyz`)).json()) as HealthReport;
}

const contact = (contactId: string) =>
  contactChanged({ meta: { locationId: LOCATION }, contactId, createdAt: USUAL_INSTANT });
const askFor = (contactId: string, token = reader.token) => query.get({ token, target: `/contacts/${contactId}` });
const isServed = async (contactId: string) => (await askFor(contactId)).status === 200;
const asOf = async () =>
  Date.parse((await query.get({ token: reader.token, target: '/contacts' })).headers.get('x-data-as-of') ?? '');

it('each takes and tells of what is its own', async () => {
  const partsOf = async (service: ServiceProcess) => Object.keys((await healthOf(service)).checks);
  const [ofAccess, ofChanges] = [await partsOf(access), await partsOf(changes)];
  const { crm, funding } = system.topics;
  const about = (parts: readonly string[], topic: string) => parts.some((part) => part.includes(topic));

  expect(ofAccess).toContain('group access');
  expect(ofAccess).not.toEqual(expect.arrayContaining(['dashboards']));
  expect([about(ofAccess, crm), about(ofAccess, funding), about(ofAccess, system.topics.access)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(ofChanges).toEqual(expect.arrayContaining(['group changes', 'dashboards']));
  expect([about(ofChanges, crm), about(ofChanges, funding), about(ofChanges, system.topics.access)]).toEqual([
    true,
    true,
    false,
  ]);
});

it('access that ends while changes come all the time is refused, and never served again', async () => {
  const endings = Object.values(accessEndings).map((make, index) => make(`apart-beside-changes-${index}`));
  await system.publish(endings.flatMap(({ before }) => before));
  await system.applied.all();
  const bulk = await startBulkImport({ system, eventsOf: applicationOf, pace: { eventsPerSecond: 100 } });
  const refusals = await Promise.all(
    endings.map(({ token, target, refusal, change }) =>
      watchRefusal({
        asks: [async () => (await query.get({ token, target })).status],
        refusal,
        change: () => system.publish(change),
        pauseMs: PAUSE_MS,
        afterwardsMs: AFTERWARDS_MS,
        giveUpMs: GIVE_UP_MS,
      }),
    ),
  );

  expect(await bulk.stop()).toBeGreaterThan(0);
  const all = refusals.flat();
  expect(all).toHaveLength(endings.length);
  expect(all.filter(({ refusedAt, askedAgain }) => refusedAt === null || askedAgain === 0)).toEqual([]);
  expect(all.filter(({ servedAgain }) => servedAgain > 0)).toEqual([]);
  await system.applied.all();
});

it('while the writers are down, access ends as ever, and data continues from where it was when they return', async () => {
  await changes.kill();
  const endings = Object.values(accessEndings).map((make, index) => make(`apart-${index}`));
  const granted = endings.flatMap(({ before }) => before);
  const isOfAccess = ({ type }: (typeof granted)[number]) => type !== 'LocationChanged';
  await system.applied.positions(await system.publish(granted.filter(isOfAccess)));
  await system.publish([contact('late')]);
  for (const { token, target, refusal, change } of endings) {
    const statusOf = async () => (await query.get({ token, target })).status;
    await eventually(async () => (await statusOf()) === 200, { what: 'access' });
    await system.publish(change);
    await eventually(async () => (await statusOf()) === refusal, { what: 'a refusal' });
  }
  expect((await askFor('late')).status).toBe(404);

  changes = await startChanges();
  await eventually(() => isServed('late'), { what: 'what was published meanwhile' });
  await system.applied.all();
});

it('while no process takes access events, access state that is too old lets no client in; afterwards every client has its access again', async () => {
  const key = { credentialId: 'unheard', companyId: COMPANY, locationId: LOCATION };
  const { token, event } = issueCredential(key);
  const revocation = issueCredential({ ...key, version: 2, revokedAt: USUAL_INSTANT }).event;
  await system.applied.positions(await system.publish([event]));
  const statusOfRevoked = async () => (await query.get({ token, target: '/contacts' })).status;
  await eventually(async () => (await statusOfRevoked()) === 200, { what: 'access' });

  await access.kill();
  const killedAt = Date.now();
  const asOfBefore = await asOf();
  await system.publish([revocation, contact('meanwhile')]);

  // Data goes on, and says how fresh it is.
  await eventually(() => isServed('meanwhile'), { what: 'data without changes of access' });
  await eventually(async () => (await asOf()) > asOfBefore, { what: 'a newer freshness' });
  // Until the access state is too old for any client.
  const served: number[] = [];
  const refused = await eventually(
    async () => {
      const askedAt = Date.now();
      const answer = await askFor('meanwhile');
      if (answer.status === 200) served.push(askedAt);
      return answer.status === 200 ? null : answer;
    },
    { what: 'the refusal of every client', pauseMs: PAUSE_MS },
  );
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([OUTAGE, '2']);
  expect(served.filter((askedAt) => askedAt > killedAt + ACCESS_MAX_AGE_S * 1_000)).toEqual([]);
  expect(await statusOfRevoked()).toBe(OUTAGE);
  expect(await healthOf(query)).toMatchObject({ ok: true, degraded: true });
  expect((await healthOf(changes)).ok).toBe(true);

  access = await startAccess();
  await eventually(() => isServed('meanwhile'), { what: 'changes of access' });
  await system.applied.all();
  await eventually(async () => (await statusOfRevoked()) === 401, {
    what: 'the refusal of the client that was revoked meanwhile',
  });
  expect(await isReady(query.adminPort)).toBe(true);
});
