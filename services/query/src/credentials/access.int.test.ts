import { setTimeout as delay } from 'node:timers/promises';
import type { CredentialFields } from '@fundlens/read-models/credentials/credentials';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type QueryHarness, queryHarness, type RunningQuery } from '../testing/query-harness.ts';
import { newToken } from '../testing/read-model-fixtures.ts';

let harness: QueryHarness;
let query: RunningQuery;

beforeAll(async () => {
  harness = await queryHarness();
  await harness.fixtures.company('acme');
  await harness.fixtures.location('l1', 'acme');
  query = await harness.start();
});
afterAll(() => harness.close());

let made = 0;

/** A company, a location and a location key that no other test uses. */
async function tenant(fields: Partial<CredentialFields> = {}) {
  made += 1;
  const names = { company: `company-${made}`, location: `location-${made}`, credentialId: `credential-${made}` };
  await harness.fixtures.company(names.company);
  await harness.fixtures.location(names.location, names.company);
  await harness.fixtures.contact(names.location, { contactId: 'c' });
  await harness.fixtures.creditReport(names.location, {
    requestId: 'r',
    contactId: 'c',
    pulledAt: 1,
    text: '{"trades":[{"customerName":"SAMPLE BANK"}]}',
  });
  const credential = {
    reach: 'location' as const,
    companyId: names.company,
    pinnedLocationId: names.location,
    permissions: ['read', 'credit_reports'],
    ...fields,
  };
  const token = newToken();
  const put = (change: Partial<CredentialFields> = {}) =>
    harness.fixtures.credential({ ...credential, ...change }, { credentialId: names.credentialId, token });
  await put();
  return { ...names, token, put };
}

const status = async (token: string | undefined, path = '/contacts/c') =>
  (await query.get(path, token === undefined ? {} : { token })).status;

/** How long a change of access may take to be noticed. */
const ONE_SECOND = 1_000;

