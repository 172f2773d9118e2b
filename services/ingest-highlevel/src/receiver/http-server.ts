import { createServer, type RequestListener } from 'node:http';
import type { Component } from '@fundlens/runtime/lifecycle';
import { listen } from '@fundlens/runtime/listen';

type HttpServerOptions = {
  readonly handle: RequestListener;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** A further one is closed at once. */
  readonly maxConnections: number;
  /** The longest that the application takes for a request whose head has come. */
  readonly answerWithinMs: number;
};

/** A proxy in front keeps its connections for less, and closes first. */
const KEEP_ALIVE_MS = 75_000;
/** Senders that are silent from the beginning count too. */
const HEADERS_TIMEOUT_MS = 10_000;
/** How often Node looks for heads and bodies that are late; they may be by as much more. */
const CHECK_INTERVAL_MS = 1_000;

/** Where webhooks arrive. It is the first part to start and the last to stop: what it cannot take it answers with 429. */
export function createHttpServer(options: HttpServerOptions): Component & { port(): number } {
  const { handle, host, port, maxConnections, answerWithinMs } = options;
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: HEADERS_TIMEOUT_MS + answerWithinMs,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    handle,
  );
  server.maxConnections = maxConnections;
  let given = 0;
  return {
    name: 'webhook server',
    port: () => given,
    async start() {
      given = await listen(server, { host, port, options: { host: 'HTTP_HOST', port: 'HTTP_PORT' } });
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}
