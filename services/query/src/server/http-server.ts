import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { listen } from '@fundlens/runtime/listen';
import { methodNotAllowed } from '../api-error.ts';
import { type RefusalWatch, SocketRefusals } from './socket-refusals.ts';

export type HttpServerOptions = RefusalWatch & {
  readonly handle: RequestListener;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly maxConnections: number;
  /** How long an idle connection is kept; above the proxy's idle time, so that the proxy closes first. */
  readonly keepAliveMs: number;
};

export type HttpServer = {
  /** Resolves with the port once connections are accepted. */
  listen(): Promise<number>;
  connections(): number;
  /** Takes no new connections, lets requests in flight end within `graceMs`, then cuts the others. */
  close(graceMs: number): Promise<void>;
};

/** The longest head that Node reads; the application has smaller limits of its own, with 414 and 431. */
const MAX_HEAD_BYTES = 64 * 1024;
/** A head arrives in one or two packets; a client that needs longer is slow on purpose. Silent new connections count too. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** How often Node checks the two limits above; they may be exceeded by as much. */
const CHECK_INTERVAL_MS = 2_000;
/** For connections without traffic in either direction, e.g. a client that does not read its response. */
const SILENCE_TIMEOUT_MS = 25_000;

/** While closing: how often idle connections are closed. */
const SWEEP_INTERVAL_MS = 50;
/** While closing: how long a new connection may still send its request. */
const SILENT_GRACE_MS = 500;

/** Node's HTTP server, with an enveloped response for everything that Node would answer itself. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const server = createServer({
    maxHeaderSize: MAX_HEAD_BYTES,
    requireHostHeader: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    keepAliveTimeout: options.keepAliveMs,
    noDelay: true,
  });
  server.maxConnections = options.maxConnections;
  // The application bounds headers by bytes: beyond a count Node drops headers silently.
  server.maxHeadersCount = 0;
  server.setTimeout(SILENCE_TIMEOUT_MS);

  const refusals = new SocketRefusals(options);
  /** Connections that have not sent a request yet. */
  const silent = new Set<Duplex>();
  let connections = 0;

  function handle(request: IncomingMessage, response: ServerResponse): void {
    silent.delete(request.socket);
    refusals.note(request, response);
    options.handle(request, response);
  }

  server.on('request', handle);
  // No "100 Continue" is sent: a body has no meaning here. Other expectations are refused like other bad headers.
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    refusals.refuse(socket, methodNotAllowed());
  });
  server.on('clientError', (error, socket) => refusals.refuseUnreadable(error, socket));
  server.on('connection', (socket) => {
    connections += 1;
    silent.add(socket);
    socket.once('close', () => {
      connections -= 1;
      silent.delete(socket);
    });
  });

  return {
    listen: () => listen(server, { ...options, options: { host: 'HTTP_HOST', port: 'HTTP_PORT' } }),
    connections: () => connections,
    close: (graceMs) => close(server, silent, graceMs),
  };
}

function close(server: Server, silent: ReadonlySet<Duplex>, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection becomes idle when its response is sent; the server itself closes idle ones only once.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_INTERVAL_MS);
    const cutSilent = setTimeout(() => {
      for (const socket of silent) socket.destroy();
    }, SILENT_GRACE_MS);
    const cutAll = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cutSilent);
      clearTimeout(cutAll);
      resolve();
    });
  });
}