describe('authentication', () => {
  it('accepts API keys and OAuth access tokens', async () => {
    const { put, token } = await tenant();
    expect(await status(token)).toBe(200);
    const oauth = newToken('fmo');
    await harness.fixtures.credential(
      { reach: 'location', companyId: 'acme', pinnedLocationId: 'l1', kind: 'oauth_token' },
      { token: oauth },
    );
    expect(await status(oauth, '/contacts')).toBe(200);
    await put();
  });

  it('answers alike for every credential that it does not accept', async () => {
    const revoked = await tenant({ revokedAt: Date.now() - 1 });
    const revokedLater = await tenant({ revokedAt: Date.now() + 3_600_000 });
    const expired = await tenant({ expiresAt: Date.now() - 1 });
    const incomplete = await tenant({ pinnedLocationId: null });
    const twice = await tenant();
    await harness.fixtures.credential({ reach: 'agency', companyId: 'acme' }, { token: twice.token });
    const headers = [
      undefined,
      'Bearer',
      'Basic Zm9vOmJhcg==',
      `Bearer ${newToken()}`,
      `Bearer ${newToken().replace('fmk', 'fmx')}`,
      `Bearer fmk_${'a'.repeat(1_000)}`,
      ...[revoked, revokedLater, expired, incomplete, twice].map(({ token }) => `Bearer ${token}`),
    ];
    const responses = [];
    for (const authorization of headers) {
      const response = await query.get('/contacts/c', {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      responses.push(`${response.status} ${response.json.error.code} ${response.json.error.message}`);
    }
    expect(new Set(responses).size).toBe(1);
    expect(responses[0]).toMatch(/^401 unauthorized/);
  });

  it('does not take a session cookie', async () => {
    const { token } = await tenant();
    const response = await query.get('/contacts/c', {
      headers: { cookie: `session=${token}; Authorization=${token}` },
    });
    expect(response.status).toBe(401);
  });

  it('refuses a revoked credential within a second', async () => {
    const { token, put } = await tenant();
    expect(await status(token)).toBe(200);
    await put({ revokedAt: Date.now() });
    await delay(ONE_SECOND);
    expect(await status(token)).toBe(401);
  });

  it('lets a new credential in within a second, though its token was asked for before', async () => {
    const token = newToken();
    expect(await status(token, '/contacts')).toBe(401);
    await harness.fixtures.credential({ reach: 'location', companyId: 'acme', pinnedLocationId: 'l1' }, { token });
    await delay(ONE_SECOND);
    expect(await status(token, '/contacts')).toBe(200);
  });

  it('looks at the expiry on every request, also of a credential that it has just looked up', async () => {
    const { token } = await tenant({ expiresAt: Date.now() + 400 });
    expect(await status(token)).toBe(200);
    await delay(400);
    expect(await status(token)).toBe(401);
  });
});

describe('the location', () => {
  it('is refused within a second after it was transferred, also to its own key', async () => {
    const { token, location } = await tenant();
    expect(await status(token)).toBe(200);
    await harness.fixtures.location(location, 'acme');
    await delay(ONE_SECOND);
    expect(await status(token)).toBe(403);
    expect(await status(token, '/locations')).toBe(403);
  });

  it('is refused at once for a report, although the transfer is not in the cache yet', async () => {
    const { token, location } = await tenant();
    expect(await status(token)).toBe(200);
    await harness.fixtures.location(location, 'acme');
    expect(await status(token, '/credit-reports?requestId=r')).toBe(403);
  });

  it('is refused when its company is suspended, uninstalled or unknown', async () => {
    for (const state of ['suspended', 'uninstalled'] as const) {
      const { token, company } = await tenant();
      await harness.fixtures.company(company, { state });
      expect(await status(token)).toBe(403);
    }
    await harness.fixtures.location('orphan', 'unknown-company');
    const token = await harness.fixtures.credential({ reach: 'agency', companyId: 'unknown-company' });
    expect(await status(token, '/contacts/c?locationId=orphan')).toBe(403);
    expect(await status(token, '/locations')).toBe(403);
  });

  it('is refused to a key that names no company', async () => {
    const { token } = await tenant({ companyId: null });
    expect(await status(token)).toBe(403);
  });
});

describe('an invalid access event', () => {
  it('blocks its credential until it is replayed', async () => {
    const { token, credentialId } = await tenant();
    const unblock = await harness.fixtures.block(`credential:${credentialId}`);
    expect(await status(token)).toBe(401);
    await unblock();
    await delay(ONE_SECOND);
    expect(await status(token)).toBe(200);
  });

  it('blocks every location of its company', async () => {
    const { token, company } = await tenant();
    const unblock = await harness.fixtures.block(`company:${company}`);
    expect(await status(token)).toBe(403);
    await unblock();
    await delay(ONE_SECOND);
    expect(await status(token)).toBe(200);
  });

  it('blocks its location', async () => {
    const { token, location } = await tenant();
    const unblock = await harness.fixtures.block(`location:${location}`);
    expect(await status(token)).toBe(403);
    await unblock();
    await delay(ONE_SECOND);
    expect(await status(token)).toBe(200);
  });
});

describe('access state that is too old', () => {
  it.each([
    ['older than the limit', () => harness.fixtures.heartbeat(Date.now() - 901_000)],
    ['of unknown age', () => harness.fixtures.noHeartbeat()],
    ['of a time that has not come', () => harness.fixtures.heartbeat(Date.now() + 3_600_000)],
  ])('refuses every request when it is %s', async (_, age) => {
    const { token } = await tenant();
    await age();
    const own = await harness.start();
    const response = await own.get('/contacts/c', { token });
    const health = await fetch(`http://127.0.0.1:${own.adminPort()}/readyz`);
    await harness.fixtures.heartbeat();
    expect([response.status, response.json.error.code, response.headers.get('retry-after')]).toEqual([
      500,
      'internal_error',
      '2',
    ]);
    expect(health.status).toBe(503);
  });

  it('refuses credentials and links that it accepted before, until the state is renewed', async () => {
    const { token } = await tenant();
    const own = await harness.start({ ACCESS_CACHE_MS: '0' });
    const { pathname, search } = new URL(
      (await own.get('/credit-reports/pdf-url?requestId=r', { token })).json.data.url,
    );
    const everything = () =>
      Promise.all([
        own.get('/contacts/c', { token }),
        own.get('/credit-reports?requestId=r', { token }),
        own.get('/credential', { token }),
        fetch(`http://127.0.0.1:${own.port()}${pathname}${search}`),
      ]);
    const told = (responses: readonly { status: number; headers: Headers }[]) =>
      responses.map(({ status, headers }) => [status, headers.get('retry-after')]);
    expect(told(await everything())).toEqual(Array(4).fill([200, null]));
    await harness.fixtures.heartbeat(Date.now() - 901_000);
    const refused = await everything();
    await harness.fixtures.heartbeat();
    expect(told(refused)).toEqual(Array(4).fill([500, '2']));
    expect(told(await everything())).toEqual(Array(4).fill([200, null]));
  });

  it('is trusted for ever when so configured', async () => {
    const { token } = await tenant();
    await harness.fixtures.noHeartbeat();
    const own = await harness.start({ ACCESS_MAX_AGE: '0' });
    const response = await own.get('/contacts/c', { token });
    await harness.fixtures.heartbeat();
    expect(response.status).toBe(200);
  });
});
