import { pdfStoreOptions } from '@fundlens/runtime/service-options';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createPdfObjects, type PdfObjects } from './pdf-object-store.ts';

const GIVEN = {
  S3_ENDPOINT: 'https://objects.example.test',
  S3_BUCKET: 'reports',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const PDF = Buffer.from('%PDF of a report');

/** A store whose answers are made by hand. */
function storeThat(answer: () => Response): PdfObjects {
  const connect = () => ({ fetch: async () => answer() });
  const store = createPdfObjects(z.object(pdfStoreOptions).parse(GIVEN), { connect, maxTimeMs: 50 });
  if (store === null) throw new TypeError('the options name no store');
  return store;
}

it.each([
  [500, 'retryable', 'object_store_away'],
  [503, 'retryable', 'object_store_away'],
  [429, 'retryable', 'object_store_away'],
  [403, 'fatal', 'object_store_refused'],
  [301, 'fatal', 'object_store_refused'],
])('an answer %s is %s', async (status, kind, code) => {
  const store = storeThat(() => new Response('<Error/>', { status }));
  const object = { key: 'k', sha256: '', bytes: 1 };
  for (const attempt of [store.put('k', PDF), store.get(object), store.remove('k')]) {
    await expect(attempt).rejects.toMatchObject({ kind, code });
  }
});

it('a bucket that is not there has not lost anything', async () => {
  const store = storeThat(() => new Response('<Error><Code>NoSuchBucket</Code></Error>', { status: 404 }));
  for (const attempt of [store.put('k', PDF), store.get({ key: 'k', sha256: '', bytes: 1 }), store.remove('k')]) {
    await expect(attempt).rejects.toMatchObject({ kind: 'fatal', code: 'object_store_refused' });
  }
});
