import { expect, it } from 'vitest';
import { compress, MIN_COMPRESSED_BYTES } from './compression.ts';

const responseOf = (body: Uint8Array, headers: Record<string, string> = {}) => ({ status: 200, headers, body: [body] });

// What is compressed has the same data: revalidation.int.test.ts.
it('short, already compressed and incompressible bodies are left', async () => {
  const short = responseOf(Buffer.alloc(MIN_COMPRESSED_BYTES - 1));
  const image = responseOf(Buffer.alloc(15_000), { 'Content-Type': 'image/png' });
  expect([await compress(short, 'br'), await compress(image, 'br')]).toEqual([short, image]);
  const noise = Uint8Array.from({ length: 5_000 }, (_, at) => (Math.imul(at + 1, 2_654_435_761) >>> 24) ^ (at * 73));
  expect((await compress(responseOf(noise), 'gzip')).body).toEqual([noise]);
});
