import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type BurstResponse, firstResponse } from '../testing/burst-client.ts';
import { queryHarness } from '../testing/query-harness.ts';

const harness = await queryHarness();
const query = await harness.start();

/** Sends chunks as they are, each in a turn of its own, and reads until the server ends the connection. */
function exchange(...chunks: (string | Buffer)[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(query.port(), '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (data: Buffer) => received.push(data));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(received)));
    void (async () => {
      for (const chunk of chunks) {
        await delay(1);
        socket.write(chunk);
      }
    })();
  });
}

/** What a connection carried: answers, and nothing else. */
function responses(carried: Buffer): BurstResponse[] {
  const found: BurstResponse[] = [];
  let unread = carried;
  for (let read = firstResponse(unread); read !== null; read = firstResponse(unread)) {
    found.push(read.response);
    unread = unread.subarray(read.bytes);
  }
  expect(unread).toHaveLength(0);
  return found;
}

function expectEnvelope(response: BurstResponse | undefined, status: number, code = 'invalid_request'): void {
  expect(response?.status).toBe(status);
  const requestId = response?.headers.get('x-request-id');
  expect(requestId).toMatch(/^req_[0-9a-f]{32}$/);
  expect(JSON.parse(response?.body ?? '')).toEqual({ error: { code, message: expect.any(String), requestId } });
  expect(response?.headers.get('content-type')).toBe('application/json; charset=utf-8');
}

const close = 'Connection: close\r\n';
const host = 'Host: a\r\n';
/** After which the connection ends. */
const get = (headers = '', target = '/api/v1/contacts') => `GET ${target} HTTP/1.1\r\n${host}${headers}${close}\r\n`;

