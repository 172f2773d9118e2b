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

type Asked = { readonly url: string; readonly init: RequestInit };

/** A store whose answers are made by hand. */
function storeThat(
  answer: (asked: Asked) => Response | Promise<Response>,
  changes: Record<string, string> = {},
): { store: PdfObjects; asked: Asked[] } {
  const asked: Asked[] = [];
  const options = z.object(pdfStoreOptions).parse({ ...GIVEN, ...changes });
  const store = createPdfObjects(options, {
    connect: () => ({
      async fetch(input, init) {
        const question = { url: String(input), init: init ?? {} };
        asked.push(question);
        return await answer(question);
      },
    }),
    maxTimeMs: 50,
  });
  if (store === null) throw new TypeError('the options name no store');
  return { store, asked };
}

const fine = () => new Response(null, { status: 200 });

it('is not there unless the options name it', () => {
  const connect = () => ({ fetch: async () => fine() });
  expect(createPdfObjects(z.object(pdfStoreOptions).parse({}), { connect, maxTimeMs: 1 })).toBeNull();
});

it('puts the bucket where the store wants it, and asks for no more than the bucket does unless it is told to', async () => {
  const { store, asked } = storeThat(fine);
  await store.remove('a/b.pdf');
  await store.put('a/b.pdf', PDF);
  expect(asked.map(({ url }) => url)).toEqual(Array(2).fill('https://reports.objects.example.test/a/b.pdf'));
  expect(Object.keys(asked[1]?.init.headers ?? {})).toEqual(['Content-Type', 'X-Amz-Content-Sha256']);
  const other = storeThat(fine, { S3_FORCE_PATH_STYLE: 'true', S3_SERVER_SIDE_ENCRYPTION: 'aws:kms' });
  await other.store.put('a/b.pdf', PDF);
  expect(other.asked[0]).toMatchObject({
    url: 'https://objects.example.test/reports/a/b.pdf',
    init: { method: 'PUT', redirect: 'manual', headers: { 'X-Amz-Server-Side-Encryption': 'aws:kms' } },
  });
});

it('never uses a key twice, and says nothing of whose it is', () => {
  const { store } = storeThat(fine);
  const keys = [1, 2].map(() => store.newKey('credit_report_pdfs_v1', 'location:request'));
  expect(new Set(keys).size).toBe(2);
  for (const key of keys) expect(key).not.toMatch(/location|request/);
});

it.each([
  [500, 'retryable', 'object_store_away'],
  [503, 'retryable', 'object_store_away'],
  [429, 'retryable', 'object_store_away'],
  [403, 'fatal', 'object_store_refused'],
  [301, 'fatal', 'object_store_refused'],
])('an answer %s is %s', async (status, kind, code) => {
  const { store } = storeThat(() => new Response('<Error/>', { status }));
  const object = { key: 'k', sha256: '', bytes: 1 };
  for (const attempt of [store.put('k', PDF), store.get(object), store.remove('k')]) {
    await expect(attempt).rejects.toMatchObject({ kind, code });
  }
});

const notFound = (code: string) => () => new Response(`<Error><Code>${code}</Code></Error>`, { status: 404 });

it('what is not there is none to get and no trouble to remove', async () => {
  const { store } = storeThat(notFound('NoSuchKey'));
  expect(await store.get({ key: 'k', sha256: '', bytes: 1 })).toBeNull();
  await store.remove('k');
});

it('a bucket that is not there has not lost anything', async () => {
  const { store } = storeThat(notFound('NoSuchBucket'));
  for (const attempt of [store.put('k', PDF), store.get({ key: 'k', sha256: '', bytes: 1 }), store.remove('k')]) {
    await expect(attempt).rejects.toMatchObject({ kind: 'fatal', code: 'object_store_refused' });
  }
});

it('a store that never answers, or never ends, is away after its time', async () => {
  const hangs = ({ init }: Asked) =>
    new Promise<Response>((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
  const breaksOff = () =>
    new Response(
      new ReadableStream({ start: (to) => to.error(new TypeError('terminated', { cause: new Error('closed') })) }),
      { status: 200 },
    );
  for (const answer of [hangs, breaksOff]) {
    const { store } = storeThat(answer);
    await expect(store.get({ key: 'k', sha256: '', bytes: 1 })).rejects.toMatchObject({
      kind: 'retryable',
      code: 'object_store_away',
    });
  }
});

it('gives exactly what was put, and reads no more than that of anything else', async () => {
  const { store: writing } = storeThat(fine);
  const object = await writing.put('k', PDF);
  expect(object).toMatchObject({ key: 'k', bytes: PDF.length });
  const right = storeThat(() => new Response(PDF));
  expect(await right.store.get(object)).toEqual(PDF);
  let pulled = 0;
  const endless = () =>
    new Response(
      new ReadableStream({
        pull(to) {
          pulled += 1;
          to.enqueue(new Uint8Array(10));
        },
      }),
    );
  const sameLength = () => new Response(Buffer.alloc(PDF.length, 'x'));
  for (const answer of [endless, sameLength, () => new Response(PDF.subarray(1))]) {
    await expect(storeThat(answer).store.get(object)).rejects.toMatchObject({ code: 'pdf_object_wrong' });
  }
  expect(pulled).toBeLessThan(10);
});
