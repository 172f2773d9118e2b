import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiError } from '../api-error.ts';
import type { ProcessContext } from '../process-context.ts';
import { newRequestId } from '../request-id.ts';
import { type ParserError, parserRefusal, socketResponse } from './socket-responses.ts';

/** Count and log the responses that are written below the application. */
type Parts = Pick<ProcessContext, 'metrics' | 'logger'>;

/** Time for the client to read a refusal: closing at once would discard bytes on their way. */
const LINGER_MS = 1_000;

/** Answers, with an envelope, the bytes that Node's parser cannot read as a request. */
export class SocketRefusals {
  readonly #parts: Parts;
  /** The response to the latest request of each connection. */
  readonly #latest = new WeakMap<Duplex, ServerResponse>();
  readonly #refused = new WeakSet<Duplex>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  note(response: ServerResponse): void {
    this.#latest.set(response.req.socket, response);
  }

  /** Behind the response in progress, if there is one. */
  refuse(socket: Duplex, refusal: ApiError): void {
    this.#refused.add(socket);
    const response = this.#latest.get(socket);
    if (response === undefined || response.writableFinished) this.#send(socket, refusal);
    else response.once('close', () => this.#send(socket, refusal));
  }

  #send(socket: Duplex, refusal: ApiError): void {
    if (!socket.writable) return void socket.destroy();
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
    // The rest of a request whose response is sent is not answered either.
    if (error.code === 'ECONNRESET' || (last?.req.complete === false && last.writableFinished)) {
      socket.destroy();
    } else if (last === undefined || last.req.complete) {
      this.refuse(socket, parserRefusal(error));
    } else {
      // The rest of the request in progress: its response is the last one of the connection.
      last.shouldKeepAlive = false;
      this.#refused.add(socket);
    }
  }
}
