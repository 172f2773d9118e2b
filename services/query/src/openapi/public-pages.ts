import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AnswerHeaders } from '../api-error.ts';
import type { OpenapiDocument } from './document.ts';
import { REFERENCE_CSS, referenceHtml, referenceScript } from './reference-page.ts';

export type PublicPage = { readonly headers: AnswerHeaders; readonly body: Uint8Array };

/**
 * By exact path. Nothing else is ever served: no path is joined to a directory, so there is none to climb out of.
 */
export type PublicPages = ReadonlyMap<string, PublicPage>;

const DOCUMENT_PATH = '/openapi.json';
const REFERENCE_PATH = '/docs';
const ASSETS_PATH = '/docs/assets';

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

/** Asked for again each time: they change with the service. */
const REVALIDATED = { 'Cache-Control': 'no-cache' } as const;
/** Their path changes with their content. */
const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' } as const;

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

type Asset = { readonly name: string; readonly type: string; readonly body: Uint8Array };

/** The OpenAPI document and the reference page that shows it, for everybody: they tell what is public anyway. */
export function createPublicPages(document: OpenapiDocument): PublicPages {
  const assets: Asset[] = [
    { name: 'swagger-ui.css', type: CSS, body: componentFile('swagger-ui.css') },
    { name: 'swagger-ui-bundle.js', type: JAVASCRIPT, body: componentFile('swagger-ui-bundle.js') },
    { name: 'favicon-32x32.png', type: 'image/png', body: componentFile('favicon-32x32.png') },
    { name: 'reference.css', type: CSS, body: Buffer.from(REFERENCE_CSS) },
    { name: 'reference.js', type: JAVASCRIPT, body: Buffer.from(referenceScript(DOCUMENT_PATH)) },
  ];
  const digest = hash('sha256', Buffer.concat(assets.map(({ body }) => body))).slice(0, 16);
  const assetPath = (name: string) => `${ASSETS_PATH}/${digest}/${name}`;
  const reference: PublicPage = {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      ...REVALIDATED,
    },
    body: Buffer.from(referenceHtml(assetPath)),
  };
  return new Map<string, PublicPage>([
    [DOCUMENT_PATH, { headers: REVALIDATED, body: Buffer.from(JSON.stringify(document)) }],
    [REFERENCE_PATH, reference],
    [`${REFERENCE_PATH}/`, reference],
    ...assets.map(({ name, type, body }): [string, PublicPage] => [
      assetPath(name),
      { headers: { 'Content-Type': type, ...IMMUTABLE }, body },
    ]),
  ]);
}

/** A file of the reference component as it came from the registry. */
function componentFile(name: string): Uint8Array {
  return readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));
}
