import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiError } from '../api-error.ts';
import type { ProcessContext } from '../process-context.ts';
import { newRequestId } from '../request-id.ts';
import { type ParserError, parserRefusal, socketResponse } from './socket-responses.ts';

/** Count and log the responses that are written below the application. */
type Parts = Pick<ProcessContext, 'metrics' | 'logger'>;

/** Time for the client to read a refusal: closing at once would discard bytes on their way. */
const LINGER_MS = 1_000;

type Latest = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** Answers, with an envelope, the bytes that Node's parser cannot read as a request. */
export class SocketRefusals {
  readonly #parts: Parts;
  /** The latest request of each connection. */
  readonly #latest = new WeakMap<Duplex, Latest>();
  readonly #refused = new WeakSet<Duplex>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  note(request: IncomingMessage, response: ServerResponse): void {
    this.#latest.set(request.socket, { request, response });
  }

  refuse(socket: Duplex, refusal: ApiError): void {
    this.#refused.add(socket);
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const requestId = newRequestId();
    const { status } = refusal;
    this.#parts.metrics.malformed.inc({ status });
    this.#parts.logger.info({ requestId, status }, 'refused what is no request');
    socket.end(socketResponse(refusal, requestId));
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  refuseUnreadable(error: ParserError, socket: Duplex): void {
    // Bytes that follow a refusal are not a new request.
    if (this.#refused.has(socket)) return;
    const last = this.#latest.get(socket);
    if (error.code === 'ECONNRESET') {
      socket.destroy();
    } else if (last === undefined || (last.response.writableFinished && last.request.complete)) {
      this.refuse(socket, parserRefusal(error));
    } else if (last.response.writableFinished) {
      // The rest of a request whose response is sent.
      socket.destroy();
    } else if (last.request.complete) {
      // Pipelined behind a request in progress: the refusal follows that response.
      last.response.once('close', () => this.refuse(socket, parserRefusal(error)));
    } else {
      // The rest of the request in progress: its response is the last one of the connection.
      last.response.shouldKeepAlive = false;
      this.#refused.add(socket);
    }
  }
}
