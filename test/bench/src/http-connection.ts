import { connect } from 'node:net';

/**
 * The least of an HTTP client that a load generator needs: one connection with one request under way, requests that are
 * bytes already, responses of which only status and length are looked at. A full client costs as much processor time as
 * the service that it measures, and on a machine with two cores it takes that time from the service.
 */
export type HttpConnectionOptions = {
  /** Origin of the service. */
  readonly url: string;
  /** Called with the status when the response has arrived to its last byte. */
  readonly onResponse: (status: number) => void;
};

/** What a socket is read into, again and again: larger than most responses, so that one read takes all of them. */
const BUFFER_BYTES = 64 * 1_024;
const HEAD_END = '\r\n\r\n';
/** Of a response's head; what comes behind it is not decoded. */
const MAX_HEAD_BYTES = 4_096;
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;
/** Behind `HTTP/1.1 `. */
const STATUS_AT = 9;
const STATUS_DIGITS = 3;

/** The bytes of a GET request. */
export function requestBytes(url: string, { path, token }: { readonly path: string; readonly token: string }): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
}

/**
 * @returns sends a request; only when none is under way
 * A connection that ends ends the process: what was measured is void.
 */
export function openHttpConnection({ url, onResponse }: HttpConnectionOptions): (request: Buffer) => void {
  const { hostname: host, port } = new URL(url);
  const reader = createResponseReader(onResponse);
  const socket = connect({
    host,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(BUFFER_BYTES),
      callback(count, buffer) {
        try {
          reader(Buffer.from(buffer.buffer, buffer.byteOffset, count));
        } catch (error) {
          socket.destroy(error instanceof Error ? error : new Error(String(error)));
        }
        return true;
      },
    },
  });
  socket.once('close', () => {
    throw new Error(`${url} closed the connection`);
  });
  return (request) => void socket.write(request);
}

/** @returns takes the pieces of responses as they arrive; the piece may be overwritten afterwards. */
export function createResponseReader(onResponse: (status: number) => void): (piece: Buffer) => void {
  /** Of a head that has not ended yet. */
  let begun = '';
  let status = 0;
  /** Of the body, still to come; null while the head is read. */
  let left: number | null = null;
  return (piece) => {
    let bodyBytes = piece.length;
    if (left === null) {
      const known = begun.length;
      const text = begun + piece.toString('latin1', 0, Math.min(piece.length, MAX_HEAD_BYTES));
      const end = text.indexOf(HEAD_END);
      if (end === -1) {
        if (text.length >= MAX_HEAD_BYTES) throw new Error('the head of a response is too long');
        begun = text;
        return;
      }
      begun = '';
      status = Number(text.slice(STATUS_AT, STATUS_AT + STATUS_DIGITS));
      left = contentLengthOf(text.slice(0, end));
      bodyBytes = known + piece.length - end - HEAD_END.length;
    }
    left -= bodyBytes;
    if (left > 0) return;
    if (left < 0) throw new Error('the service sent more than its response');
    left = null;
    onResponse(status);
  };
}

function contentLengthOf(head: string): number {
  const stated = CONTENT_LENGTH.exec(head)?.[1];
  if (stated === undefined) throw new Error('a response without Content-Length is not measured');
  return Number(stated);
}
