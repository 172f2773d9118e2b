import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAdminServer, type HealthReport } from './admin-server.ts';
import { refusalOfWrite } from './admin-access.ts';

let server: ReturnType<typeof createAdminServer>;
let ready: () => Promise<HealthReport>;
const errors: unknown[] = [];
const TOKEN = 'a-token-of-thirty-two-characters';

beforeEach(async () => {
  ready = async () => ({ ok: true, degraded: false, checks: {} });
  server = createAdminServer({
    config: { ADMIN_HOST: '127.0.0.1', ADMIN_PORT: 0, ADMIN_ALLOWED_HOSTS: ['projector.internal'] },
    registry: new Registry(),
    ready: () => ready(),
    actions: [
      { method: 'GET', path: /^\/things$/, run: async () => ({ status: 200, body: { things: [] } }) },
      {
        method: 'POST',
        path: /^\/things\/(?<name>[a-z]+)\/retry$/,
        run: async ({ named }) => ({ status: named.name === 'known' ? 200 : 404, body: named }),
      },
    ],
    token: TOKEN,
    logger: { warn: () => undefined, error: ({ error }: { error: unknown }) => void errors.push(error) } as never,
  });
  await server.start();
});
afterEach(() => server.stop());

const get = (path: string, method = 'GET', more: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${server.port()}${path}`, {
    method,
    ...(method === 'POST' && { headers: { authorization: `Bearer ${TOKEN}` } }),
    ...more,
  });

it('serves liveness, readiness and metrics, and nothing else', async () => {
  expect(await (await get('/livez')).json()).toEqual({ ok: true, degraded: false, checks: {} });
  expect((await get('/readyz')).status).toBe(200);
  expect((await get('/metrics')).headers.get('content-type')).toContain('text/plain');
  for (const path of ['/livez?', '/readyz?verbose', '/metrics?x']) expect((await get(path)).status, path).toBe(200);
  expect((await get('/')).status).toBe(404);
  expect((await get('/livez', 'POST')).status).toBe(405);
});

it('runs an action by its own method only', async () => {
  expect(await (await get('/things')).json()).toEqual({ things: [] });
  const done = await get('/things/known/retry', 'POST');
  expect([done.status, await done.json()]).toEqual([200, { name: 'known' }]);
  expect((await get('/things/other/retry', 'POST')).status).toBe(404);
  const asked = await get('/things/known/retry');
  expect([asked.status, asked.headers.get('allow')]).toEqual([405, 'POST']);
  expect((await get('/things', 'POST')).status).toBe(405);
  expect((await get('/things/Known/retry', 'POST')).status).toBe(404);
});

it('is unavailable with the reason while not ready', async () => {
  ready = async () => ({ ok: false, degraded: true, checks: { mongodb: 'away' } });
  const response = await get('/readyz');
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ ok: false, degraded: true, checks: { mongodb: 'away' } });
});

it('reports a readiness check that throws, and keeps serving', async () => {
  ready = async () => {
    throw new Error('bug');
  };
  expect((await get('/readyz')).status).toBe(500);
  expect(errors).toHaveLength(1);
  expect((await get('/livez')).status).toBe(200);
});

it('refuses a write without the token, with another one, and from a page of another origin', async () => {
  const post = (headers: Record<string, string>) => get('/things/known/retry', 'POST', { headers });
  const own = `http://127.0.0.1:${server.port()}`;
  expect((await post({})).status).toBe(401);
  expect((await post({ authorization: `Bearer ${TOKEN.slice(1)}` })).status).toBe(401);
  expect((await post({ authorization: `Bearer ${TOKEN}`, origin: 'https://other.example' })).status).toBe(403);
  expect((await post({ authorization: `Bearer ${TOKEN}`, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await get(`/things/known/retry?token=${encodeURIComponent(TOKEN)}`, 'POST', { headers: {} })).status).toBe(
    401,
  );
  expect((await post({ authorization: `Bearer ${TOKEN}`, origin: own })).status).toBe(200);
});

it.each([
  // A page of another site whose name was made to resolve to this address (DNS rebinding).
  ['rebound.example', 421],
  ['127.0.0.1.rebound.example', 421],
  ['127.0.0.1', 200],
  ['10.20.30.40:9101', 200],
  ['[fd00::1]:9101', 200],
  ['Projector.Internal:9101', 200],
])('is asked as %s: %d', async (host, status) => {
  for (const path of ['/metrics', '/things']) {
    const asked = request({ host: '127.0.0.1', port: server.port(), path, headers: { host } }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(status);
  }
});

it('refuses every write while no token is set', () => {
  expect(refusalOfWrite(undefined, { authorization: 'Bearer undefined' })).toMatchObject({
    status: 403,
    message: expect.stringContaining('ADMIN_TOKEN'),
  });
});
