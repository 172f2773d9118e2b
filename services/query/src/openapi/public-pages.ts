import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ContractReference } from '@fundlens/contracts/event-reference';
import type { ResponseHeaders } from '../api-error.ts';
import { type Download, eventDownloads, eventPages, type RenderedPage } from '../documentation/event-pages.ts';
import { SEARCH_SCRIPT, THEME_SCRIPT } from '../documentation/page-script.ts';
import { rootFrom } from '../documentation/page-shell.ts';
import { PAGE_STYLE } from '../documentation/page-style.ts';
import { contractEntries } from '../documentation/search-entries.ts';
import { entityTag, strongTag } from '../middleware/entity-tag.ts';
import type { OpenapiDocument } from './document.ts';
import { REFERENCE_CSS, REFERENCE_SCRIPT, referencePage } from './reference-page.ts';
import { routeEntries } from './route-entries.ts';

export type PublicPage = {
  readonly status: 200 | 302;
  readonly headers: ResponseHeaders;
  readonly body: Uint8Array;
  /** What metrics and logs call the pages of its kind; its path where there is one of a kind. */
  readonly route?: string;
};

/** By exact path: no path is joined to a directory, so there is none to climb out of. */
export type PublicPages = ReadonlyMap<string, PublicPage>;

const DOCUMENT_PATH = '/openapi.json';
/** The same document where clients look that know the base address of the API only. */
const DOCUMENT_PATHS = [DOCUMENT_PATH, '/api/v1/openapi.json'] as const;
const REFERENCE_PATH = '/docs';
const ASSETS_PATH = '/docs/assets';
/** Paths that people try first when they know the service's or the API's address only. */
const REDIRECTED = ['/', '/api/v1', '/api/v1/'] as const;

/** Scripts and styles come from here alone and are never inline; the page talks to this service only. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Their path changes with their content. */
const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' } as const;

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

type Asset = { readonly name: string; readonly type: string; readonly body: Uint8Array };

const HTML = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** The OpenAPI document, the reference page and the pages about events, without authentication: their content is public. */
export function createPublicPages(document: OpenapiDocument, contract: ContractReference): PublicPages {
  const assets = assetsOf(document, contract);
  const digest = hash('sha256', Buffer.concat(assets.map(({ body }) => body))).slice(0, 16);
  const assetPath = (name: string) => `${ASSETS_PATH}/${digest}/${name}`;
  const documentPage = withStrongTag(JSON.stringify(document));
  return new Map<string, PublicPage>([
    ...REDIRECTED.map((path): [string, PublicPage] => [path, redirect(path)]),
    ...DOCUMENT_PATHS.map((path): [string, PublicPage] => [path, documentPage]),
    ...[{ path: REFERENCE_PATH, route: REFERENCE_PATH, html: referencePage }, ...eventPages(contract)].flatMap(
      (page) => {
        const paths = [page.path, `${page.path}/`];
        return paths.map((path): [string, PublicPage] => [path, rendered(page, path, assetPath)]);
      },
    ),
    ...eventDownloads(contract).map((download): [string, PublicPage] => [download.path, downloaded(download)]),
    ...assets.map(({ name, type, body }): [string, PublicPage] => [
      assetPath(name),
      { status: 200, headers: { 'Content-Type': type, ...IMMUTABLE }, body, route: `${ASSETS_PATH}/:digest/:name` },
    ]),
  ]);
}

function assetsOf(document: OpenapiDocument, contract: ContractReference): Asset[] {
  const entries = [...contractEntries(contract), ...routeEntries(document)];
  return [
    { name: 'swagger-ui.css', type: CSS, body: componentFile('swagger-ui.css') },
    { name: 'swagger-ui-bundle.js', type: JAVASCRIPT, body: componentFile('swagger-ui-bundle.js') },
    { name: 'favicon-32x32.png', type: 'image/png', body: componentFile('favicon-32x32.png') },
    { name: 'reference.css', type: CSS, body: Buffer.from(REFERENCE_CSS) },
    { name: 'reference.js', type: JAVASCRIPT, body: Buffer.from(REFERENCE_SCRIPT) },
    { name: 'documentation.css', type: CSS, body: Buffer.from(PAGE_STYLE) },
    { name: 'theme.js', type: JAVASCRIPT, body: Buffer.from(THEME_SCRIPT) },
    { name: 'search.js', type: JAVASCRIPT, body: Buffer.from(SEARCH_SCRIPT) },
    { name: 'search.json', type: 'application/json', body: Buffer.from(JSON.stringify(entries)) },
  ];
}

/** A page has its addresses relative to the path that it is asked for, because a proxy may add one that only the client sees. */
function rendered({ html, route }: RenderedPage, path: string, assetPath: (name: string) => string): PublicPage {
  const root = rootFrom(path);
  const page = revalidated(html({ root, assetPath: (name) => `${root}${assetPath(name).slice(1)}` }), HTML);
  return { ...page, route };
}

function downloaded({ name, text, route }: Download): PublicPage {
  const page = revalidated(text, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  });
  return { ...page, route };
}

/** Clients revalidate it each time, because it changes with the service. */
function revalidated(text: string, headers: ResponseHeaders): PublicPage {
  const body = Buffer.from(text);
  return { status: 200, headers: { ...headers, 'Cache-Control': 'no-cache', ETag: entityTag([body]) }, body };
}

/** For mirrors and generators, which compare bytes. */
function withStrongTag(text: string): PublicPage {
  const body = Buffer.from(text);
  return { status: 200, headers: { 'Cache-Control': 'no-cache', ETag: strongTag(body) }, body };
}

/**
 * To the reference page. The address is relative, because a proxy may add a path that only the client sees. Never cached:
 * the page may move.
 */
function redirect(path: string): PublicPage {
  const steps = path.split('/').length - 2;
  const location = `${'../'.repeat(steps)}${REFERENCE_PATH.slice(1)}`;
  return {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'no-store' },
    body: Buffer.from(JSON.stringify({ documentation: location })),
  };
}

/** A file of the reference component as it came from the registry. */
function componentFile(name: string): Uint8Array {
  return readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));
}
