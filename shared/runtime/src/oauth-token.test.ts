import { text } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import { failureCode, failureKind } from './errors.ts';
import { createTokenSource } from './oauth-token.ts';
import { listeningServer } from './testing/listening-server.ts';

type Response = { readonly status: number; readonly body: string };
const requests: { readonly authorization: string | undefined; readonly body: string }[] = [];
let respond: () => Response;
const { url } = await listeningServer(async (request, response) => {
  requests.push({ authorization: request.headers.authorization, body: await text(request) });
  const { status, body } = respond();
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
});
const tokenUrl = `${url}/token`;
let now = 0;

beforeEach(() => {
  requests.length = 0;
  now = 0;
  let issued = 0;
  respond = () => ({ status: 200, body: JSON.stringify({ access_token: `token-${++issued}`, expires_in: 100 }) });
});

const source = (scope?: string) =>
  createTokenSource({ tokenUrl, clientId: 'fund:lens', clientSecret: () => 'hunter 2', scope, monotonic: () => now });

it('asks once for many, by client credentials, and again before the token expires', async () => {
  const token = source('kafka');
  expect(await Promise.all([token(), token(), token()])).toEqual(['token-1', 'token-1', 'token-1']);
  now = 79_000;
  expect(await token()).toBe('token-1');
  now = 81_000;
  expect(await token()).toBe('token-2');
  expect(requests).toHaveLength(2);
  expect(requests[0]?.body).toBe('grant_type=client_credentials&scope=kafka');
  const credentials = Buffer.from(requests[0]?.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
  expect(credentials).toBe('fund%3Alens:hunter%202');
});

it.each([
  [{ status: 401, body: 'hunter 2' }, 'fatal', 'oauth_refused'],
  [{ status: 503, body: '' }, 'retryable', 'oauth_unavailable'],
  [{ status: 200, body: '<html>hunter 2' }, 'fatal', 'oauth_malformed'],
  [{ status: 200, body: '{"access_token":""}' }, 'fatal', 'oauth_malformed'],
])('tells kinds of failure apart: %j', async (response, kind, code) => {
  respond = () => response;
  const error = await source()().then(
    () => null,
    (reason: unknown) => reason,
  );
  expect([failureKind(error), failureCode(error)]).toEqual([kind, code]);
  expect(String(error)).not.toContain('hunter');
});
