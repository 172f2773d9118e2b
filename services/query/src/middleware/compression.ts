import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { type Coding, chooseCoding } from './accept-encoding.ts';
import type { HttpResponse } from './response.ts';

/** Responses that fit one packet are not compressed: the round trip takes as long. */
export const MIN_COMPRESSED_BYTES = 1_400;

const brotliBytes = promisify(brotliCompress);
const gzipBytes = promisify(gzip);
/** Measured on the demo's responses: 300 MB/s, to an eighth of the size; the next levels take twice as long for a tenth. */
const BROTLI_QUALITY = 2;
const GZIP_LEVEL = 1;

/** Runs in Node's thread pool. */
function coded(bytes: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return gzipBytes(bytes, { level: GZIP_LEVEL });
  return brotliBytes(bytes, {
    params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/** Compresses a response with the coding that the client prefers, where that pays. */
export type Compress = (
  response: HttpResponse,
  acceptEncoding: string | undefined,
) => HttpResponse | Promise<HttpResponse>;

/** @param code Tests have one that fails. */
export function createCompression(code: typeof coded = coded): Compress {
  /** Compressed shared bodies. */
  const kept = new WeakMap<Uint8Array, Map<Coding, Promise<Buffer>>>();

  function keptOf(body: Uint8Array, coding: Coding): Promise<Buffer> {
    const codings = kept.get(body) ?? new Map<Coding, Promise<Buffer>>();
    kept.set(body, codings);
    const known = codings.get(coding);
    if (known !== undefined) return known;
    const bytes = code(Buffer.from(body), coding);
    codings.set(coding, bytes);
    // A failure goes to the requests that wait for it; the next one compresses again.
    bytes.catch(() => codings.delete(coding));
    return bytes;
  }

  async function compressed(response: HttpResponse, coding: Coding, length: number): Promise<HttpResponse> {
    const [first] = response.body;
    const bytes =
      response.shared === true && first !== undefined
        ? await keptOf(first, coding)
        : await code(Buffer.concat(response.body, length), coding);
    if (bytes.length >= length) return response;
    return { ...response, headers: { ...response.headers, 'Content-Encoding': coding }, body: [bytes] };
  }

  return (response, acceptEncoding) => {
    const length = response.body.reduce((sum, piece) => sum + piece.length, 0);
    if (length < MIN_COMPRESSED_BYTES || isCodedAlready(response)) return response;
    const varying = response.headers.Vary === undefined ? withVary(response) : response;
    const coding = chooseCoding(acceptEncoding);
    return coding === null ? varying : compressed(varying, coding, length);
  };
}

/** Images and PDFs; every other body is text. */
function isCodedAlready({ headers }: HttpResponse): boolean {
  const type = headers['Content-Type'] ?? '';
  return type.startsWith('image/') || type === 'application/pdf';
}

function withVary(response: HttpResponse): HttpResponse {
  return { ...response, headers: { ...response.headers, Vary: 'Accept-Encoding' } };
}
