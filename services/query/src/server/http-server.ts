import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ApiError, methodNotAllowed } from '../api-error.ts';
import { newRequestId } from '../request-id.ts';
import { type ParserError, parserRefusal, socketResponse } from './socket-responses.ts';

export type HttpServerOptions = {
  readonly handle: RequestListener;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly maxConnections: number;
  /** How long an idle connection is kept; above that of a proxy in front, so that the proxy closes first. */
  readonly keepAliveMs: number;
  /** Something was answered below the application. */
  readonly onMalformed: (refusal: { requestId: string; status: number }) => void;
};

export type HttpServer = {
  /** Resolves with the port once connections are accepted. */
  listen(): Promise<number>;
  connections(): number;
  /** Takes no new connections, lets requests in flight end within `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
};

/** The longest head that is read at all; the application refuses what is over its own, smaller limits with 414 or 431. */
const MAX_HEAD_BYTES = 64 * 1024;
/** A head arrives in one or two packets; who needs longer is slow on purpose. A silent new connection counts too. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** How often the two limits above are looked at: they hold within this time more. */
const CHECK_INTERVAL_MS = 2_000;
/** A connection on which nothing moves in either direction, e.g. a client that does not read its answer. */
const SILENCE_TIMEOUT_MS = 25_000;
/** After a refusal at the socket, time for the client to read it: cutting at once would discard what is on its way. */
const LINGER_MS = 1_000;

/** While closing: how often connections are closed that have become idle. */
const SWEEP_INTERVAL_MS = 50;
/** While closing: how long a connection that was just accepted may still bring its request. */
const SILENT_GRACE_MS = 500;

type Latest = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** Node's HTTP server, with an enveloped answer for everything that Node would answer itself. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { handle, onMalformed } = options;
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
  // Bounded by bytes instead: beyond a count Node drops headers silently.
  server.maxHeadersCount = 0;
  server.setTimeout(SILENCE_TIMEOUT_MS);

  /** The request that a connection took last. */
  const latest = new WeakMap<Duplex, Latest>();
  const refused = new WeakSet<Duplex>();
  /** Connections that have not sent a request yet. */
  const silent = new Set<Duplex>();
  let connections = 0;

  function take(request: IncomingMessage, response: ServerResponse): void {
    silent.delete(request.socket);
    latest.set(request.socket, { request, response });
    handle(request, response);
  }

  function refuse(socket: Duplex, refusal: ApiError): void {
    refused.add(socket);
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const requestId = newRequestId();
    onMalformed({ requestId, status: refusal.status });
    socket.end(socketResponse(refusal, requestId));
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  function refuseUnreadable(error: ParserError, socket: Duplex): void {
    // Bytes that follow what was refused already are no new request.
    if (refused.has(socket)) return;
    const last = latest.get(socket);
    if (error.code === 'ECONNRESET') {
      socket.destroy();
    } else if (last === undefined || (last.response.writableFinished && last.request.complete)) {
      refuse(socket, parserRefusal(error));
    } else if (last.response.writableFinished) {
      // The rest of a request whose answer is out already.
      socket.destroy();
    } else if (last.request.complete) {
      // Sent behind a request that is still being answered: its turn comes after that answer.
      last.response.once('close', () => refuse(socket, parserRefusal(error)));
    } else {
      // The rest of the request that is being answered: that answer is the last one.
      last.response.shouldKeepAlive = false;
      refused.add(socket);
    }
  }

  server.on('request', take);
  // No "100 Continue" is sent: a body has no meaning here. Other expectations are refused like other bad headers.
  server.on('checkContinue', take);
  server.on('checkExpectation', take);
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    refuse(socket, methodNotAllowed());
  });
  server.on('clientError', refuseUnreadable);
  server.on('connection', (socket) => {
    connections += 1;
    silent.add(socket);
    socket.once('close', () => {
      connections -= 1;
      silent.delete(socket);
    });
  });

  return {
    listen: () => listen(server, options),
    connections: () => connections,
    close: (graceMs) => close(server, silent, graceMs),
  };
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server, silent: ReadonlySet<Duplex>, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection becomes idle when its answer is out; the server itself looks for idle ones only once.
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
