import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCompression, MIN_COMPRESSED_BYTES } from './compression.ts';
import type { Answer } from './request-state.ts';

const compress = createCompression();
const long = Buffer.from('{"data":"same"}'.repeat(1_000));
const answerOf = (body: readonly Uint8Array[], headers: Answer['headers'] = {}): Answer => ({
  status: 200,
  headers,
  body,
});
const decoded = ({ headers, body }: Answer) => {
  const bytes = Buffer.concat(body);
  if (headers['Content-Encoding'] === 'br') return brotliDecompressSync(bytes);
  return headers['Content-Encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
};

describe('compression', () => {
  it.each(['br', 'gzip'])('gives the same text in %s, and says so', async (coding) => {
    const answer = await compress(answerOf([long], { Vary: 'Authorization, Accept-Encoding', ETag: 'W/"a"' }), coding);
    expect(answer.headers).toEqual({
      Vary: 'Authorization, Accept-Encoding',
      ETag: 'W/"a"',
      'Content-Encoding': coding,
    });
    expect(Buffer.concat(answer.body).length).toBeLessThan(long.length / 10);
    expect(decoded(answer).equals(long)).toBe(true);
  });

  it('gives the same text of any pieces', async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.constantFrom('br', 'gzip', 'identity'), async (body, coding) => {
        expect(decoded(await compress(answerOf(body), coding)).equals(Buffer.concat(body))).toBe(true);
      }),
    );
  });

  it('leaves what is short, what is coded already and what would only grow', async () => {
    const short = answerOf([Buffer.alloc(MIN_COMPRESSED_BYTES - 1)]);
    const image = answerOf([long], { 'Content-Type': 'image/png' });
    expect([await compress(short, 'br'), await compress(image, 'br')]).toEqual([short, image]);
    const noise = Uint8Array.from({ length: 5_000 }, (_, at) => (Math.imul(at + 1, 2_654_435_761) >>> 24) ^ (at * 73));
    expect(decoded(await compress(answerOf([noise]), 'gzip')).equals(Buffer.from(noise))).toBe(true);
  });

  it('says that the answer depends on the header also where it is not coded', async () => {
    expect((await compress(answerOf([long]), undefined)).headers).toEqual({ Vary: 'Accept-Encoding' });
  });

  it('codes what everybody gets once', async () => {
    const page: Answer = { ...answerOf([long]), shared: true };
    const [one, other] = await Promise.all([compress(page, 'br'), compress(page, 'br, gzip;q=0.1')]);
    expect(one.body[0]).toBe(other.body[0]);
    expect((await compress(page, 'gzip')).body[0]).not.toBe(one.body[0]);
  });
});
