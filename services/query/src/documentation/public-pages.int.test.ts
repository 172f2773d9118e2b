import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { queryHarness } from '../testing/query-harness.ts';

const harness = await queryHarness();
const query = await harness.start({ API_CONTACT: 'api@example.test' });

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`http://127.0.0.1:${query.port()}${path}`, { headers });

it.each(['/openapi.json', '/api/v1/openapi.json'])(
  'GET %s serves the document of this installation to everybody',
  async (path) => {
    const response = await get(path);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({
      openapi: '3.1.0',
      paths: { '/contacts': {} },
      servers: [{ url: 'https://api.example.test/api/v1' }, { url: '/api/v1' }],
      info: { contact: { name: 'Fundlens API support', email: 'api@example.test' } },
    });
  },
);

it.each(['HEAD', 'POST', 'OPTIONS', 'DELETE'])('a page is 405 for %s', async (method) => {
  const response = await fetch(`http://127.0.0.1:${query.port()}/openapi.json`, { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
});

const CHANGING = [
  '/docs',
  '/docs/events',
  '/docs/events/asyncapi.json',
  '/docs/events/ContactChanged.avsc',
  '/docs/assets/swagger-ui-bundle.js',
  '/openapi.json',
];

it.each(CHANGING)('%s changes with the service: it has a tag, with which it is 304 in any coding', async (path) => {
  const { headers } = await get(path);
  expect([headers.get('cache-control'), headers.get('etag')]).toEqual([
    'no-cache',
    expect.stringMatching(/^W\/"[\w-]+"$/),
  ]);
  for (const coding of ['identity', 'gzip', 'br']) {
    const held = { 'Accept-Encoding': coding, 'If-None-Match': headers.get('etag') ?? '' };
    const again = await get(path, held);
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});

it.each(['/', '/api/v1', '/api/v1/', '/docs/'])(
  '%s leads to the reference, below the path of a proxy too',
  async (path) => {
    const response = await fetch(`http://127.0.0.1:${query.port()}${path}`, { redirect: 'manual' });
    const location = response.headers.get('location') ?? '';
    expect(response.status).toBe(302);
    expect(await response.json()).toEqual({ documentation: location });
    for (const base of ['https://api.example.test', 'https://example.test/funding/lens']) {
      expect(new URL(location, `${base}${path}`).href).toBe(`${base}/docs`);
    }
    expect(await (await get(path)).text()).toContain('<title>Fundlens API reference</title>');
  },
);

describe('GET /docs', () => {
  // That pages run nothing inline: documentation/pages.test.ts.
  it('allows no script or style but those of this service', async () => {
    const response = await get('/docs');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    '/docs/assets',
    '/docs/assets/..%2f..%2fpackage.json',
    '/docs/%2e%2e/package.json',
    '/docs/assets/%00',
    '/docs/events/contactchanged.avsc',
    '/OpenAPI.json',
    '/__proto__',
  ])('%s is 404', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
  });
});

it('what clients of a page do not read is held once, however many they are', async () => {
  const path = '/docs/assets/swagger-ui-bundle.js';
  await (await get(path, { 'accept-encoding': 'br' })).arrayBuffer();
  const answered = async () => {
    const { text } = await query.admin('/metrics');
    return Number(new RegExp(`^fundlens_query_requests_total.*"${path}",status="200"} (\\d+)`, 'm').exec(text)?.[1]);
  };
  const [before, held] = [await answered(), process.memoryUsage().arrayBuffers];
  const sockets = Array.from({ length: 50 }, () => connect(query.port(), '127.0.0.1').pause());
  for (const socket of sockets) socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\n\r\n`);
  await expect.poll(answered, { timeout: 30_000 }).toBe(before + sockets.length);
  expect(process.memoryUsage().arrayBuffers - held).toBeLessThan(10_000_000);
  for (const socket of sockets) socket.destroy();
});
