import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { HIGHLEVEL_LIMITS, type RateLimits } from '../crm-api/request-budget.ts';
import type { Fields, ModelCrm } from './model-crm.ts';
import { createModelLimits } from './model-limits.ts';
import { answerCompany, answerRead, locationOf, type ModelRequest, type ModelResponse } from './model-read-api.ts';
import { createModelTokens } from './model-tokens.ts';

/** What one request gets instead of its answer. */
export type Fault =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | 'cut'
  | 'garbage';

export type ModelServer = Awaited<ReturnType<typeof startModelServer>>;

type Options = { readonly limits?: RateLimits; readonly now?: () => number };

/** HighLevel's API over HTTP in front of a model CRM: tokens, versions, limits, pages. */
export async function startModelServer(crm: ModelCrm, options: Options = {}) {
  const now = options.now ?? (() => performance.now());
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const model = {
    limits: createModelLimits(options.limits ?? HIGHLEVEL_LIMITS, now),
    tokens: createModelTokens(),
    /** Requests that were answered, by endpoint as `METHOD path`. */
    requests: Array<string>(),
    /** Called for each request that passed the limits; what it gives is sent instead of the answer. */
    faultOf: (_request: ModelRequest): Fault | undefined => undefined,
    /** Called with each answer before it is sent, to change what it says. */
    rewrite: (_request: ModelRequest, response: ModelResponse) => response,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const url = new URL(request.url ?? '/', 'http://model');
    if (request.method === 'POST' && url.pathname.startsWith('/oauth/')) {
      const bearer = bearerOf(request);
      return send(response, model.tokens.answer(url.pathname, new URLSearchParams(body), bearer));
    }
    const read = { method: request.method ?? '', path: url.pathname, query: url.searchParams, body: jsonOf(body) };
    const ofCompany = answerCompany(read, model.tokens.companyOf(bearerOf(request)));
    if (ofCompany !== null) {
      model.requests.push(`${read.method} ${read.path}`);
      return send(response, model.rewrite(read, ofCompany));
    }
    if (request.headers.version !== '2021-07-28') return refuse(response, 401, 'version header was not found');
    const locations = model.tokens.locationsOf(bearerOf(request));
    if (locations === undefined) return refuse(response, 401, 'Invalid JWT');
    const locationId = locationOf(read, crm, locations);
    if (locationId === undefined || !locations.includes(locationId) || crm.location(locationId) === undefined)
      return refuse(response, 403, 'The token does not have access to this location.');
    const verdict = model.limits.arrive(locationId);
    if (!verdict.allowed) return refuse(response, 429, 'Too Many Requests', verdict.headers);
    const fault = model.faultOf(read);
    if (fault === 'cut') return void response.destroy();
    if (fault === 'garbage') return send(response, { status: 200, body: '<html>' }, verdict.headers);
    if (fault !== undefined) return refuse(response, fault.status, 'fault', { ...verdict.headers, ...fault.headers });
    model.requests.push(`${read.method} ${read.path}`);
    send(response, model.rewrite(read, answerRead(crm, locationId, read)), verdict.headers);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(model, { url: `http://127.0.0.1:${port}` });
}

function bearerOf(request: IncomingMessage): string {
  return (request.headers.authorization ?? '').replace(/^Bearer /, '');
}

function jsonOf(body: string): Fields | undefined {
  return body === '' ? undefined : (JSON.parse(body) as Fields);
}

type Headers = Readonly<Record<string, string>>;

function refuse(response: ServerResponse, statusCode: number, message: string, headers: Headers = {}): void {
  send(response, { status: statusCode, body: { statusCode, message } }, headers);
}

function send(response: ServerResponse, { status, body }: ModelResponse, headers: Headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
