import type { ServerResponse } from 'node:http';
import type { Counter } from 'prom-client';
import type { ResponseHeaders } from '../api-error.ts';
import { successEnvelope } from '../envelope.ts';
import { entityTag, isHeld } from './entity-tag.ts';

export type HttpResponse = {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: readonly Uint8Array[];
  /** Of what is sent to many, by coding: each is made once, and held once however many of them do not read it. */
  readonly coded?: Map<string, Promise<HttpResponse>>;
};

const NOT_MODIFIED = 304;
/** The client's own cache may keep tenant data, and must revalidate it. */
const REVALIDATED = 'private, no-cache';
const NEVER_STORED = 'no-store';
/** The same URL shows different data to different keys: a location key reads its own location. */
const VARY = 'Authorization, Accept-Encoding';

/**
 * The response with the data: 200, or 304 without a body where the client has the same data. A 304 is a full request:
 * admitted, counted and read like any other; only the bytes are saved.
 * @param held the header `If-None-Match`; null where no cache may keep the response.
 */
export function dataResponse(
  data: Uint8Array,
  { headers: own, requestId }: { readonly headers: ResponseHeaders; readonly requestId: string },
  held: string | undefined | null,
): HttpResponse {
  const headers: Record<string, string> = { ...own, Vary: VARY, 'Cache-Control': NEVER_STORED };
  if (held !== null) {
    const tag = entityTag(data);
    headers['Cache-Control'] = REVALIDATED;
    headers.ETag = tag;
    if (isHeld(held, tag)) return { status: NOT_MODIFIED, headers, body: [] };
  }
  return { status: 200, headers, body: successEnvelope(data, requestId) };
}

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

/**
 * Writes the whole response; returns the length of its body. A closed connection is no error.
 * @param cut counts connections that are cut because the client reads too slowly.
 */
export function send(
  stream: ServerResponse,
  { status, headers, body }: HttpResponse,
  { requestId, cut }: { requestId: string; cut: Pick<Counter, 'inc'> },
): number {
  let length = 0;
  for (const piece of body) length += piece.length;
  if (stream.headersSent || stream.destroyed) return 0;
  const common = status === NOT_MODIFIED ? { 'X-Request-ID': requestId } : commonHeaders(requestId, length);
  // The response's own headers win.
  stream.writeHead(status, { ...common, ...headers });
  if (length <= MAX_COPIED_BYTES) {
    stream.end(body.length === 1 ? body[0] : Buffer.concat(body, length));
    return length;
  }
  cutSlowReader(stream, length, cut);
  stream.cork();
  for (const piece of body) stream.write(piece);
  stream.end();
  stream.uncork();
  return length;
}

/** A connection may stall for a while, e.g. on a train in a tunnel. */
const PATIENCE_MS = 20_000;
/** One megabit a second: too slow for reports of megabytes. */
const SLOWEST_BYTES_PER_SECOND = 128 * 1024;

/** How long a client may take to read a response of that length, in milliseconds. */
export function timeToTake(bytes: number): number {
  return PATIENCE_MS + Math.ceil((bytes * 1_000) / SLOWEST_BYTES_PER_SECOND);
}

/**
 * Cuts the connection when the client reads the response too slowly. The limit for silent connections does not stop a
 * client that reads a byte now and then, and so keeps megabytes in memory.
 */
export function cutSlowReader(response: ServerResponse, bytes: number, cut: Pick<Counter, 'inc'>): void {
  const timer = setTimeout(() => {
    cut.inc();
    response.destroy();
  }, timeToTake(bytes));
  response.once('close', () => clearTimeout(timer));
}
