import { createHash, randomUUID } from 'node:crypto';
import { FatalError, RetryableError } from '@fundlens/runtime/errors';
import type { AwsClient } from 'aws4fetch';
import type { PdfObject } from './report-pdf.ts';

/** PDFs in an S3-compatible object store. An object counts only while a StoredReportPdf names it. */
export type PdfObjects = {
  /** A new key for one attempt to put the PDF of the document. */
  newKey(collection: string, documentKey: string): string;
  /** @throws RetryableError `object_store_away`, FatalError `object_store_refused`; then it may be there or not. */
  put(key: string, pdf: Uint8Array): Promise<PdfObject>;
  /**
   * Null when there is no object under the key.
   * @throws RetryableError `object_store_away`, FatalError `object_store_refused`, or `pdf_object_wrong` when the
   *   object is not the one that the document names.
   */
  get(object: PdfObject): Promise<Uint8Array | null>;
  /** Repeated: nothing. @throws as `put` */
  remove(key: string): Promise<void>;
};

/** The options of `pdfStoreOptions` (@fundlens/runtime). */
type PdfObjectsConfig = {
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_REGION: string;
  readonly S3_BUCKET?: string | undefined;
  readonly S3_PREFIX: string;
  readonly S3_ACCESS_KEY_ID?: string | undefined;
  readonly S3_SECRET_ACCESS_KEY?: string | undefined;
  readonly S3_FORCE_PATH_STYLE: boolean;
  readonly S3_SERVER_SIDE_ENCRYPTION: string;
};

type PdfObjectsOptions = {
  readonly connect: (options: ConstructorParameters<typeof AwsClient>[0]) => Pick<AwsClient, 'fetch'>;
  /** One operation, with all bytes, takes no longer; it is not repeated here. */
  readonly maxTimeMs: number;
};

const NOT_FOUND = 404;
/** Too slow, too many; and everything from 500 on. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);
const SERVER_ERRORS = 500;

/** Null when the configuration names no object store. */
export function createPdfObjects(config: PdfObjectsConfig, options: PdfObjectsOptions): PdfObjects | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (
    S3_ENDPOINT === undefined ||
    S3_BUCKET === undefined ||
    accessKeyId === undefined ||
    secretAccessKey === undefined
  ) {
    return null;
  }
  const client = options.connect({
    accessKeyId,
    secretAccessKey,
    service: 's3',
    region: config.S3_REGION,
    // The caller has a limit of its own, and repeats by itself.
    retries: 0,
  });
  const base = bucketUrl(S3_ENDPOINT, S3_BUCKET, config.S3_FORCE_PATH_STYLE);
  const encryption = config.S3_SERVER_SIDE_ENCRYPTION;

  async function inStore<T>(
    request: { readonly method: 'GET' | 'PUT' | 'DELETE'; readonly key: string } & Pick<
      RequestInit,
      'headers' | 'body'
    >,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { key, ...init } = request;
    // Not `AbortSignal.timeout`: once only a `Request` follows it, Node may collect it, and it never fires.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), options.maxTimeMs);
    const { signal } = late;
    try {
      // A redirect would send the signed request to another server.
      return await read(await client.fetch(`${base}/${key}`, { ...init, redirect: 'manual', signal }));
    } catch (error) {
      throw failureOf(error);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    newKey: (collection, documentKey) => `${config.S3_PREFIX}${collection}/${sha256(documentKey)}/${randomUUID()}.pdf`,

    async put(key, pdf) {
      const digest = sha256(pdf);
      const headers = {
        'Content-Type': 'application/pdf',
        'X-Amz-Content-Sha256': digest,
        ...(encryption !== 'none' && { 'X-Amz-Server-Side-Encryption': encryption }),
      };
      await inStore({ method: 'PUT', key, headers, body: Buffer.from(pdf) }, async (response) => {
        await response.body?.cancel();
        if (!response.ok) throw refusal(response.status);
      });
      return { key, sha256: digest, bytes: pdf.byteLength };
    },

    get: (object) =>
      inStore({ method: 'GET', key: object.key }, async (response) => {
        if (response.ok) return await bytesOf(response, object);
        if (await saysNoSuchKey(response)) return null;
        throw refusal(response.status);
      }),

    remove: (key) =>
      inStore({ method: 'DELETE', key }, async (response) => {
        if (response.ok) await response.body?.cancel();
        else if (!(await saysNoSuchKey(response))) throw refusal(response.status);
      }),
  };
}

/** A wrong name of the bucket is 404 too, and must not pass for an object that is gone. */
async function saysNoSuchKey(response: Response): Promise<boolean> {
  const text = await response.text();
  return response.status === NOT_FOUND && text.includes('<Code>NoSuchKey</Code>');
}

function bucketUrl(endpoint: string, bucket: string, pathStyle: boolean): string {
  if (pathStyle) return `${endpoint}/${bucket}`;
  const { protocol, host } = new URL(endpoint);
  return `${protocol}//${bucket}.${host}`;
}

/** Never more of them than there are to be. */
async function bytesOf(response: Response, { sha256: expected, bytes }: PdfObject): Promise<Uint8Array> {
  const found = Buffer.allocUnsafe(bytes);
  let length = 0;
  for await (const piece of response.body ?? []) {
    if (length + piece.byteLength > bytes) throw wrongObject();
    found.set(piece, length);
    length += piece.byteLength;
  }
  if (length !== bytes || sha256(found) !== expected) throw wrongObject();
  return found;
}

function wrongObject(): FatalError {
  return new FatalError('pdf_object_wrong', 'What is under the key of a PDF is not that PDF.');
}

function refusal(status: number): FatalError | RetryableError {
  if (status >= SERVER_ERRORS || PASSING.has(status)) {
    return new RetryableError('object_store_away', `The object store does not take this now (${status}).`);
  }
  return new FatalError('object_store_refused', `The object store refuses this (${status}).`);
}

/** A refused or lost connection, or a timeout; its own text names hosts. Any other error is a bug. */
function failureOf(error: unknown): unknown {
  const isLate = error instanceof DOMException && error.name === 'TimeoutError';
  // `fetch` throws this when a connection fails, before or during the response.
  const isLost = error instanceof TypeError && error.cause !== undefined;
  if (!isLate && !isLost) return error;
  return new RetryableError('object_store_away', 'The object store does not answer.', { cause: error });
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
