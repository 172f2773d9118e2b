import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type QueryHarness, queryHarness, type RunningQuery } from '../testing/query-harness.ts';

let harness: QueryHarness;
let query: RunningQuery;

beforeAll(async () => {
  harness = await queryHarness();
  query = await harness.start();
});

afterAll(() => harness.close());

const get = (path: string) => fetch(`http://127.0.0.1:${query.port()}${path}`);

describe('GET /openapi.json', () => {
  it('gives the document to everybody', async () => {
    const response = await get('/openapi.json');
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    expect(await response.json()).toMatchObject({ openapi: '3.1.0', paths: { '/contacts': {} } });
  });
});

describe('GET /docs', () => {
  it('is a page whose scripts and styles all come from this service, none of them inline', async () => {
    const response = await get('/docs');
    const html = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/);
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style| style=| on\w+=|https?:\/\//);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('links to files that are there, with their types, kept for ever', async () => {
    const html = await (await get('/docs')).text();
    const links = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links).toHaveLength(5);
    const types: Record<string, RegExp> = { css: /^text\/css/, js: /^text\/javascript/, png: /^image\/png$/ };
    for (const link of links) {
      const response = await get(link);
      await response.arrayBuffer();
      expect(response.status, link).toBe(200);
      expect(response.headers.get('content-type'), link).toMatch(types[link.split('.').at(-1) ?? ''] ?? /never/);
      expect(response.headers.get('cache-control'), link).toContain('immutable');
    }
  });

  it.each([
    '/docs/assets',
    '/docs/assets/',
    '/docs/assets/0/swagger-ui.css',
    '/docs/assets/..%2f..%2fpackage.json',
    '/docs/%2e%2e/package.json',
    '/docs/assets/%00',
    '/docs/index.html',
    '/openapi.json/',
    '/OpenAPI.json',
    '/__proto__',
    '/constructor',
  ])('%s is 404', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
  });
});
