import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Component } from '@fundlens/runtime/lifecycle';
import { listen } from '@fundlens/runtime/listen';
import { methodNotAllowed } from '../api-error.ts';
import type { ProcessContext } from '../process-context.ts';
import { SocketRefusals } from './socket-refusals.ts';

type Parts = Pick<ProcessContext, 'config' | 'metrics' | 'logger'>;

/** The longest head that Node reads; the application has smaller limits of its own, with 414 and 431. */
const MAX_HEAD_BYTES = 64 * 1024;
/** A head arrives in one or two packets; a client that needs longer is slow on purpose. Silent new connections count too. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** Node reads on while requests are under way. More than any client sends before an answer; their number is memory. */
const MAX_PIPELINED = 32;
/** How often Node checks the two limits above; they may be exceeded by as much. */
const CHECK_INTERVAL_MS = 2_000;
/** For connections without traffic in either direction, e.g. a client that does not read its response. */
const SILENCE_TIMEOUT_MS = 25_000;

/** While closing: how often idle connections are closed. */
const SWEEP_INTERVAL_MS = 50;
/** While closing: how long a new connection may still send its request. */
const SILENT_GRACE_MS = 500;

/** Node's HTTP server, with an enveloped response for everything that Node would answer itself. */
export class HttpServer implements Component {
  readonly name = 'http server';
  readonly #config: ProcessContext['config'];
  readonly #server: Server;
  readonly #refusals: SocketRefusals;
  /** Connections, and how many requests are under way on each; null: none was sent yet. */
  readonly #open = new Map<Duplex, number | null>();
  #port = 0;

  constructor(respond: RequestListener, parts: Parts) {
    const { config } = parts;
    this.#config = config;
    this.#refusals = new SocketRefusals(parts);
    const server = createServer({
      maxHeaderSize: MAX_HEAD_BYTES,
      requireHostHeader: false,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      keepAliveTimeout: config.KEEP_ALIVE_SECONDS * 1_000,
      noDelay: true,
    });
    server.maxConnections = config.MAX_CONNECTIONS;
    // The application bounds headers by bytes: beyond a count Node drops headers silently.
    server.maxHeadersCount = 0;
    server.setTimeout(SILENCE_TIMEOUT_MS);
    // No "100 Continue" is sent: a body has no meaning here. Other expectations are refused like other bad headers.
    for (const event of ['request', 'checkContinue', 'checkExpectation']) {
      server.on(event, (request: IncomingMessage, response: ServerResponse) => {
        const { socket } = request;
        const underWay = (add: number) => (this.#open.get(socket) ?? 0) + add;
        if (underWay(1) > MAX_PIPELINED) socket.destroy();
        // Others of the same packet.
        if (socket.destroyed) return;
        this.#open.set(socket, underWay(1));
        response.once('close', () => this.#open.has(socket) && this.#open.set(socket, underWay(-1)));
        this.#refusals.note(response);
        respond(request, response);
      });
    }
    server.on('connect', (_: IncomingMessage, socket: Duplex) => {
      socket.on('error', () => socket.destroy());
      this.#refusals.refuse(socket, methodNotAllowed());
    });
    server.on('clientError', (error, socket) => this.#refusals.refuseUnreadable(error, socket));
    server.on('connection', (socket) => {
      this.#open.set(socket, null);
      socket.once('close', () => this.#open.delete(socket));
    });
    this.#server = server;
  }

  /** Ends once connections are accepted. */
  async start(): Promise<void> {
    const { HTTP_HOST: host, HTTP_PORT: port } = this.#config;
    this.#port = await listen(this.#server, { host, port, options: 'HTTP' });
  }

  /** Takes no new connections, lets requests in flight end within `STOP_TIMEOUT_MS`, then cuts the others. */
  stop(): Promise<void> {
    const server = this.#server;
    return new Promise((resolve) => {
      // A connection becomes idle when its response is sent; the server itself closes idle ones only once.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_INTERVAL_MS);
      const cutSilent = setTimeout(() => {
        for (const [socket, requests] of this.#open) if (requests === null) socket.destroy();
      }, SILENT_GRACE_MS);
      const cutAll = setTimeout(() => server.closeAllConnections(), this.#config.STOP_TIMEOUT_MS);
      server.close(() => {
        clearInterval(sweep);
        clearTimeout(cutSilent);
        clearTimeout(cutAll);
        resolve();
      });
    });
  }

  /** 0 before the start. */
  port(): number {
    return this.#port;
  }

  connections(): number {
    return this.#open.size;
  }
}
