import { createServer, type RequestListener } from 'node:http';
import type { Component } from '@fundlens/runtime/lifecycle';
import { listen } from '@fundlens/runtime/listen';

type HttpServerOptions = {
  readonly handle: RequestListener;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
};

/** A proxy in front keeps its connections for less, and closes first. */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** A body of the largest size over a slow line. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Where webhooks arrive. It is the first part to start and the last to stop: what it cannot take it answers with 429. */
export function createHttpServer({ handle, host, port }: HttpServerOptions): Component & { port(): number } {
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    handle,
  );
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
