import { describe, expect, it } from 'vitest';
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

function seen(change: {
  target?: string;
  status?: number;
  headers?: object;
  data?: unknown;
  body?: object;
}): SeenResponse {
  return {
    method: 'GET',
    target: change.target ?? '/contacts',
    status: change.status ?? 200,
    headers: new Headers({ ...headers, ...((change.status ?? 200) === 200 ? { etag } : {}), ...change.headers }),
    body: JSON.stringify(change.body ?? { data: 'data' in change ? change.data : page, requestId }),
  };
}

describe('the response contract', () => {
  it('accepts a documented response', () => {
    expect(contract(seen({}))).toEqual([]);
    const error = { code: 'not_found', message: 'There is no such route.', requestId };
    expect(contract(seen({ target: '/nope', status: 404, body: { error } }))).toEqual([]);
  });

  it.each<[string, Parameters<typeof seen>[0], RegExp]>([
    ['an undocumented member', { data: { ...page, ssn: '1' } }, /additional properties/],
    ['a missing member', { data: { returned: 0, contacts: [] } }, /nextCursor/],
    ['an undocumented header', { headers: { 'x-debug': '1' } }, /x-debug is not documented/],
    ['an entity tag that is not weak', { headers: { etag: '"c2FtZSBieXRlcywgc2FtZQ"' } }, /ETag/],
    ['an undocumented status', { status: 418 }, /status 418/],
    [
      'the code of another status',
      { status: 403, body: { error: { code: 'not_found', message: '', requestId } } },
      /code/,
    ],
  ])('finds %s', (_, change, problem) => {
    expect(contract(seen(change)).join('\n')).toMatch(problem);
  });
});
