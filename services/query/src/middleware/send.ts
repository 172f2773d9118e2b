import type { ServerResponse } from 'node:http';
import type { Answer } from './request-state.ts';
import { cutSlowReader } from './slow-readers.ts';

/** Small answers go out as one copy; the pieces of larger ones as they are. */
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

/** Names and values in turns, as Node takes them with the least work. Each name once: the answer's own one wins. */
function flatHeaders(
  { status, headers }: Answer,
  { requestId, length }: { requestId: string; length: number },
): string[] {
  const common = status === NOT_MODIFIED ? { 'X-Request-ID': requestId } : commonHeaders(requestId, length);
  return Object.entries({ ...common, ...headers }).flat();
}

/**
 * Writes the whole answer; returns its length in bytes. A client that is gone is no error.
 * @param onCut called when the connection is cut because the client takes the answer too slowly.
 */
export function send(
  response: ServerResponse,
  answer: Answer,
  { requestId, onCut }: { requestId: string; onCut: () => void },
): number {
  let length = 0;
  for (const piece of answer.body) length += piece.length;
  if (response.headersSent || response.destroyed) return 0;
  response.writeHead(answer.status, flatHeaders(answer, { requestId, length }));
  if (length <= MAX_COPIED_BYTES) {
    response.end(answer.body.length === 1 ? answer.body[0] : Buffer.concat(answer.body, length));
    return length;
  }
  cutSlowReader(response, length, onCut);
  response.cork();
  for (const piece of answer.body) response.write(piece);
  response.end();
  response.uncork();
  return length;
}
