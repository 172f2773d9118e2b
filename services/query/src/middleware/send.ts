import type { ServerResponse } from 'node:http';
import type { HttpResponse } from './request-state.ts';
import { cutSlowReader } from './slow-readers.ts';

/** Small bodies are sent as one copy; the pieces of larger ones are not copied. */
const MAX_COPIED_BYTES = 64 * 1024;

export function commonHeaders(requestId: string, contentLength: number): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(contentLength),
    'X-Request-ID': requestId,
    'X-Content-Type-Options': 'nosniff',
  };
}

const NOT_MODIFIED = 304;

/** Names and values alternately: the form that costs Node least. The response's own headers win. */
function flatHeaders(
  { status, headers }: HttpResponse,
  { requestId, length }: { requestId: string; length: number },
): string[] {
  const common = status === NOT_MODIFIED ? { 'X-Request-ID': requestId } : commonHeaders(requestId, length);
  return Object.entries({ ...common, ...headers }).flat();
}

/**
 * Writes the whole response; returns the length of its body. A closed connection is no error.
 * @param onCut called when the connection is cut because the client reads too slowly.
 */
export function send(
  stream: ServerResponse,
  response: HttpResponse,
  { requestId, onCut }: { requestId: string; onCut: () => void },
): number {
  let length = 0;
  for (const piece of response.body) length += piece.length;
  if (stream.headersSent || stream.destroyed) return 0;
  stream.writeHead(response.status, flatHeaders(response, { requestId, length }));
  if (length <= MAX_COPIED_BYTES) {
    stream.end(response.body.length === 1 ? response.body[0] : Buffer.concat(response.body, length));
    return length;
  }
  cutSlowReader(stream, length, onCut);
  stream.cork();
  for (const piece of response.body) stream.write(piece);
  stream.end();
  stream.uncork();
  return length;
}
