import { setTimeout as delay } from 'node:timers/promises';
import { type OwnRedisCluster, startOwnRedisCluster } from './own-redis-cluster.ts';
import { redisUsers } from '../../infra/deploy/roles/role-files.ts';
import { counted, type ProjectorFixture, projectorFixture, until } from '@fundlens/projector/testing/projector-fixture';
import { type QueryHarness, queryHarness, type RunningQuery } from '@fundlens/query/testing/query-harness';
import { applicantChanged, contactChanged } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** As production has Redis: three primaries, one of them with a replica, and users with the least rights. */

const PASSWORD = 'p@ss:word,of/tests';
const JOBS = 'cluster-jobs';
const COMPANIES = 12;
/** A key of slot 0. */
const FIRST_SLOT = '3560';
const TIMEOUT_MS = 120_000;

let cluster: OwnRedisCluster;
let harness: QueryHarness;
let fixture: ProjectorFixture;

beforeAll(async () => {
  [cluster, harness, fixture] = await Promise.all([startOwnRedisCluster('faults'), queryHarness(), projectorFixture()]);
  const users = redisUsers({
    PROJECTOR_PASSWORD: PASSWORD,
    QUERY_PASSWORD: PASSWORD,
    JOBS_KEY_PREFIX: `{${JOBS}}`,
    REDIS_KEY_PREFIX: harness.environment.REDIS_KEY_PREFIX ?? '',
  });
  const lines = users.split('\n').filter((line) => line.startsWith('user ') && !line.startsWith('user default'));
  for (const line of lines) {
    const [, name = '', ...rules] = line.split(' ');
    for (const node of cluster.nodes) await node.call('ACL', 'SETUSER', name, ...rules);
  }
}, TIMEOUT_MS);
afterAll(async () => {
  await Promise.all([harness?.close(), fixture?.close()]);
  await cluster?.close();
});

const started = () =>
  harness.start({ REDIS_URL: cluster.url({ user: 'query', password: PASSWORD }), REDIS_CLUSTER: 'true' });

let made = 0;

/** A company with a key of its own. */
async function company(dailyQuota: number) {
  made += 1;
  const [companyId, locationId] = [`company-${made}`, `location-${made}`];
  await harness.fixtures.company(companyId, { dailyQuota });
  await harness.fixtures.location(locationId, companyId);
  const token = await harness.fixtures.credential({ reach: 'location', companyId, pinnedLocationId: locationId });
  return { token, key: `${harness.environment.REDIS_KEY_PREFIX}{company:${companyId}}:day` };
}

/** How many of so many requests at once were admitted. */
async function admitted(query: RunningQuery, token: string, requests: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: requests }, () => query.get('/contacts', { token })));
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 429)).toEqual([]);
  return answers.filter(({ status }) => status === 200).length;
}

const spentInRedis = async (key: string) => Number(await (await cluster.primaryOf(key)).hget(key, 'spent'));

it('counts each company exactly over several instances, on whichever node it is', async () => {
  const [one, two] = [await started(), await started()];
  const companies = await Promise.all(Array.from({ length: COMPANIES }, () => company(20)));
  for (const { token } of companies) {
    const counts = await Promise.all([one, two].map((query) => admitted(query, token, 15)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(20);
  }
  const primaries = await Promise.all(companies.map(({ key }) => cluster.primaryOf(key)));
  expect(new Set(primaries).size).toBe(3);
  expect(await Promise.all(companies.map(({ key }) => spentInRedis(key)))).toEqual(companies.map(() => 20));
});

it('counts on while the slot of a company moves to another node', async () => {
  const query = await started();
  const { token, key } = await company(1_000);
  expect(await admitted(query, token, 10)).toBe(10);
  const from = await cluster.primaryOf(key);
  const to = cluster.nodes.slice(0, 3).find((node) => node !== from) ?? from;
  let isMoved = false;
  const asking = (async () => {
    let count = 0;
    while (!isMoved) count += await admitted(query, token, 5);
    return count;
  })();
  await moveSlot(key, { from, to });
  isMoved = true;
  const meanwhile = await asking;
  expect(await cluster.primaryOf(key)).toBe(to);
  expect(await admitted(query, token, 10)).toBe(10);
  expect(await spentInRedis(key)).toBe(20 + meanwhile);
});

/** As `redis-cli --cluster reshard` does. */
async function moveSlot(
  key: string,
  { from, to }: { readonly from: (typeof cluster.nodes)[0]; readonly to: (typeof cluster.nodes)[0] },
) {
  if (from === undefined || to === undefined) throw new TypeError('there are no nodes');
  const slot = await from.cluster('KEYSLOT', key);
  const [fromId, toId] = [String(await from.call('CLUSTER', 'MYID')), String(await to.call('CLUSTER', 'MYID'))];
  await to.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', fromId);
  await from.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', toId);
  for (;;) {
    const keys = await from.cluster('GETKEYSINSLOT', slot, 100);
    if (keys.length === 0) break;
    for (const moved of keys) await from.call('MIGRATE', '127.0.0.1', to.options.port ?? 0, moved, 0, 5_000);
    await delay(20);
  }
  for (const node of [to, from]) await node.call('CLUSTER', 'SETSLOT', slot, 'NODE', toId);
}

it('wakes background work by jobs', async () => {
  const projector = await fixture.start({
    REDIS_URL: cluster.url({ user: 'projector', password: PASSWORD }),
    REDIS_CLUSTER: 'true',
    JOBS_KEY_PREFIX: JOBS,
    // So rarely that only a job can have done it.
    DASHBOARD_SWEEP_MS: '3600000',
  });
  await fixture.publish([contactChanged(), applicantChanged()]);
  await fixture.caughtUp();
  await fixture.refreshed(['dashboard_windows']);
  await until(async () => (await counted(projector, 'wake_ups_total{outcome="done"}')) > 0);
  expect(await counted(projector, 'wake_ups_total{outcome="lost"}')).toBe(0);
});

// Each ends with the first primary's slots on another node: the second begins where the first has ended.
it.each([
  { fault: 'hangs', signal: 'SIGSTOP', over: 'SIGCONT' },
  { fault: 'is killed', signal: 'SIGKILL', over: null },
] as const)(
  'a primary that $fault: all are answered meanwhile, and its replica counts on with what was spent',
  async ({ signal, over }) => {
    const query = await started();
    const lost = await cluster.primaryOf(FIRST_SLOT);
    let [chosen, spent] = [await company(1_000), 0];
    while ((await cluster.primaryOf(chosen.key)) !== lost) chosen = await company(1_000);
    const ask = async (requests: number) => {
      const count = await admitted(query, chosen.token, requests);
      spent += count;
      return count;
    };
    expect(await ask(20)).toBe(20);
    cluster.signal(lost, signal);
    while ((await cluster.primaryOf(chosen.key)) === lost) {
      expect(await ask(5)).toBe(5);
      await delay(50);
    }
    if (over !== null) cluster.signal(lost, over);
    const remaining = async () => {
      spent += 1;
      const { headers } = await query.get('/contacts', { token: chosen.token });
      return Number(/"day";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    await until(async () => (await remaining()) === 1_000 - spent && (await spentInRedis(chosen.key)) === spent);
    if (over !== null) await until(async () => (await lost.info('replication')).includes('master_link_status:up'));
  },
  TIMEOUT_MS,
);
