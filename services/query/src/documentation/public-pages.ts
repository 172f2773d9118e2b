import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path/posix';
import { asyncapiDocument } from '@fundlens/contracts/reference/asyncapi';
import { contractReference } from '@fundlens/contracts/reference/event-reference';
import type { ResponseHeaders } from '../api-error.ts';
import { jsonBytes } from '../envelope.ts';
import { entityTag } from '../middleware/entity-tag.ts';
import type { HttpResponse } from '../middleware/response.ts';
import type { OpenapiDocument } from '../openapi/document.ts';
import { BASE_PATH } from '../routes/route.ts';
import { ASYNCAPI_PATH, eventsPage, schemaPath } from './events-page.ts';
import { ASSETS_PATH, EVENTS_PATH, REFERENCE_PATH, relativeAddress } from './page-shell.ts';
import { PAGE_STYLE } from './page-style.ts';
import { REFERENCE_CSS, REFERENCE_SCRIPT, referencePage, THEME_SCRIPT } from './reference-page.ts';

/** By exact path: no path is joined to a directory, so there is none to climb out of. */
export type PublicPages = ReadonlyMap<string, HttpResponse>;

const OPENAPI_PATH = '/openapi.json';
/** Where people and clients look that know the service's or the API's address only. */
const REDIRECTED: Readonly<Record<string, string>> = {
  '/': REFERENCE_PATH,
  [BASE_PATH]: REFERENCE_PATH,
  [`${BASE_PATH}/`]: REFERENCE_PATH,
  [`${REFERENCE_PATH}/`]: REFERENCE_PATH,
  [`${EVENTS_PATH}/`]: EVENTS_PATH,
};

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

const HTML = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;
const JAVASCRIPT = { 'Content-Type': 'text/javascript; charset=utf-8' };
const CSS = { 'Content-Type': 'text/css; charset=utf-8' };
const PNG = { 'Content-Type': 'image/png' };

/** The OpenAPI document, the reference page and the page about events, without authentication: their content is public. */
export function createPublicPages(document: OpenapiDocument): PublicPages {
  const contract = contractReference();
  const openapi = revalidated(JSON.stringify(document), {});
  return new Map<string, HttpResponse>([
    ...Object.entries(REDIRECTED).map(([path, to]) => redirect(path, to)),
    [OPENAPI_PATH, openapi],
    // Where clients look that know the base address of the API only.
    [`${BASE_PATH}${OPENAPI_PATH}`, openapi],
    [REFERENCE_PATH, revalidated(referencePage(OPENAPI_PATH), HTML)],
    [EVENTS_PATH, revalidated(eventsPage(contract), HTML)],
    downloaded(ASYNCAPI_PATH, asyncapiDocument()),
    ...contract.events.map(({ type, schema }) => downloaded(schemaPath(type), schema)),
    asset('swagger-ui.css', componentFile('swagger-ui.css'), CSS),
    asset('swagger-ui-bundle.js', componentFile('swagger-ui-bundle.js'), JAVASCRIPT),
    asset('favicon-32x32.png', componentFile('favicon-32x32.png'), PNG),
    asset('reference.css', REFERENCE_CSS, CSS),
    asset('reference.js', REFERENCE_SCRIPT, JAVASCRIPT),
    asset('documentation.css', PAGE_STYLE, CSS),
    asset('theme.js', THEME_SCRIPT, JAVASCRIPT),
  ]);
}

function asset(name: string, content: string | Uint8Array, type: ResponseHeaders): [string, HttpResponse] {
  return [`${ASSETS_PATH}/${name}`, revalidated(content, type)];
}

/** A file to take away, written as those in the repository are, so that checksums agree. */
function downloaded(path: string, value: unknown): [string, HttpResponse] {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="${basename(path)}"`,
  };
  return [path, revalidated(`${JSON.stringify(value, null, 2)}\n`, headers)];
}

/** Clients revalidate it each time, because it changes with the service. */
function revalidated(content: string | Uint8Array, headers: ResponseHeaders): HttpResponse {
  const body = Buffer.from(content);
  const own = { ...headers, 'Cache-Control': 'no-cache', ETag: entityTag(body) };
  return { status: 200, headers: own, body: [body], coded: new Map() };
}

/** Never cached: the page may move. */
function redirect(path: string, to: string): [string, HttpResponse] {
  const location = relativeAddress(path, to);
  const headers = { Location: location, 'Cache-Control': 'no-store' };
  return [path, { status: 302, headers, body: [jsonBytes({ documentation: location })] }];
}

/** A file of the reference component as it came from the registry. */
function componentFile(name: string): Uint8Array {
  return readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));
}
