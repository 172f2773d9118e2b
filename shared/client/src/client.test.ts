import { describe, expect, it } from 'vitest';
import { type ClientOptions, createClient, targetOf } from './client.ts';
import { FundlensError } from './client-error.ts';

type Reply = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };

/** A client before a service that says what it is told to, one reply after the other. */
function clientBefore(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const asked: { url: string; authorization: string | null }[] = [];
  const slept: number[] = [];
  const client = createClient({
    baseUrl: 'http://service/api/v1',
    token: () => 'fmk_key',
    async fetch(url, init) {
      const reply = replies[asked.length];
      asked.push({ url: String(url), authorization: new Headers(init?.headers).get('authorization') });
      if (reply === undefined) throw new TypeError('asked too often');
      const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
      return new Response(text, { status: reply.status, headers: reply.headers ?? {} });
    },
    async sleep(milliseconds) {
      slept.push(milliseconds);
    },
    ...options,
  });
  return { client, asked, slept };
}

const page = (nextCursor: string | null): Reply => ({
  status: 200,
  body: { data: { returned: 0, nextCursor, contacts: [] }, requestId: 'req_1' },
});
const refusal = (status: number, code: string, retryAfter?: string): Reply => ({
  status,
  body: { error: { code, message: 'No.', requestId: 'req_2' } },
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
});

describe('get', () => {
  it('asks with the key and gives data and request id', async () => {
    const { client, asked } = clientBefore([page(null)]);
    const answer = await client.get('/contacts', { tag: 'a b&c', limit: 2 });
    expect(answer).toMatchObject({ data: { returned: 0 }, requestId: 'req_1' });
    expect(asked).toEqual([
      { url: 'http://service/api/v1/contacts?tag=a+b%26c&limit=2', authorization: 'Bearer fmk_key' },
    ]);
  });

  it('throws what the service said', async () => {
    const { client } = clientBefore([refusal(404, 'not_found')]);
    const error = await client.get('/contacts/{contactId}', { contactId: 'c1' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FundlensError);
    expect(error).toMatchObject({ status: 404, code: 'not_found', requestId: 'req_2', retryAfterSeconds: null });
  });

  it('throws why, and which parameters are wrong', async () => {
    const details = [{ parameter: 'limit', rule: 'range' }];
    const error = { code: 'invalid_request', message: 'No.', requestId: 'req_2', reason: 'some_reason', details };
    const { client } = clientBefore([{ status: 400, body: { error } }]);
    await expect(client.get('/contacts', {})).rejects.toMatchObject({ reason: 'some_reason', details });
  });

  it('throws for an answer of another server, too', async () => {
    const { client } = clientBefore([{ status: 502, body: '<html>bad gateway</html>' }]);
    await expect(client.get('/locations', {})).rejects.toMatchObject({ status: 502, code: null });
  });
});

describe('a refusal that passes', () => {
  it.each([
    [429, 'rate_limited'],
    [500, 'internal_error'],
  ])('%i is waited for as long as it says', async (status, code) => {
    const { client, slept } = clientBefore([refusal(status, code, '7'), page(null)]);
    await client.get('/contacts', {});
    expect(slept).toEqual([7_000]);
  });

  it('is given up after so many times', async () => {
    const replies = Array.from({ length: 3 }, () => refusal(429, 'rate_limited', '1'));
    const { client, asked } = clientBefore(replies, { retries: 2 });
    await expect(client.get('/contacts', {})).rejects.toMatchObject({ code: 'rate_limited' });
    expect(asked).toHaveLength(3);
  });

  it('is not waited for when it is hours away, nor when it says no time', async () => {
    for (const reply of [refusal(429, 'rate_limited', '3600'), refusal(500, 'internal_error')]) {
      const { client, slept } = clientBefore([reply, page(null)]);
      await expect(client.get('/contacts', {})).rejects.toBeInstanceOf(FundlensError);
      expect(slept).toEqual([]);
    }
  });

  it('is not waited for any longer when the caller gives up', async () => {
    const abort = new AbortController();
    const client = createClient({
      baseUrl: 'http://service',
      token: () => 'fmk_key',
      fetch: async () => new Response('{}', { status: 429, headers: { 'retry-after': '30' } }),
    });
    const pending = client.get('/contacts', {}, { signal: abort.signal });
    setTimeout(() => abort.abort(new Error('enough')), 20);
    await expect(pending).rejects.toThrow('enough');
  });
});

describe('pages', () => {
  it('follows the cursor until there is none', async () => {
    const { client, asked } = clientBefore([page('p2'), page('p3'), page(null)]);
    const seen = [];
    for await (const { nextCursor } of client.pages('/contacts', { limit: 5 })) seen.push(nextCursor);
    expect(seen).toEqual(['p2', 'p3', null]);
    expect(asked.map(({ url }) => new URL(url).search)).toEqual([
      '?limit=5',
      '?limit=5&cursor=p2',
      '?limit=5&cursor=p3',
    ]);
  });

  it('of changes end when all is told, and go on after a kept cursor', async () => {
    const told = (nextCursor: string, hasMore: boolean): Reply => ({
      status: 200,
      body: { data: { nextCursor, hasMore, changes: [] }, requestId: 'req_1' },
    });
    const { client, asked } = clientBefore([told('c2', true), told('c3', false)]);
    const seen = [];
    for await (const { nextCursor } of client.pages('/changes', { cursor: 'c1' })) seen.push(nextCursor);
    expect(seen).toEqual(['c2', 'c3']);
    expect(asked.map(({ url }) => new URL(url).search)).toEqual(['?cursor=c1', '?cursor=c2']);
  });

  it('asks for no page that is not read', async () => {
    const { client, asked } = clientBefore([page('p2'), page(null)]);
    for await (const _ of client.pages('/contacts', {})) break;
    expect(asked).toHaveLength(1);
  });
});

describe('targetOf', () => {
  it('gives a list as one value, separated by commas', () => {
    const include = ['creditSummary', 'nextSteps'] as const;
    expect(targetOf('/contacts/{contactId}', { contactId: 'c1', include })).toBe(
      '/contacts/c1?include=creditSummary%2CnextSteps',
    );
  });

  it('keeps an id in its segment', () => {
    expect(targetOf('/contacts/{contactId}', { contactId: 'a/b?c=d', locationId: 'l 1' })).toBe(
      '/contacts/a%2Fb%3Fc%3Dd?locationId=l+1',
    );
  });

  it.each(['', '.', '..'])('refuses %j, which would be another path', (contactId) => {
    expect(() => targetOf('/contacts/{contactId}', { contactId })).toThrow(TypeError);
  });
});
