import { setTimeout as delay } from 'node:timers/promises';
import { testStack } from '@fundlens/projection/testing/stack';
import { describe, expect, it } from 'vitest';
import { queryHarness } from '../testing/query-harness.ts';
import { newToken, type TenantNames } from '../testing/read-model-fixtures.ts';

const harness = await queryHarness();
const { fixtures } = harness;
await fixtures.company('acme');
const query = await harness.start();

const status = async (token: string, path = '/contacts/c1') => (await query.get(path, { token })).status;

/** How long a change of access may take to be noticed. */
const ONE_SECOND = 1_000;

describe('authentication', () => {
  it('accepts API keys and OAuth access tokens, in any spelling of the scheme', async () => {
    const { companyId, locationId: pinnedLocationId, token } = await fixtures.tenant();
    const oauth = `${newToken('fmo')}-._~+/==`;
    const pinned = { reach: 'location', companyId, pinnedLocationId } as const;
    await fixtures.credential({ ...pinned, kind: 'oauth_token' }, { token: oauth });
    for (const authorization of [`Bearer ${token}`, `bearer ${oauth}`, `BEARER  ${oauth}`, `Bearer ${token} `]) {
      expect((await query.get('/contacts/c1', { headers: { authorization } })).status).toBe(200);
    }
  });

  it('answers alike for every credential that it does not accept', async () => {
    const revoked = await fixtures.tenant({ revokedAt: Date.now() - 1 });
    const revokedLater = await fixtures.tenant({ revokedAt: Date.now() + 3_600_000 });
    const expired = await fixtures.tenant({ expiresAt: Date.now() - 1 });
    const incomplete = await fixtures.tenant({ pinnedLocationId: null });
    const twice = await fixtures.tenant();
    await fixtures.credential({ reach: 'agency', companyId: 'acme' }, { token: twice.token });
    const { token: good } = await fixtures.tenant();
    const headers = [
      ...['Bearer', 'Basic Zm9vOmJhcg==', good, `Bearer${good}`, `Bearer "${good}"`, `Bearer ${good}, Bearer ${good}`],
      ...['Bearer fmk_', 'Bearer fmk_a b', `Bearer fmk_${'a'.repeat(1_000)}`],
      ...[good.replace('fmk', 'fmx'), good.replace('fmk', 'FMK'), newToken()].map((token) => `Bearer ${token}`),
      ...[revoked, revokedLater, expired, incomplete, twice].map(({ token }) => `Bearer ${token}`),
    ].map((authorization) => ({ authorization }));
    const responses = [];
    for (const given of [...headers, {}, { cookie: `session=${good}; Authorization=${good}` }]) {
      const { status: refused, headers: answered, json } = await query.get('/contacts/c1', { headers: given });
      expect(answered.get('www-authenticate')).toBe('Bearer');
      responses.push(`${refused} ${json.error.code} ${json.error.message}`);
    }
    expect(new Set(responses).size).toBe(1);
    expect(responses[0]).toMatch(/^401 unauthorized/);
  });

  it('looks at the expiry on every request, also of a credential that it has just looked up', async () => {
    const own = await harness.start({ ACCESS_CACHE_MS: '1000' });
    const expiresAt = Date.now() + 900;
    const { token } = await fixtures.tenant({ expiresAt });
    expect((await own.get('/contacts/c1', { token })).status).toBe(200);
    await delay(expiresAt - Date.now());
    expect((await own.get('/contacts/c1', { token })).status).toBe(401);
  });
});

it('refuses a request whose credential is revoked, or whose location is transferred, while it waits for a server', async () => {
  const { proxy, url } = await harness.proxied(testStack().redisUrl);
  const own = await harness.start({ REDIS_URL: url });
  const [revoked, moved] = [await fixtures.tenant(), await fixtures.tenant()];
  for (const { token } of [revoked, moved]) expect((await own.get('/contacts/c1', { token })).status).toBe(200);
  proxy.hang();
  const waiting = [revoked, moved].map(({ token }) => own.get('/contacts/c1', { token }));
  await delay(200);
  await revoked.put({ revokedAt: Date.now() });
  await fixtures.location(moved.locationId, 'acme');
  expect((await Promise.all(waiting)).map((response) => response.status)).toEqual([401, 403]);
  proxy.heal();
});

it('learns that an entity is blocked by one short answer, however many dead letters block it: others wait for it too', async () => {
  const { locationId, token } = await fixtures.tenant();
  await Promise.all(Array.from({ length: 150 }, () => fixtures.block(`location:${locationId}`)));
  harness.commands.length = 0;
  expect(await status(token)).toBe(403);
  expect(harness.commands.filter(({ commandName }) => commandName === 'getMore')).toEqual([]);
});

