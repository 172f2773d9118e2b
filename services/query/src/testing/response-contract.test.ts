import { expect, it } from 'vitest';
import { createResponseContract, type SeenResponse } from './response-contract.ts';

const contract = createResponseContract();
const requestId = `req_${'0'.repeat(32)}`;
const headers = {
  'x-request-id': requestId,
  'cache-control': 'private, no-cache',
  'x-ratelimit-limit': '600',
  'x-ratelimit-remaining': '599',
  'x-ratelimit-reset': '1760000000',
  ratelimit: '"window";r=599;t=60',
  'ratelimit-policy': '"window";q=600;w=60',
};
const etag = 'W/"c2FtZSBieXRlcywgc2FtZQ"';
const page = { returned: 0, nextCursor: null, contacts: [] };

function seen({ status = 200, body = { data: page, requestId }, ...change }: SeenChange): SeenResponse {
  const all = { ...headers, ...(status === 200 && { etag }), ...change.headers };
  return { method: 'GET', target: '/contacts', status, headers: new Headers(all), body: JSON.stringify(body) };
}
type SeenChange = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: object };

it('the response contract accepts a documented response', () => expect(contract(seen({}))).toEqual([]));

it.each<[string, SeenChange, RegExp]>([
  ['an undocumented member', { body: { data: { ...page, ssn: '1' }, requestId } }, /additional properties/],
  ['a missing member', { body: { data: { returned: 0, contacts: [] }, requestId } }, /nextCursor/],
  ['an undocumented header', { headers: { 'x-debug': '1' } }, /x-debug is not documented/],
  ['an entity tag that is not weak', { headers: { etag: '"c2FtZSBieXRlcywgc2FtZQ"' } }, /ETag/],
  ['an undocumented status', { status: 418 }, /status 418/],
  [
    'the code of another status',
    { status: 403, body: { error: { code: 'not_found', message: '', requestId } } },
    /code/,
  ],
])('the response contract finds %s', (_, change, problem) => {
  expect(contract(seen(change)).join('\n')).toMatch(problem);
});
