import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

/** One line of health per part, e.g. `{ok: false, checks: {mongodb: 'away: no primary'}}`. */
export type HealthReport = { readonly ok: boolean; readonly checks: Readonly<Record<string, string>> };

export type AdminServerOptions = {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly metrics: Registry;
  /** False only when a restart is the cure. */
  readonly live: () => HealthReport;
  /** False while requests or events should go elsewhere. */
  readonly ready: () => Promise<HealthReport>;
  readonly onError: (error: unknown) => void;
};

export type AdminServer = { readonly port: number; stop(): Promise<void> };

/** Health and metrics on a port of their own, away from the API: `/livez`, `/readyz`, `/metrics`. */
export async function startAdminServer(options: AdminServerOptions): Promise<AdminServer> {
  const server = createServer((request, response) => {
    answer(options, request.method, request.url, response).catch((error: unknown) => {
      options.onError(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await listen(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  { live, ready, metrics }: AdminServerOptions,
  method: string | undefined,
  url: string | undefined,
  response: ServerResponse,
): Promise<void> {
  if (method !== 'GET') {
    response.writeHead(405, { allow: 'GET' }).end();
  } else if (url === '/livez') {
    sendHealth(response, live());
  } else if (url === '/readyz') {
    sendHealth(response, await ready());
  } else if (url === '/metrics') {
    const text = await metrics.metrics();
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
  } else {
    response.writeHead(404).end();
  }
}

function sendHealth(response: ServerResponse, report: HealthReport): void {
  response.writeHead(report.ok ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(report));
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
