// What it does with the answers of the service itself: test/client/installed-client.int.test.ts.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ClientOptions, createClient } from './client.ts';
import { FundlensError } from './answer.ts';

type Reply = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A client before a service that says what it is told to, one reply after the other. */
function clientBefore(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const asked: { url: string; headers: Headers }[] = [];
  const slept: number[] = [];
  vi.stubGlobal('setTimeout', (wake: () => void, milliseconds: number) => {
    slept.push(milliseconds);
    queueMicrotask(wake);
  });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const client = createClient({
    baseUrl: 'http://service/api/v1',
    token: () => 'fmk_key',
    async fetch(url, init) {
      const reply = replies[asked.length];
      asked.push({ url: String(url), headers: new Headers(init?.headers) });
      if (reply === undefined) throw new RangeError('asked too often');
      const isFollowed = reply.status > 304 && reply.status < 400 && init?.redirect !== 'manual';
      if (reply.status === 0 || isFollowed) throw new TypeError('fetch failed');
      const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
      return new Response(reply.status === 304 ? null : text, { status: reply.status, headers: reply.headers ?? {} });
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

const told = (nextCursor: string, hasMore: boolean, ids: readonly string[] = []): Reply => ({
  status: 200,
  body: {
    data: { nextCursor, hasMore, upTo: 'now', delayedSince: null, resync: false, changes: ids.map((id) => ({ id })) },
    requestId: 'req_1',
  },
});

describe('get', () => {
  it('says what the headers say', async () => {
    const headers = {
      etag: 'W/"a"',
      'x-data-as-of': '2026-11-23T08:00:00.000Z',
      'x-position-status': 'passed, dead-letter',
      'x-ratelimit-limit': '600',
      'x-ratelimit-remaining': '12',
      'x-ratelimit-reset': '1795420800',
    };
    const { client, asked } = clientBefore([{ ...page(null), headers }]);
    const answer = await client.get(
      '/contacts',
      {},
      { waitFor: [{ topic: 'crm', partition: 0, offset: 4 }, 'crm/1/5'] },
    );
    expect(asked[0]?.headers.get('x-wait-for-position')).toBe('crm/0/4, crm/1/5');
    expect(answer).toMatchObject({
      etag: 'W/"a"',
      dataAsOf: '2026-11-23T08:00:00.000Z',
      positions: ['passed', 'dead-letter'],
      rateLimit: { limit: 600, remaining: 12, resetsAt: new Date(1_795_420_800_000) },
    });
  });

  it('reads no limit from a header that is not a number, and positions however a proxy spaces them', async () => {
    const limits = { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '12abc', 'x-ratelimit-reset': '1795420800' };
    const { client } = clientBefore([
      { ...page(null), headers: { ...limits, 'x-position-status': 'passed,dead-letter' } },
      { ...page(null), headers: { 'x-position-status': '' } },
    ]);
    expect(await client.get('/contacts', {})).toMatchObject({ rateLimit: null, positions: ['passed', 'dead-letter'] });
    expect(await client.get('/contacts', {})).toMatchObject({ positions: [] });
  });

  it.each([
    [200, '<html>sign in to this network</html>'],
    [405, '<html>not allowed</html>'],
    [403, '{"error":null}'],
  ])('throws for a %i of another server', async (status, body) => {
    const { client } = clientBefore([{ status, body }]);
    await expect(client.get('/locations', {})).rejects.toMatchObject({ name: 'FundlensError', status, code: null });
  });

  it('keeps an id in its segment', async () => {
    const { client, asked } = clientBefore([page(null)]);
    await client.get('/contacts/{contactId}', { contactId: 'a/b?c=d', locationId: 'l 1' });
    expect(asked.map(({ url }) => url)).toEqual(['http://service/api/v1/contacts/a%2Fb%3Fc%3Dd?locationId=l+1']);
  });

  it.each(['', '.', '..'])('refuses the id %j, which would be another path', async (contactId) => {
    const { client, asked } = clientBefore([page(null)]);
    await expect(client.get('/contacts/{contactId}', { contactId })).rejects.toBeInstanceOf(TypeError);
    expect(asked).toEqual([]);
  });

  it('throws what the service said: why, and which parameters are wrong', async () => {
    const details = [{ parameter: 'limit', rule: 'range' }];
    const error = { code: 'invalid_request', message: 'No.', requestId: 'req_2', reason: 'some_reason', details };
    const { client } = clientBefore([{ status: 400, body: { error } }]);
    const thrown = await client.get('/contacts', {}).catch((failure: unknown) => failure);
    expect(thrown).toMatchObject({ ...error, name: 'FundlensError', status: 400, retryAfterSeconds: null });
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

  it.each([
    ['a 502 of a proxy', { status: 502, body: 'no instance' }],
    ['a 503 of a proxy', { status: 503, body: 'no instance is ready' }],
    ['a 504 of a proxy', { status: 504, body: 'waited too long' }],
    ['a broken connection', { status: 0, body: '' }],
  ])('%s is tried again after a short wait that doubles', async (_, reply) => {
    const { client, slept } = clientBefore([reply, reply, page(null)]);
    await client.get('/contacts', {});
    expect(slept).toEqual([250, 500]);
  });

  it('is an attempt that takes too long, too', async () => {
    let sent = 0;
    const client = createClient({
      baseUrl: 'http://service',
      token: () => 'fmk_key',
      timeoutMs: 20,
      retries: 1,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          sent += 1;
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    });
    await expect(client.get('/contacts', {})).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(sent).toBe(2);
  });

  it('asks for the token anew, and sends it without the blanks around it', async () => {
    const issued = ['fmo_2\n', '\n fmo_1'];
    const token = () => issued.pop() ?? 'none is left';
    const { client, asked } = clientBefore([refusal(429, 'rate_limited', '1'), page(null)], { token });
    await client.get('/contacts', {});
    expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer fmo_1', 'Bearer fmo_2']);
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

describe('what a retry would repeat', () => {
  it.each(['localhost:8080/api/v1', 'ftp://service', 'http://', '/api/v1', 'http://user:secret@service'])(
    'is refused before any request: the base URL %s',
    (baseUrl) => {
      const create = () => createClient({ baseUrl, token: () => 'fmk_key' });
      expect(create).toThrow('baseUrl');
      expect(create).not.toThrow('secret');
    },
  );

  it.each<[string, Partial<ClientOptions>, object]>([
    [
      'a token that cannot be had',
      { token: () => Promise.reject(new TypeError('no key file')) },
      { message: 'no key file' },
    ],
    [
      'a key with a line break',
      { token: () => 'fmk_a\nfmk_b' },
      { message: expect.stringMatching(/^(?!.*fmk_).*token/) },
    ],
    ['a redirect, whose target must not get the key', {}, { status: 308 }],
  ])('ends get and follow at once: %s', async (_, options, failure) => {
    const redirect = { status: 308, body: '', headers: { location: 'http://service/api/v1' } };
    const { client, slept } = clientBefore([redirect, redirect], options);
    await expect(client.get('/contacts', {})).rejects.toMatchObject(failure);
    await expect(client.follow().next()).rejects.toMatchObject(failure);
    expect(slept).toEqual([]);
  });

  it('ends get at once: a header that cannot be sent', async () => {
    const { client, slept } = clientBefore([]);
    await expect(client.get('/contacts', {}, { waitFor: ['crm/0/1\ncrm/0/2'] })).rejects.toThrow('header');
    expect(slept).toEqual([]);
  });
});

describe('follow', () => {
  it('goes on at once while there is more, and pauses when everything is told', async () => {
    const { client, asked, slept } = clientBefore([
      told('c2', true, ['a']),
      told('c3', false, ['b']),
      told('c4', false),
    ]);
    const seen: unknown[] = [];
    for await (const { nextCursor, changes, hasMore } of client.follow({ cursor: 'c1', types: ['contact', 'deal'] })) {
      seen.push([nextCursor, changes.map(({ id }) => id), hasMore]);
      if (nextCursor === 'c4') break;
    }
    expect(seen).toEqual([
      ['c2', ['a'], true],
      ['c3', ['b'], false],
      ['c4', [], false],
    ]);
    expect(slept).toEqual([5_000]);
    expect(asked.map(({ url }) => new URL(url).search)).toEqual([
      '?cursor=c1&types=contact%2Cdeal',
      '?cursor=c2&types=contact%2Cdeal',
      '?cursor=c3&types=contact%2Cdeal',
    ]);
  });

  it('waits out limits and outages, however many, and asks for the same again', async () => {
    const outage = refusal(500, 'internal_error', '2');
    const quota = refusal(429, 'rate_limited', '3600');
    const replies = [outage, outage, outage, quota, { status: 0, body: '' }, told('c2', false, ['a'])];
    const { client, asked, slept } = clientBefore(replies, { retries: 0 });
    const failures: unknown[] = [];
    const onOutage = (failure: unknown) => failures.push(failure);
    for await (const { nextCursor } of client.follow({ cursor: 'c1' }, { onOutage })) {
      expect(nextCursor).toBe('c2');
      break;
    }
    expect(slept).toEqual([2_000, 2_000, 2_000, 3_600_000, 4_000]);
    expect(failures).toHaveLength(5);
    expect(new Set(asked.map(({ url }) => url)).size).toBe(1);
  });

  it('begins with everything without a cursor, and ends with the reason of its signal', async () => {
    const abort = new AbortController();
    const { client, asked } = clientBefore([told('c2', false)]);
    vi.unstubAllGlobals();
    const following = client.follow({}, { signal: abort.signal });
    await following.next();
    expect(asked.map(({ url }) => new URL(url).search)).toEqual(['']);
    setTimeout(() => abort.abort(new Error('enough')), 10);
    await expect(following.next()).rejects.toThrow('enough');
  });
});

it('pages of changes end when all is told, and go on after a kept cursor', async () => {
  const { client, asked } = clientBefore([told('c2', true), told('c3', false)]);
  const seen = [];
  for await (const { nextCursor } of client.pages('/changes', { cursor: 'c1' })) seen.push(nextCursor);
  expect(seen).toEqual(['c2', 'c3']);
  expect(asked.map(({ url }) => new URL(url).search)).toEqual(['?cursor=c1', '?cursor=c2']);
});
