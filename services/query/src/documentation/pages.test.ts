import { readFileSync } from 'node:fs';
import { eventTypes } from '@fundlens/contracts/event-types';
import { reference } from '@fundlens/contracts/published-reference';
import { describe, expect, it } from 'vitest';
import type { SearchEntry } from './search-entries.ts';
import { publishedPages } from '../testing/page-server.ts';

const pages = publishedPages();
const textOf = (path: string) => Buffer.from(pages.get(path)?.body ?? '').toString('utf8');
const htmlPaths = [...pages].flatMap(([path, { headers }]) =>
  String(headers['Content-Type']).startsWith('text/html') ? [path] : [],
);
const CONTRACTS = new URL('../../../../shared/contracts/', import.meta.url);
const committed = (path: string) => readFileSync(new URL(path, CONTRACTS), 'utf8');

/** As a browser resolves it for a client of a proxy that has the service below a path. */
const PROXY = 'https://example.test/funding/lens';
function resolved(link: string, page: string): { readonly path: string; readonly hash: string } {
  const { href, hash } = new URL(link, `${PROXY}${page}`);
  expect(href.startsWith(`${PROXY}/`), `${page} -> ${link}`).toBe(true);
  return { path: href.slice(PROXY.length).replace(hash, ''), hash: decodeURIComponent(hash.slice(1)) };
}

describe('the pages of the documentation', () => {
  it('are the reference, the events, each event, and how to publish', () => {
    const events = eventTypes.map((type) => `/docs/events/${type}`);
    const expected = ['/docs', '/docs/events', '/docs/events/publishing', ...events];
    expect(htmlPaths.toSorted()).toEqual(expected.flatMap((path) => [path, `${path}/`]).toSorted());
  });

  it.each(htmlPaths)('%s runs nothing inline and leads to what there is, below the path of a proxy too', (path) => {
    const html = textOf(path);
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|<[^>]* (?:style|on\w+)=|(?:href|src)="(?:https?:|\/)/);
    for (const [, link = ''] of html.matchAll(/(?:href|src|data-entries)="([^"]+)"/g)) {
      const target = resolved(link, path);
      expect(pages.has(target.path), `${path} -> ${link}`).toBe(true);
      if (target.hash !== '') expect(textOf(target.path)).toContain(`id="${target.hash}"`);
    }
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('say every field of every event with its rule and class', () => {
    for (const { type, fields, versions, keys } of reference.events) {
      const html = textOf(`/docs/events/${type}`);
      for (const { path } of fields) expect(html, path).toContain(`id="field-${path.replaceAll('[]', '')}"`);
      for (const key of keys) expect(html).toContain(key.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
      expect(html).toContain(`Version ${versions.length}`);
    }
    expect(textOf('/docs/events/ContactChanged')).toMatch(/id="field-ssn"[\s\S]*?dropped/);
  });
});

it('metrics have one route for the pages of all events, and for all files of a kind', () => {
  const routes = new Set(
    [...pages].map(([path, { route }]) => route ?? path).filter((route) => route.startsWith('/docs')),
  );
  expect([...routes].toSorted()).toEqual([
    '/docs',
    '/docs/assets/:digest/:name',
    '/docs/events',
    '/docs/events/:event',
    '/docs/events/:event.avsc',
    '/docs/events/asyncapi.json',
    '/docs/events/publishing',
  ]);
});

describe('what can be downloaded', () => {
  it('is the AsyncAPI document', () => {
    expect(JSON.parse(textOf('/docs/events/asyncapi.json'))).toHaveProperty('asyncapi', '3.0.0');
  });

  it.each(reference.events)('is the schema of $type, byte for byte, and all its versions', (event) => {
    const name = event.fullName.replaceAll('.', '/');
    expect(textOf(`/docs/events/${event.type}.avsc`)).toBe(
      committed(`avro-versions/${name}/v${event.versions.length}.avsc`),
    );
    for (const { version } of event.versions) {
      expect(textOf(`/docs/events/${event.type}/v${version}.avsc`)).toBe(
        committed(`avro-versions/${name}/v${version}.avsc`),
      );
    }
    const { headers } = pages.get(`/docs/events/${event.type}.avsc`) ?? {};
    expect(headers).toMatchObject({ 'Content-Disposition': `attachment; filename="${event.type}.avsc"` });
    expect(headers?.ETag).toMatch(/^W\/"/);
  });
});

describe('the entries of the search', () => {
  const entries = JSON.parse(
    textOf([...pages.keys()].find((path) => path.endsWith('/search.json')) ?? ''),
  ) as SearchEntry[];

  it('lead to pages and to places on them', () => {
    for (const { path, kind } of entries) {
      const [page = '', anchor] = path.split('#');
      expect(pages.has(`/${page}`), path).toBe(true);
      if (kind === 'field') expect(textOf(`/${page}`), path).toContain(`id="${anchor}"`);
    }
  });
});

describe('the programs on the page about publishing', () => {
  const text = 'print("<b>&amp;")';
  const sample = { language: 'python', files: [{ path: 'samples/python/publish.py', text }] };
  const shown = publishedPages({ ...reference, samples: [sample] });

  it('are shown as text, in the order of the contract', () => {
    const html = Buffer.from(shown.get('/docs/events/publishing')?.body ?? '').toString();
    expect(html).toContain('<summary>Python</summary>');
    expect(html).toContain('print(&quot;&lt;b&gt;&amp;amp;&quot;)');
  });
});
