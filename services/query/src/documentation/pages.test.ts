import { readFileSync } from 'node:fs';
import { contractReference } from '@fundlens/contracts/reference/event-reference';
import { schemaVersions } from '@fundlens/contracts/schemas/schema-versions';
import { describe, expect, it } from 'vitest';
import { publishedPages } from '../testing/published-routes.ts';

const pages = publishedPages();
const { events } = contractReference();
const textOf = (path: string) => Buffer.concat(pages.get(path)?.body ?? []).toString('utf8');
const htmlPaths = [...pages].flatMap(([path, { headers }]) =>
  String(headers['Content-Type']).startsWith('text/html') ? [path] : [],
);

/** As a browser resolves it for a client of a proxy that has the service below a path. */
const PROXY = 'https://example.test/funding/lens';
function resolved(link: string, page: string): { readonly path: string; readonly hash: string } {
  const { href, hash } = new URL(link, `${PROXY}${page}`);
  expect(href.startsWith(`${PROXY}/`), `${page} -> ${link}`).toBe(true);
  return { path: href.slice(PROXY.length).replace(hash, ''), hash: decodeURIComponent(hash.slice(1)) };
}

describe('the pages of the documentation', () => {
  it('are the reference and the events', () => {
    expect(htmlPaths.toSorted()).toEqual(['/docs', '/docs/events']);
  });

  it.each(htmlPaths)('%s runs nothing inline and leads to what there is, below the path of a proxy too', (path) => {
    const html = textOf(path);
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|<[^>]* (?:style|on\w+)=|(?:href|src)="(?:https?:|\/)/);
    for (const [, link = ''] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const target = resolved(link, path);
      expect(pages.has(target.path), `${path} -> ${link}`).toBe(true);
      if (target.hash !== '') expect(textOf(target.path)).toContain(`id="${target.hash}"`);
    }
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('say every field of every event with its rule, class and key, as text', () => {
    const html = textOf('/docs/events');
    const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    for (const { type, fields, keys } of events) {
      for (const { path } of fields) expect(html).toContain(`id="${type}.${path.replaceAll('[]', '')}"`);
      for (const key of keys) expect(html).toContain(escaped(key));
    }
    expect(html).toMatch(/id="ContactChanged\.ssn"[\s\S]*?dropped/);
  });
});

it('assets have their types', () => {
  const types = new Map([...pages].map(([path, { headers }]) => [path, headers['Content-Type']]));
  expect(types.get('/docs/assets/swagger-ui.css')).toMatch(/^text\/css/);
  expect(types.get('/docs/assets/swagger-ui-bundle.js')).toMatch(/^text\/javascript/);
  expect(types.get('/docs/assets/favicon-32x32.png')).toBe('image/png');
});

describe('what can be downloaded', () => {
  it('is the AsyncAPI document', () => {
    expect(JSON.parse(textOf('/docs/events/asyncapi.json'))).toHaveProperty('asyncapi', '3.0.0');
  });

  it.each(events)('is the schema of $type, byte for byte', ({ type, fullName }) => {
    const { length } = schemaVersions(type);
    const file = `shared/contracts/avro-versions/${fullName.replaceAll('.', '/')}/v${length}.avsc`;
    const committed = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
    expect(textOf(`/docs/events/${type}.avsc`)).toBe(committed);
    const { headers } = pages.get(`/docs/events/${type}.avsc`) ?? {};
    expect(headers).toMatchObject({ 'Content-Disposition': `attachment; filename="${type}.avsc"` });
  });
});
