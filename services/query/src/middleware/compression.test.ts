import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compress, MIN_COMPRESSED_BYTES } from './compression.ts';
import type { HttpResponse } from './response.ts';

const long = Buffer.from('{"data":"same"}'.repeat(1_000));
const responseOf = (body: readonly Uint8Array[], headers: HttpResponse['headers'] = {}): HttpResponse => ({
  status: 200,
  headers,
  body,
});
const decoded = ({ headers, body }: HttpResponse) => {
  const bytes = Buffer.concat(body);
  if (headers['Content-Encoding'] === 'br') return brotliDecompressSync(bytes);
  return headers['Content-Encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
};

describe('compression', () => {
  it('sends the same text of any pieces', async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.constantFrom('br', 'gzip', 'identity'), async (body, coding) => {
        expect(decoded(await compress(responseOf(body), coding)).equals(Buffer.concat(body))).toBe(true);
      }),
    );
  });

  it('leaves short, already compressed and incompressible bodies', async () => {
    const short = responseOf([Buffer.alloc(MIN_COMPRESSED_BYTES - 1)]);
    const image = responseOf([long], { 'Content-Type': 'image/png' });
    expect([await compress(short, 'br'), await compress(image, 'br')]).toEqual([short, image]);
    const noise = Uint8Array.from({ length: 5_000 }, (_, at) => (Math.imul(at + 1, 2_654_435_761) >>> 24) ^ (at * 73));
    expect(decoded(await compress(responseOf([noise]), 'gzip')).equals(Buffer.from(noise))).toBe(true);
  });
});