describe('a malformed request', () => {
  it.each([
    ['bytes that are no HTTP', '\u0000\u0001\u0002\u0003\r\n\r\n', 400],
    ['a TLS greeting', Buffer.from('160301020001000001fc0303', 'hex'), 400],
    ['an HTTP/0.9 request', 'GET /api/v1/contacts\r\n\r\n', 400],
    ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['HTTP/2.0 on the request line', `GET /api/v1/contacts HTTP/2.0\r\n${host}${close}\r\n`, 400],
    ['a missing Host', `GET /api/v1/contacts HTTP/1.1\r\n${close}\r\n`, 400],
    ['a repeated Host', get('host: b\r\n'), 400],
    ['a repeated Authorization', get('Authorization: Bearer a\r\nauthorization: b\r\n'), 400],
    ['a header without a name', get(': x\r\n'), 400],
    ['a header with a control character', get('A: \u0001\r\n'), 400],
    ['two lengths', get('Content-Length: 1\r\nContent-Length: 2\r\n'), 400],
    ['length and chunks at once', get('Content-Length: 1\r\nTransfer-Encoding: chunked\r\n'), 400],
    ['an odd expectation', get('Expect: tea\r\n'), 417],
    ['a long target', get('', `/api/v1/contacts?tag=${'a'.repeat(9_000)}`), 414],
    ['a very long target', get('', `/api/v1/contacts?tag=${'a'.repeat(100_000)}`), 414],
    ['large headers', get(`A: ${'a'.repeat(20_000)}\r\n`), 431],
    ['very large headers', get(`A: ${'a'.repeat(100_000)}\r\n`), 431],
    ['very many headers', get(`${'a: b\r\n'.repeat(1_500)}Authorization: Bearer fmk_x\r\n`), 431],
  ])('%s gets the envelope', async (_, bytes, status) => {
    const [response, ...more] = responses(await exchange(bytes));
    expectEnvelope(response, status);
    expect(more).toEqual([]);
  });

  it.each([
    ['CONNECT', `CONNECT a:443 HTTP/1.1\r\n${host}\r\n`],
    ['TRACE', `TRACE /api/v1/contacts HTTP/1.1\r\n${host}${close}\r\n`],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`],
    ['an unknown method', `BREW /api/v1/contacts HTTP/1.1\r\n${host}${close}\r\n`],
    ['a method in small letters', `get /api/v1/contacts HTTP/1.1\r\n${host}${close}\r\n`],
  ])('%s is 405 with Allow', async (_, bytes) => {
    const [response] = responses(await exchange(bytes));
    expectEnvelope(response, 405);
    expect(response?.headers.get('allow')).toBe('GET');
  });

  it('is counted in the metrics and logged without what it held', async () => {
    await exchange('SECRETS abound\r\n\r\n');
    const { text: metrics } = await query.admin('/metrics');
    expect(metrics).toMatch(/fundlens_query_malformed_requests_total\{status="400"\} \d+/);
    expect(harness.logLines.join()).not.toContain('SECRETS');
  });
});

describe('an unusual request', () => {
  it.each([
    ['an id of its own', get('X-Request-ID: req_mine\r\n')],
    ['HTTP/1.0 without a Host', `GET /api/v1/contacts HTTP/1.0\r\n\r\n`],
    ['a target in absolute form', `GET http://a/api/v1/contacts HTTP/1.1\r\n${host}${close}\r\n`],
    ['an upgrade', `GET /api/v1/contacts HTTP/1.1\r\n${host}Connection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n`],
    ['Expect: 100-continue', get('Expect: 100-continue\r\n')],
    ['a body', `${get('Content-Length: 5\r\n')}hello`],
    ['a chunked body', `${get('Transfer-Encoding: chunked\r\n')}5\r\nhello\r\n0\r\n\r\n`],
  ])('with %s is answered like any other', async (_, bytes) => {
    expectEnvelope(responses(await exchange(bytes))[0], 401, 'unauthorized');
  });

  it('with broken framing of its body is answered once', async () => {
    const bytes = `GET /api/v1/contacts HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nZZZ\r\n`;
    expect(responses(await exchange(bytes))).toHaveLength(1);
  });

  it('followed by garbage is answered first, and then the garbage', async () => {
    const found = responses(await exchange(`GET /api/v1/contacts HTTP/1.1\r\n${host}\r\n\u0000garbage\r\n\r\n`));
    expectEnvelope(found[0], 401, 'unauthorized');
    expectEnvelope(found[1], 400);
    expect(found).toHaveLength(2);
  });

  it('followed by a CONNECT is answered first, and then the CONNECT', async () => {
    const first = `GET /api/v1/contacts HTTP/1.1\r\n${host}Authorization: Bearer fmk_unknown\r\n\r\n`;
    const found = responses(await exchange(`${first}CONNECT a:443 HTTP/1.1\r\n${host}\r\n`));
    expect(found).toHaveLength(2);
    expectEnvelope(found[0], 401, 'unauthorized');
    expectEnvelope(found[1], 405);
  });

  it('with more behind it than any client pipelines is cut: the answers would wait in memory', async () => {
    const socket = connect(query.port(), '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (data: Buffer) => received.push(data));
    socket.on('error', () => undefined);
    const request = (more: string) => `GET /api/v1/contacts HTTP/1.1\r\n${host}${more}\r\n`;
    socket.write(request('').repeat(1_000) + request(close));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(Buffer.concat(received).toString().split('HTTP/1.1 401').length - 1).toBeLessThanOrEqual(32);
  });

  it('in pieces is answered', async () => {
    const pieces = ['GE', 'T /api/v1/con', `tacts HTTP/1.1\r\n${host}`, `${close}\r`, '\n'];
    expectEnvelope(responses(await exchange(...pieces))[0], 401, 'unauthorized');
  });
});

it('connections that never finish their head, or never say anything, are cut with the envelope', async () => {
  const [slow, silent] = await Promise.all([exchange(`GET /api/v1/contacts HTTP/1.1\r\n${host}A: b`), exchange()]);
  expectEnvelope(responses(slow)[0], 408);
  expectEnvelope(responses(silent)[0], 408);
});
