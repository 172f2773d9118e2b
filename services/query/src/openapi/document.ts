import { z } from 'zod';
import type { QueryConfig } from '../config.ts';
import { BASE_PATH, ROUTE_TAGS, type Route } from '../routes/route.ts';
import { errorResponses, errorsOf } from './error-responses.ts';
import { pascalCase, REQUEST_ID, SchemaComponents } from './json-schema.ts';
import { type Example, parametersOf, sharedParameters } from './operation-parameters.ts';
import {
  EVERYWHERE,
  FRESHNESS,
  type HeaderName,
  type HeaderObject,
  headers,
  headersOf,
  RATE_LIMIT,
} from './response-headers.ts';
import examples from './response-examples.json' with { type: 'json' };

export type OpenapiDocument = ReturnType<typeof createOpenapiDocument>;

const description = `Read-only access to stored funding-platform and CRM data. Nothing here starts a credit pull or changes anything.

**Authentication.** \`Authorization: Bearer <key>\` with an API key (\`fmk_…\`) or an OAuth access token (\`fmo_…\`). Never put one into a repository or into the code of a page.

**Locations.** A location key reads the location in which it was made, whatever \`locationId\` says. An agency key names one of its company's installed locations on every request; \`/locations\` lists them.

**Pages.** Pass \`nextCursor\` on as \`cursor\` until it is null. A walk returns every entry that does not change meanwhile exactly once.

**Records of many contacts.** \`include\` on contacts and on the pipeline puts credit summary, underwriting results, funding plans, next steps and application of each contact into its entry, as the single routes show them at that moment: a whole location in a few pages.

**Following.** \`/changes\` tells what changed since its last cursor, so that a copy needs no full walk. Its \`nextCursor\` is never null: go on at once while \`hasMore\`, and later with the last one.

**Revalidation.** The client may keep a response with an \`ETag\`. A request with that tag in \`If-None-Match\` gets 304 without a body while nothing has changed; it counts like every other.

**Freshness.** The response contains everything that was published up to \`X-Data-As-Of\`. A publisher knows the position of its event (topic, partition, offset); with \`X-Wait-For-Position\` the response waits until it contains that event, for at most 5 seconds; a position beyond the end of its log is 400 (\`position_not_reached\`).

**Bounds.** The query has at most 6 KiB and 32 parameters, each of them once; the whole request target at most 8 KiB, the headers 16 KiB and 200 lines. A character beyond ASCII takes up to twelve bytes of that, percent-encoded.

**Limits.** A credential has 600 requests in a window of 60 seconds that begins with its first one. All credentials of a company share 250,000 requests a day, which begins at midnight UTC; a credential may have a lower daily cap of its own. The operator may set other numbers: \`/credential\` shows yours, and what is left of each. Every request of a credential with \`read\` counts, also one that ends in 304, 400, 403, 404 or \`company_share\`; any other 429 spends nothing. \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` tell the state of the window; a 429 has those of the limit that refused, \`Retry-After\`, and in \`error.reason\` which it was: \`rate_window\`, \`company_quota\`, \`credential_cap\` or \`company_share\`.

**Responses.** Instants are ISO-8601 in UTC with milliseconds, money is integer cents, what is not known is null. Any method but GET is 405.`;

/** `data` of one real response by operation. */
const EXAMPLES: Readonly<Record<string, Example>> = examples;

/** Without the public address only what is relative to the document is known. */
type Options = Partial<Pick<QueryConfig, 'PUBLIC_URL' | 'API_CONTACT'>>;

/** The OpenAPI document of these routes. The same routes and options give the same document. */
export function createOpenapiDocument(routes: readonly Route[], { PUBLIC_URL, API_CONTACT }: Options) {
  const schemas = new SchemaComponents();
  const paths = Object.fromEntries(
    routes.map((route) => [route.path.replaceAll(/:(\w+)/g, '{$1}'), { get: operationOf(route, schemas) }]),
  );
  const responses: Record<string, unknown> = { NotModified: notModified, ...errorResponses(schemas) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fundlens API',
      version: '1.0.0',
      description,
      contact: contactOf(API_CONTACT),
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: serversOf(PUBLIC_URL),
    security: BEARER,
    tags: Object.entries(ROUTE_TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key that begins with `fmk_`, or an OAuth access token that begins with `fmo_`.',
        },
      },
      schemas: schemas.all(),
      parameters: sharedParameters,
      headers: headers as Readonly<Record<HeaderName, HeaderObject>>,
      responses,
    },
  };
}

const BEARER = [{ bearer: [] }] as const;

/** The public address first: generators take the first one, whatever host they have read the document from. */
function serversOf(publicUrl: string | undefined) {
  const here = { url: BASE_PATH, description: 'The host that this document comes from.' };
  if (publicUrl === undefined) return [here];
  return [{ url: `${publicUrl}${BASE_PATH}`, description: 'The public address.' }, here];
}

function contactOf(address: string | undefined): Readonly<Record<string, string>> {
  const name = 'Fundlens API support';
  if (address === undefined) return { name };
  return { name, [address.includes('://') ? 'url' : 'email']: address };
}

function operationOf(route: Route, schemas: SchemaComponents) {
  const { permissions } = route;
  const example = EXAMPLES[route.operation] ?? {};
  const needs = `Needs ${permissions.map((name) => `\`${name}\``).join(' and ')}.`;
  return {
    operationId: route.operation,
    tags: [route.tag],
    summary: route.summary,
    description: route.description === undefined ? needs : `${route.description}\n\n${needs}`,
    security: BEARER,
    // An extension, because OpenAPI gives scopes to OAuth flows only, and how a token is obtained is no part of this interface.
    'x-permissions': permissions,
    parameters: parametersOf(route, schemas, example),
    responses: responsesOf(route, schemas, example),
  };
}

/** By status. */
function responsesOf(route: Route, schemas: SchemaComponents, data: Example): Record<string, unknown> {
  const example = { data, requestId: EXAMPLE_ID };
  const content = { 'application/json': { schema: envelopeOf(route, schemas), example } };
  const isStored = route.neverStored === undefined;
  return {
    '200': { description: 'Success.', headers: isStored ? storable : headersOf(READ), content },
    ...(isStored && { '304': { $ref: '#/components/responses/NotModified' } }),
    ...errorsOf(route.notFound),
  };
}

const READ = [...EVERYWHERE, ...RATE_LIMIT, ...FRESHNESS] as const;
const storable = headersOf([...READ, 'ETag']);

const notModified = {
  description: 'The data is still that of the entity tag in `If-None-Match`. There is no body; the request counts.',
  headers: storable,
};

const EXAMPLE_ID = 'req_6b1f0c9e8d7a4b3c2d1e0f9a8b7c6d5e';

/** The success envelope of the operation, as a component: client generators invent names for inline schemas. */
function envelopeOf({ operation, data }: Route, schemas: SchemaComponents) {
  const name = pascalCase(operation);
  const named = schemas.named(`${name}Data`, schemas.convert(data));
  const { properties, ...envelope } = schemas.convert(z.strictObject({ data: z.unknown(), requestId: REQUEST_ID }));
  return schemas.named(`${name}Response`, { ...envelope, properties: { ...properties, data: named } });
}