/** What lets a request in that was refused before: test/e2e/access-changes.e2e.test.ts has what shuts it out. */
const admissions: readonly (readonly [
  what: string,
  before: number,
  begin: (of: TenantNames) => Promise<() => unknown>,
])[] = [
  [
    'its token is issued',
    401,
    async ({ put }) => {
      await put({ tokenHash: 'f'.repeat(64) });
      return put;
    },
  ],
  ['an event of its credential is replayed', 401, (of) => fixtures.block(`credential:${of.credentialId}`)],
  ['an event of its company is replayed', 403, ({ companyId }) => fixtures.block(`company:${companyId}`)],
  ['an event of its location is replayed', 403, (of) => fixtures.block(`location:${of.locationId}`)],
];

it.each(admissions)('lets a request in within a second after %s', async (_, before, begin) => {
  const of = await fixtures.tenant();
  const change = await begin(of);
  expect(await status(of.token)).toBe(before);
  await change();
  harness.pass(ONE_SECOND);
  expect(await status(of.token)).toBe(200);
});

describe('the location', () => {
  it('is refused at once for a report, although the transfer is not in the cache yet', async () => {
    const { token, locationId } = await fixtures.tenant();
    expect(await status(token)).toBe(200);
    await fixtures.location(locationId, 'acme');
    expect(await status(token, '/credit-reports?requestId=r1')).toBe(403);
  });

  it('is refused when its company is suspended, uninstalled or unknown, and to a key that names no company', async () => {
    for (const state of ['suspended', 'uninstalled'] as const) {
      const { token, companyId } = await fixtures.tenant();
      await fixtures.company(companyId, { state });
      expect([await status(token), await status(token, '/locations')]).toEqual([403, 403]);
    }
    await fixtures.location('orphan', 'unknown-company');
    const token = await fixtures.credential({ reach: 'agency', companyId: 'unknown-company' });
    expect(await status(token, '/contacts/c?locationId=orphan')).toBe(403);
    expect(await status(token, '/locations')).toBe(403);
    const ofNobody = await fixtures.tenant();
    await ofNobody.put({ companyId: null });
    expect(await status(ofNobody.token)).toBe(403);
  });
});

describe('access state that is too old', () => {
  it.each([
    ['older than the limit', () => fixtures.heartbeat(Date.now() - 901_000)],
    ['of unknown age', () => fixtures.noHeartbeat()],
    ['of a time that has not come', () => fixtures.heartbeat(Date.now() + 3_600_000)],
  ])('refuses every request when it is %s', async (_, age) => {
    const { token } = await fixtures.tenant();
    await age();
    const own = await harness.start();
    const response = await own.get('/contacts/c1', { token });
    const health = await own.admin('/readyz');
    await fixtures.heartbeat();
    expect([response.status, response.json.error.code, response.headers.get('retry-after')]).toEqual([
      500,
      'internal_error',
      '2',
    ]);
    expect(health.status).toBe(503);
  });

  it('refuses credentials and links that it accepted before, until the state is renewed', async () => {
    const { token } = await fixtures.tenant();
    const own = await harness.start({ ACCESS_CACHE_MS: '0' });
    const { pathname, search } = new URL(
      (await own.get('/credit-reports/pdf-url?requestId=r1', { token })).json.data.url,
    );
    const everything = () =>
      Promise.all([
        own.get('/contacts/c1', { token }),
        own.get('/credit-reports?requestId=r1', { token }),
        own.get('/credential', { token }),
        fetch(`http://127.0.0.1:${own.port()}${pathname}${search}`),
      ]);
    const told = async () => (await everything()).map(({ status, headers }) => [status, headers.get('retry-after')]);
    // The first PDF of a process waits for its renderer.
    const accepted = () => expect.poll(told, { timeout: 30_000 }).toEqual(Array(4).fill([200, null]));
    await accepted();
    expect((await own.admin('/readyz')).status).toBe(200);
    await fixtures.heartbeat(Date.now() - 901_000);
    expect(await told()).toEqual(Array(4).fill([500, '2']));
    const health = await own.admin('/readyz');
    expect([health.status, health.text]).toEqual([200, expect.stringMatching(/"access":"stale: \d+ s old"/)]);
    await fixtures.heartbeat();
    await accepted();
  });

  it('is trusted for ever when so configured', async () => {
    const { token } = await fixtures.tenant();
    await fixtures.noHeartbeat();
    const own = await harness.start({ ACCESS_MAX_AGE: '0' });
    const response = await own.get('/contacts/c1', { token });
    await fixtures.heartbeat();
    expect(response.status).toBe(200);
  });
});
