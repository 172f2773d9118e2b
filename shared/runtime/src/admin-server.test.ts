import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AdminServer, type HealthReport, startAdminServer } from './admin-server.ts';

let server: AdminServer;
let ready: () => Promise<HealthReport>;
const errors: unknown[] = [];

beforeEach(async () => {
  ready = async () => ({ ok: true, degraded: false, checks: {} });
  server = await startAdminServer({
    host: '127.0.0.1',
    port: 0,
    metrics: new Registry(),
    live: () => ({ ok: true, degraded: false, checks: { loop: 'ok' } }),
    ready: () => ready(),
    actions: [
      { method: 'GET', path: /^\/things$/, run: async () => ({ status: 200, body: { things: [] } }) },
      {
        method: 'POST',
        path: /^\/things\/(?<name>[a-z]+)\/retry$/,
        run: async (named) => ({ status: named.name === 'known' ? 200 : 404, body: named }),
      },
    ],
    onError: (error) => errors.push(error),
  });
});
afterEach(() => server.stop());

const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${server.port}${path}`, { method });

it('serves liveness, readiness and metrics, and nothing else', async () => {
  expect(await (await get('/livez')).json()).toEqual({ ok: true, degraded: false, checks: { loop: 'ok' } });
  expect((await get('/readyz')).status).toBe(200);
  expect((await get('/metrics')).headers.get('content-type')).toContain('text/plain');
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
  expect((await get('/things/Known/retry', 'POST')).status).toBe(405);
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
