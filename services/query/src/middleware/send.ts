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

/**
 * Writes the whole answer; returns its length in bytes. A client that is gone is no error.
 * @param onCut called when the connection is cut because the client takes the answer too slowly.
 */
export function send(
  response: ServerResponse,
  answer: Answer,
  { requestId, onCut }: { requestId: string; onCut: () => void },
): number {
  const length = answer.body.reduce((sum, piece) => sum + piece.length, 0);
  if (response.headersSent || response.destroyed) return 0;
  const common = answer.status === NOT_MODIFIED ? { 'X-Request-ID': requestId } : commonHeaders(requestId, length);
  response.writeHead(answer.status, { ...common, ...answer.headers });
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
