import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { asyncapiDocument } from '@fundlens/contracts/reference/asyncapi';
import { contractReference } from '@fundlens/contracts/reference/event-reference';
import type { ResponseHeaders } from '../api-error.ts';
import { ASYNCAPI_PATH, EVENTS_PATH, eventsPage, schemaPath } from '../documentation/events-page.ts';
import { type PageContext, rootFrom } from '../documentation/page-shell.ts';
import { PAGE_STYLE } from '../documentation/page-style.ts';
import { entityTag } from '../middleware/entity-tag.ts';
import type { OpenapiDocument } from './document.ts';
import { REFERENCE_CSS, REFERENCE_SCRIPT, referencePage, THEME_SCRIPT } from './reference-page.ts';

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

/** The OpenAPI document, the reference page and the page about events, without authentication: their content is public. */
export function createPublicPages(document: OpenapiDocument): PublicPages {
  const contract = contractReference();
  const assets = pageAssets();
  const digest = hash('sha256', Buffer.concat(assets.map(({ body }) => body))).slice(0, 16);
  const assetPath = (name: string) => `${ASSETS_PATH}/${digest}/${name}`;
  const documentPage = revalidated(JSON.stringify(document), {});
  return new Map<string, PublicPage>([
    ...REDIRECTED.map((path): [string, PublicPage] => [path, redirect(path)]),
    ...DOCUMENT_PATHS.map((path): [string, PublicPage] => [path, documentPage]),
    ...pages(REFERENCE_PATH, referencePage, assetPath),
    ...pages(EVENTS_PATH, (context) => eventsPage(contract, context), assetPath),
    [ASYNCAPI_PATH, { ...downloaded('asyncapi.json', asyncapiDocument()), route: ASYNCAPI_PATH }],
    ...contract.events.map(({ type, schema }): [string, PublicPage] => [
      schemaPath(type),
      { ...downloaded(`${type}.avsc`, schema), route: schemaPath(':event') },
    ]),
    ...assets.map(({ name, type, body }): [string, PublicPage] => [
      assetPath(name),
      { status: 200, headers: { 'Content-Type': type, ...IMMUTABLE }, body, route: `${ASSETS_PATH}/:digest/:name` },
    ]),
  ]);
}

function pageAssets(): Asset[] {
  return [
    { name: 'swagger-ui.css', type: CSS, body: componentFile('swagger-ui.css') },
    { name: 'swagger-ui-bundle.js', type: JAVASCRIPT, body: componentFile('swagger-ui-bundle.js') },
    { name: 'favicon-32x32.png', type: 'image/png', body: componentFile('favicon-32x32.png') },
    { name: 'reference.css', type: CSS, body: Buffer.from(REFERENCE_CSS) },
    { name: 'reference.js', type: JAVASCRIPT, body: Buffer.from(REFERENCE_SCRIPT) },
    { name: 'documentation.css', type: CSS, body: Buffer.from(PAGE_STYLE) },
    { name: 'theme.js', type: JAVASCRIPT, body: Buffer.from(THEME_SCRIPT) },
  ];
}

/**
 * A page with and without a slash behind its path. It has its addresses relative to the path that it is asked for, because
 * a proxy may add one that only the client sees.
 */
function pages(
  route: string,
  page: (context: PageContext) => string,
  assetPath: (name: string) => string,
): [string, PublicPage][] {
  return [route, `${route}/`].map((path) => {
    const root = rootFrom(path);
    const text = page({ root, assetPath: (name) => `${root}${assetPath(name).slice(1)}` });
    return [path, { ...revalidated(text, HTML), route }];
  });
}

/** A file to take away, written as those in the repository are, so that checksums agree. */
function downloaded(name: string, value: unknown): PublicPage {
  return revalidated(`${JSON.stringify(value, null, 2)}\n`, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  });
}

/** Clients revalidate it each time, because it changes with the service. */
function revalidated(text: string, headers: ResponseHeaders): PublicPage {
  const body = Buffer.from(text);
  return { status: 200, headers: { ...headers, 'Cache-Control': 'no-cache', ETag: entityTag(body) }, body };
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
