import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { type Coding, chooseCoding } from './accept-encoding.ts';
import type { HttpResponse } from './request-state.ts';

/** What fits into one packet is not on its way any shorter when it is smaller. */
export const MIN_COMPRESSED_BYTES = 1_400;

const brotliBytes = promisify(brotliCompress);
const gzipBytes = promisify(gzip);
/** Measured on the demo's answers: both code 300 MB a second, to an eighth; the next ones cost twice that for a tenth. */
const BROTLI_QUALITY = 2;
const GZIP_LEVEL = 1;

/** In a thread of Node's pool: the event loop goes on. */
function coded(bytes: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return gzipBytes(bytes, { level: GZIP_LEVEL });
  return brotliBytes(bytes, {
    params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/** Puts an answer into the coding that the client likes best, where that is worth it. */
export type Compress = (
  response: HttpResponse,
  acceptEncoding: string | undefined,
) => HttpResponse | Promise<HttpResponse>;

export function createCompression(): Compress {
  /** Of bodies that are the same for everybody and for as long as the process lives. */
  const kept = new WeakMap<Uint8Array, Map<Coding, Promise<Buffer>>>();

  function keptOf(body: Uint8Array, coding: Coding): Promise<Buffer> {
    const codings = kept.get(body) ?? new Map<Coding, Promise<Buffer>>();
    kept.set(body, codings);
    const bytes = codings.get(coding) ?? coded(Buffer.from(body), coding);
    codings.set(coding, bytes);
    return bytes;
  }

  async function compressed(response: HttpResponse, coding: Coding, length: number): Promise<HttpResponse> {
    const [first] = response.body;
    const bytes =
      response.shared === true && first !== undefined
        ? await keptOf(first, coding)
        : await coded(Buffer.concat(response.body, length), coding);
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

/** Images and PDFs; everything else here is text. */
function isCodedAlready({ headers }: HttpResponse): boolean {
  const type = headers['Content-Type'] ?? '';
  return type.startsWith('image/') || type === 'application/pdf';
}

function withVary(response: HttpResponse): HttpResponse {
  return { ...response, headers: { ...response.headers, Vary: 'Accept-Encoding' } };
}
