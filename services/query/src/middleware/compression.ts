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
const VARY = 'Accept-Encoding';

/** Runs in Node's thread pool. */
function coded(bytes: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return gzipBytes(bytes, { level: GZIP_LEVEL });
  return brotliBytes(bytes, {
    params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/** The body of the response in the coding, where it is shorter so. */
async function compressed(response: HttpResponse, coding: Coding, length: number): Promise<HttpResponse> {
  const bytes = await coded(Buffer.concat(response.body, length), coding);
  if (bytes.length >= length) return response;
  return { ...response, headers: { ...response.headers, 'Content-Encoding': coding }, body: [bytes] };
}

/** Compresses a response with the coding that the client prefers, where that pays. */
export function compress(
  response: HttpResponse,
  acceptEncoding: string | undefined,
): HttpResponse | Promise<HttpResponse> {
  const length = response.body.reduce((sum, piece) => sum + piece.length, 0);
  if (length < MIN_COMPRESSED_BYTES || isCodedAlready(response)) return response;
  const { headers } = response;
  const varying = headers.Vary === undefined ? { ...response, headers: { ...headers, Vary: VARY } } : response;
  const coding = chooseCoding(acceptEncoding);
  if (coding === null) return varying;
  const made = response.coded?.get(coding) ?? compressed(varying, coding, length);
  response.coded?.set(coding, made);
  return made;
}

/** Images and PDFs; every other body is text. */
function isCodedAlready({ headers }: HttpResponse): boolean {
  const type = headers['Content-Type'] ?? '';
  return type.startsWith('image/') || type === 'application/pdf';
}
