import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type QueryHarness, queryHarness, type RunningQuery } from '../testing/query-harness.ts';

let harness: QueryHarness;
let query: RunningQuery;
let token: string;
/** Does not get much shorter than a fifth, like real ones. */
const report = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ account: Math.imul(at, 2_654_435_761) })));

beforeAll(async () => {
  harness = await queryHarness();
  const { fixtures } = harness;
  ({ token } = await fixtures.tenant({ locationId: 'l1', report }));
  for (let at = 0; at < 100; at += 1) await fixtures.contact('l1', { contactId: `c${at}`, tags: [`tag-${at}`] });
  query = await harness.start();
});
afterAll(() => harness.close());

type Raw = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly bytes: Buffer };

/** By hand: `fetch` would decode what it gets. */
function get(path: string, headers: Record<string, string> = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const authorization = `Bearer ${token}`;
    const sent = request({ port: query.port(), path, headers: { authorization, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
const dataOf = (bytes: Buffer) => (JSON.parse(bytes.toString()) as { data: unknown }).data;

describe.each(['br', 'gzip'] as const)('a response in %s', (coding) => {
  it.each(['/api/v1/contacts?limit=100', '/api/v1/credit-reports?requestId=r1'])(
    'has the same data: %s',
    async (path) => {
      const plain = await get(path);
      const coded = await get(path, { 'accept-encoding': coding });
      expect([plain.headers['content-encoding'], coded.headers['content-encoding']]).toEqual([undefined, coding]);
      expect(coded.headers['content-length']).toBe(String(coded.bytes.length));
      expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(dataOf(decoders[coding](coded.bytes))).toEqual(dataOf(plain.bytes));
      for (const { headers } of [plain, coded]) expect(headers.vary).toBe('Authorization, Accept-Encoding');
      expect(coded.headers.etag).toBe(plain.headers.etag);
    },
  );

  it('matches the entity tag of another coding', async () => {
    const { headers } = await get('/api/v1/contacts?limit=100', { 'accept-encoding': coding });
    const again = await get('/api/v1/contacts?limit=100', { 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.headers['content-encoding'], again.bytes.length]).toEqual([304, undefined, 0]);
  });
});
